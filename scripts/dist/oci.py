"""Container images as OCI archives (https://github.com/opencontainers/image-spec), made without a container engine."""

import datetime
import json

from archive import Entry, gz, sha256, tar

ROOT = "application/vnd.oci.image"


def image(name, version, epoch, layers, settings):
    """The bytes of an archive with one image for amd64. `layers` are lists of entries, lowest first, each with what made
    it; `settings` are the image's, such as Entrypoint."""
    blobs = {}

    def blob(kind, data):
        blobs[sha256(data)] = data
        return {"mediaType": kind, "digest": f"sha256:{sha256(data)}", "size": len(data)}

    def document(kind, value):
        return blob(kind, json.dumps(value, sort_keys=True, separators=(",", ":")).encode())

    time = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    archives = [tar(entries, epoch) for _, entries in layers]
    labels = {
        "org.opencontainers.image.title": name,
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.licenses": "MIT",
        "org.opencontainers.image.created": time,
    }
    config = document(
        f"{ROOT}.config.v1+json",
        {
            "created": time,
            "architecture": "amd64",
            "os": "linux",
            "config": {**settings, "Labels": labels},
            "rootfs": {"type": "layers", "diff_ids": [f"sha256:{sha256(data)}" for data in archives]},
            "history": [{"created": time, "created_by": origin} for origin, _ in layers],
        })
    manifest = document(
        f"{ROOT}.manifest.v1+json",
        {
            "schemaVersion": 2,
            "mediaType": f"{ROOT}.manifest.v1+json",
            "config": config,
            "layers": [blob(f"{ROOT}.layer.v1.tar+gzip", gz(data, 6)) for data in archives],
            "annotations": labels,
        })
    # Engines that load the archive name the image by these.
    manifest["annotations"] = {
        "org.opencontainers.image.ref.name": version,
        "io.containerd.image.name": f"docker.io/library/{name}:{version}",
    }
    manifest["platform"] = {"architecture": "amd64", "os": "linux"}
    index = {"schemaVersion": 2, "mediaType": f"{ROOT}.index.v1+json", "manifests": [manifest]}
    entries = [
        Entry("oci-layout", b'{"imageLayoutVersion":"1.0.0"}'),
        Entry("index.json", json.dumps(index, sort_keys=True).encode()),
        *(Entry(f"blobs/sha256/{digest}", data) for digest, data in blobs.items()),
    ]
    return tar(entries, epoch)
