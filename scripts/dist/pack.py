#!/usr/bin/env python3
"""Writes every package of a release into one folder, with checksums. Called by make-dist.sh."""

import argparse
import pathlib
import re

import components
import sbom
from archive import Entry, gz, sha256, tar, xz
from contents import SHELLS, Contents, completions, manuals, needed, oldest_glibc
from deb import deb
from images import for_pipelines, page_service
from wheel import wheel

# Parts of libc, one library each before glibc 2.34.
LIBC = re.compile(r"(libc|libm|libdl|librt|libutil|libpthread|ld-linux-x86-64)\.so\.\d+")

def tarball(version, contents):
    name = f"interlude-{version}-linux-x86_64"
    entries = [
        Entry("bin/interlude", contents.binary, 0o755),
        Entry("LICENSE", contents.licence),
        Entry("THIRD-PARTY-LICENSES", contents.licences),
        Entry("README.md", contents.readme),
        Entry("CHANGELOG.md", contents.changes),
        Entry("interlude.cdx.json", contents.bill),
        *(Entry(f"share/man/man1/{name}", text) for name, text in contents.manuals),
        *(Entry(f"completions/{name}", contents.completions[shell]) for shell, name in SHELLS.items()),
    ]
    return name, entries


def chart(root, version, epoch):
    """The Helm chart, as `helm package` names it."""
    folder = root / "charts/interlude-pages"
    if f"\nversion: {version}\n" not in (folder / "Chart.yaml").read_text():
        raise SystemExit(f"charts/interlude-pages/Chart.yaml is not of version {version}")
    entries = [Entry(path.relative_to(folder).as_posix(), path.read_bytes())
               for path in sorted(folder.rglob("*")) if path.is_file()]
    return gz(tar(entries, epoch, "interlude-pages/"))


def sums_of(files, ending):
    return "".join(f"{sha256(data)}  {file}" for file, data in files.items() if file.endswith(ending))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("root", "binary", "manuals", "base", "nginx", "pages", "output"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--epoch", type=int, required=True)
    given = parser.parse_args()

    foreign = [name for name in needed(given.binary) if not LIBC.fullmatch(name)]
    if foreign:
        raise SystemExit(f"the binary needs more than libc: {', '.join(foreign)}")
    glibc = oldest_glibc(given.binary)
    linked = components.all_of(given.root)
    binary = given.binary.read_bytes()
    contents = Contents(
        binary=binary,
        manuals=manuals(given.manuals),
        completions=completions(given.binary),
        licence=(given.root / "LICENSE").read_bytes(),
        licences=components.texts(linked).encode(),
        bill=sbom.document(given.version, given.epoch, binary, linked).encode(),
        changes=(given.root / "CHANGELOG.md").read_bytes(),
        readme=(given.root / "README.md").read_bytes(),
    )

    name, entries = tarball(given.version, contents)
    files = {f"{name}.tar.xz": xz(tar(entries, given.epoch, f"{name}/"))}
    files.update([deb(given.version, glibc, given.epoch, contents)])
    files.update([wheel(given.version, glibc, given.epoch, contents, contents.readme.decode())])
    files[f"interlude-{given.version}.cdx.json"] = contents.bill
    files[f"interlude-{given.version}.oci.tar"] = for_pipelines(given.version, given.epoch, contents, given.base)
    files[f"interlude-pages-{given.version}.oci.tar"] = page_service(
        given.version, given.epoch, contents, given.nginx, given.root / "scripts/dist/pages", given.pages)

    files[f"interlude-pages-{given.version}.tgz"] = chart(given.root, given.version, given.epoch)

    given.output.mkdir(parents=True, exist_ok=True)
    for old in given.output.iterdir():
        old.unlink()
    sums = []
    for file, data in sorted(files.items()):
        (given.output / file).write_bytes(data)
        sums.append(f"{sha256(data)}  {file}\n")
        print(f"{len(data):>12,}  {file}")
    (given.output / "SHA256SUMS").write_text("".join(sums))
    print(f"For scripts/released.txt: {sums_of(files, '.tar.xz')}")
    print(f"The binary has {len(binary):,} bytes and runs with glibc {glibc[0]}.{glibc[1]} and later.")


if __name__ == "__main__":
    main()
