"""A bill of materials in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/), the same bytes for the same binary."""

import datetime
import hashlib
import json
import uuid


def component(name, version, licence, purl, kind="library"):
    return {
        "type": kind,
        "bom-ref": purl,
        "name": name,
        "version": version,
        "licenses": [{"expression": licence}],
        "purl": purl,
    }


def document(version, epoch, binary, components):
    """`components` are values of components.py; `binary` is what they are linked into."""
    digest = hashlib.sha256(binary).hexdigest()
    purl = f"pkg:generic/interlude@{version}"
    root = component("interlude", version, "MIT", purl, "application")
    root["hashes"] = [{"alg": "SHA-256", "content": digest}]
    time = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc)
    bill = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        # The number belongs to the binary, so that the same binary has the same bill.
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, digest)}",
        "version": 1,
        "metadata": {"timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ"), "component": root},
        "components": [component(each.name, each.version, each.licence, each.purl) for each in components],
        "dependencies": [
            {"ref": purl, "dependsOn": [each.purl for each in components]},
            *({"ref": each.purl} for each in components),
        ],
    }
    return json.dumps(bill, indent=2, ensure_ascii=False) + "\n"
