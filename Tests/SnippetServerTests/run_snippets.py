"""Gives every code block of the articles to the program it is meant for, and prints those that are refused.

usage: run_snippets.py CONTENT TOOLS [PATH…]     PATHs below CONTENT; all articles and error definitions if none
"""

import collections
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import judges  # noqa: E402
from snippets import snippets  # noqa: E402


def main():
    content, tools, *wanted = sys.argv[1:]
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    paths = wanted or sorted(
        os.path.relpath(os.path.join(folder, name), content)
        for part in ("articles", "errors") for folder, _, names in os.walk(os.path.join(content, part))
        # The checker's rules show what is wrong, with marks in it; they have tests of their own.
        for name in names if name.endswith(".md") and os.path.basename(folder) != "checks")
    found = [snippet for path in paths for snippet in snippets(os.path.join(content, path), path)]
    counts = collections.Counter(snippet.language for snippet in found if snippet.language in judges.JUDGES)

    def work(part):
        with tempfile.TemporaryDirectory() as folder:
            shop = judges.Workshop(folder, tools)
            return [(snippet, judges.JUDGES[snippet.language](snippet, shop)) for snippet in part]

    judged = [snippet for snippet in found if snippet.language in judges.JUDGES]
    with ThreadPoolExecutor(2) as pool:
        results = [result for part in pool.map(work, (judged[0::2], judged[1::2])) for result in part]
    refused = [(snippet, complaint) for snippet, complaint in results if complaint is not None]
    for snippet, complaint in sorted(refused, key=lambda entry: (entry[0].path, entry[0].line)):
        print(f"{snippet}: {complaint}")
    print(", ".join(f"{count} {language}" for language, count in counts.most_common()), file=sys.stderr)
    sys.exit(1 if refused else 0)


main()
