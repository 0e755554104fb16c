"""check_manifests.py FILE   Holds rendered manifests against the schemas of Kubernetes, and their references against each other."""

import sys

import kubernetes_validate
import yaml

KUBERNETES = "1.33"
OWN = {"v1", "apps"}
entries = [entry for entry in yaml.safe_load_all(open(sys.argv[1])) if entry]
problems = []
named = {(entry["kind"], entry["metadata"]["name"]) for entry in entries}
if len(named) != len(entries):
    problems.append("two things have one name")
for entry in entries:
    name = f"{entry['kind']} {entry['metadata']['name']}"
    if entry["apiVersion"].split("/")[0] in OWN:
        try:
            kubernetes_validate.validate(entry, KUBERNETES, strict=True)
        except Exception as error:
            problems.append(f"{name}: {error}")
    if entry["kind"] == "ConfigMap" and sum(map(len, entry.get("data", {}).values())) > 1024 * 1024 - 4096:
        problems.append(f"{name} is larger than a ConfigMap can be")
    if entry["kind"] == "Service":
        selector = entry["spec"]["selector"].items()
        pods = [each["spec"]["template"]["metadata"]["labels"] for each in entries if each["kind"] == "Deployment"]
        if not any(selector <= labels.items() for labels in pods):
            problems.append(f"{name} selects nothing")
    if entry["kind"] != "Deployment":
        continue
    pod = entry["spec"]["template"]["spec"]
    volumes = {volume["name"]: volume for volume in pod["volumes"]}
    mounted = {mount["name"] for container in pod["containers"] for mount in container["volumeMounts"]}
    if mounted != set(volumes):
        problems.append(f"{name} mounts {mounted} of {set(volumes)}")
    for volume in volumes.values():
        source = volume.get("configMap")
        if not source:
            continue
        maps = [each for each in entries if (each["kind"], each["metadata"]["name"]) == ("ConfigMap", source["name"])]
        if not maps:
            problems.append(f"{name}: there is no ConfigMap {source['name']}")
        for item in source.get("items", []):
            if maps and item["key"] not in maps[0]["data"]:
                problems.append(f"{name}: there is no {item['key']} in {source['name']}")
print("\n".join(problems))
sys.exit(1 if problems or not entries else 0)
