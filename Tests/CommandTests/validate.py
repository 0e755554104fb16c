"""Holds a content folder against the JSON Schemas in a folder: validate.py SCHEMAS CONTENT"""

import json
import pathlib
import sys

import jsonschema
import yaml


class Plain(yaml.SafeLoader):
    """Dates stay texts, as JSON has none."""


Plain.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def front_matter(path):
    return yaml.load(path.read_text().split("\n---\n", 1)[0], Plain)


def main(schemas, content):
    values = [("site", content / "site.yaml", yaml.load((content / "site.yaml").read_text(), Plain))]
    values += [("locale", path, yaml.load(path.read_text(), Plain)) for path in content.glob("locales/*.yaml")]
    values += [("error", path, front_matter(path)) for path in content.glob("errors/*.md")]
    values += [("article", path, front_matter(path)) for path in content.glob("articles/**/*.md")]
    values += [("tests", path, yaml.load(path.read_text(), Plain)) for path in schemas.glob("*-tests.yaml")]
    for kind in "prove", "compare":
        values += [(kind, path, json.loads(path.read_text())) for path in schemas.glob(f"*-{kind}.json")]
    problems = 0
    for kind, path, value in values:
        schema = json.loads((schemas / f"{kind}.json").read_text())
        validator = jsonschema.validators.validator_for(schema)
        validator.check_schema(schema)
        for error in validator(schema).iter_errors(value):
            problems += 1
            print(f"{path}: {error.json_path}: {error.message}")
        if validator(schema).is_valid({**value, "no-such-key": 1}):
            problems += 1
            print(f"{path}: the schema allows a key that does not exist")
    print(f"{len(values)} files, {problems} problems")
    return 1 if problems or len(values) < 10 else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))
