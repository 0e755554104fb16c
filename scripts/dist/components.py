"""What is linked into the binary: name, version, licence and its text, for the list of licences and the bill of materials.

Versions are those of what is really there: the toolchain, Package.resolved and the packages of this machine."""

import hashlib
import json
import pathlib
import re
import shutil
import subprocess
from dataclasses import dataclass

HERE = pathlib.Path(__file__).parent
SWIFT = "Apache-2.0 WITH Swift-exception"


@dataclass(frozen=True)
class Component:
    name: str
    version: str
    licence: str  # an SPDX expression
    text: str
    purl: str


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def toolchain():
    swift = pathlib.Path(shutil.which("swiftc"))
    version = re.search(r"Swift version (\S+)", run("swiftc", "--version"))[1]
    text = (swift.parent.parent / "share/swift/LICENSE.txt").read_text()
    icu = swift.parent.parent / "lib/swift_static/linux/lib_FoundationICU.a"
    data = re.search(rb"icudt(\d+)", icu.read_bytes())[1].decode()
    yield Component("swift", version, SWIFT, text, f"pkg:github/swiftlang/swift@swift-{version}-RELEASE")
    for part in ("swift-foundation", "swift-corelibs-foundation", "swift-corelibs-libdispatch"):
        yield Component(part, version, SWIFT, text, f"pkg:github/swiftlang/{part}@swift-{version}-RELEASE")
    yield Component(
        "icu", data, "Unicode-3.0", (HERE / "licences/ICU.txt").read_text(),
        f"pkg:github/swiftlang/swift-foundation-icu@swift-{version}-RELEASE")


# SPDX expressions of the Swift packages; a new dependency stops the run until its licence was looked up.
PACKAGES = {
    "swift-argument-parser": SWIFT,
}
# Packages that only tests use, and no binary contains.
TESTS_ONLY = {"swift-mustache"}


def packages(root):
    checkouts = {folder.name.lower(): folder for folder in (root / ".build/checkouts").iterdir()}
    for pin in json.loads((root / "Package.resolved").read_text())["pins"]:
        name, version = pin["identity"], pin["state"]["version"]
        if name in TESTS_ONLY:
            continue
        if name not in PACKAGES:
            raise SystemExit(f"components.py does not say under which licence {name} is")
        text = next(checkouts[name].glob("LICENSE*")).read_text()
        repository = pin["location"].removesuffix(".git").split("github.com/")[1]
        yield Component(name, version, PACKAGES[name], text, f"pkg:github/{repository}@{version}")


# Debian's packages whose archives are linked, and what of them.
SYSTEM = {
    "libcmark-dev": "BSD-2-Clause AND MIT",
    "libssl-dev": "Apache-2.0",
    "libstemmer-dev": "BSD-3-Clause",
    "libyaml-dev": "MIT",
    "zlib1g-dev": "Zlib",
    "libstdc++-12-dev": "GPL-3.0-or-later WITH GCC-exception-3.1",
}


def system():
    for name, licence in SYSTEM.items():
        version = run("dpkg-query", "--show", "--showformat", "${Version}", name)
        text = pathlib.Path(f"/usr/share/doc/{name}/copyright").read_text()
        if licence == "Apache-2.0":
            text += "\n" + pathlib.Path("/usr/share/common-licenses/Apache-2.0").read_text()
        yield Component(name, version, licence, text, f"pkg:deb/debian/{name}@{version}?distro=bookworm")


def all_of(root):
    return sorted([*toolchain(), *packages(root), *system()], key=lambda each: each.name)


def texts(components):
    """One file with every licence text once, and above it whose it is."""
    owners = {}
    for each in components:
        owners.setdefault(hashlib.sha256(each.text.encode()).digest(), []).append(each)
    parts = ["The binary of Interlude, itself under the MIT licence, contains the following, each under its own.\n"]
    for group in owners.values():
        heads = [f"{each.name} {each.version} ({each.licence})" for each in group]
        rule = "=" * 78
        parts.append("\n".join([rule, *heads, rule, "", group[0].text.strip(), ""]))
    return "\n".join(parts)
