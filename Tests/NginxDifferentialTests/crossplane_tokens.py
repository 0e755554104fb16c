"""Print the tokens of an nginx configuration as crossplane reads them: a list of [token, line, is_quoted]."""
import json
import sys

import crossplane

print(json.dumps(list(crossplane.lex(sys.argv[1]))))
