"""Holds generated configuration for systems that cannot be run here against their schemas and grammars.

check_config.py PACK prints one line per problem and a summary; PACK is the folder error-pages.
"""

import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import hcl2
import kubernetes_validate
import yaml

PACK = Path(sys.argv[1])
CONFIG = PACK / "config"
KUBERNETES = "1.33"
problems = []
checked = 0


def problem(path, text):
    problems.append(f"{path.relative_to(CONFIG)}: {text}")


class Lenient(yaml.SafeLoader):
    """CloudFormation has tags of its own; cfn-lint judges those."""


Lenient.add_multi_constructor("!", lambda loader, suffix, node: None)


def documents(path):
    return [entry for entry in yaml.load_all(path.read_text(), Loader=Lenient) if entry is not None]


for path in sorted(CONFIG.rglob("*.yaml")):
    checked += 1
    try:
        entries = documents(path)
    except yaml.YAMLError as error:
        problem(path, error)
        continue
    if not entries:
        problem(path, "is empty")
    for entry in entries if path.parent.name in {"kubernetes", "gateway-api"} else []:
        group = entry["apiVersion"].split("/")[0]
        # Resources of Kubernetes itself have schemas; those of others are seen to be YAML with the four usual keys.
        if group in {"v1", "apps", "networking.k8s.io"}:
            try:
                kubernetes_validate.validate(entry, KUBERNETES, strict=True)
            except Exception as error:
                problem(path, f"{entry['kind']}: {error}")
        elif entry["kind"] == "Kustomization":
            for generator in entry["configMapGenerator"]:
                size = 0
                for name in generator["files"]:
                    # A file may have another name in the map.
                    file = path.parent / name.split("=")[-1]
                    if not file.is_file():
                        problem(path, f"{name} does not exist")
                        continue
                    size += file.stat().st_size + len(file.name)
                if size > 1024 * 1024 - 4096:
                    problem(path, f"{generator['name']} holds {size} bytes, more than a ConfigMap can")
        elif not (entry["metadata"]["name"] and entry["spec"]):
            problem(path, f"{entry['kind']} says nothing")
        if entry["kind"] == "BackendTrafficPolicy":
            for override in entry["spec"]["responseOverride"]:
                body = override["response"]["body"]["inline"]
                if not body.startswith("<!doctype html>") or len(body.encode()) > 4096:
                    problem(path, f"the page for {override['match']} is no page of at most 4,096 bytes")

for path in sorted(CONFIG.rglob("*.tf")):
    checked += 1
    try:
        parsed = hcl2.loads(path.read_text())
        if not parsed.get("resource"):
            problem(path, "has no resource")
    except Exception as error:
        problem(path, f"{type(error).__name__}: {error}")
    # Files that Terraform reads have to be in the pack.
    text = path.read_text()
    for part in text.split('file("${path.module}/error-pages/')[1:]:
        name = part.split('"')[0]
        if not (PACK / name).is_file():
            problem(path, f"{name} does not exist")

for path in sorted(CONFIG.rglob("web.config")):
    checked += 1
    try:
        root = ElementTree.parse(path).getroot()
        for error in root.iter("error"):
            file = error.get("path").replace("\\", "/").removeprefix("error-pages/")
            if not (PACK / file).is_file():
                problem(path, f"{file} does not exist")
    except ElementTree.ParseError as error:
        problem(path, error)

for path in sorted((CONFIG / "cloudflare").glob("*.html")):
    checked += 1
    # What Cloudflare asks of an error page.
    text = path.read_text()
    token = "::CLOUDFLARE_ERROR_500S_BOX::" if path.name.startswith("500") else "::CLOUDFLARE_ERROR_1000S_BOX::"
    if text.count(token) != 1 or "<head>" not in text or "</head>" not in text or "referrer" in text:
        problem(path, "is no error page that Cloudflare takes")

templates = sorted(str(path) for path in (CONFIG / "aws").glob("*.yaml"))
checked += len(templates)
result = subprocess.run(
    [sys.executable, "-c", "from cfnlint.runner import main; main()", "--format", "parseable", "--", *templates], capture_output=True, text=True
)
problems += [line for line in (result.stdout + result.stderr).splitlines() if line.strip()]

print("\n".join(problems))
print(f"{checked} files checked", file=sys.stderr)
sys.exit(1 if problems or checked < 12 else 0)
