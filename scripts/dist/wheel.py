"""A wheel (https://packaging.python.org/specifications/binary-distribution-format/) that puts the binary on the PATH.

No Python runs when it does: the binary is a script of the wheel. `python -m interlude` finds it, too."""

import base64
import hashlib
import io
import time
import zipfile

MAIN = '''"""Hands over to the binary that this wheel installed."""

import os
import sys
import sysconfig


def find():
    for scheme in (None, f"{os.name}_user"):
        folder = sysconfig.get_path("scripts", scheme) if scheme else sysconfig.get_path("scripts")
        path = os.path.join(folder, "interlude")
        if os.path.isfile(path):
            return path
    # Installed with --target, beside this package.
    path = os.path.join(os.path.dirname(os.path.dirname(__file__)), "bin", "interlude")
    if os.path.isfile(path):
        return path
    raise FileNotFoundError("the program interlude is not where this package put it; install the package again")


if __name__ == "__main__":
    program = find()
    os.execv(program, [program, *sys.argv[1:]])
'''

METADATA = """Metadata-Version: 2.4
Name: interlude
Version: {version}
Summary: Error pages a proxy can serve when its upstream is gone, and the help site they link to
License-Expression: MIT
License-File: LICENSE
License-File: THIRD-PARTY-LICENSES
Keywords: error-pages,nginx,caddy,502,static-site
Classifier: Environment :: Console
Classifier: Operating System :: POSIX :: Linux
Classifier: Topic :: Internet :: WWW/HTTP
Requires-Python: >=3.8
Description-Content-Type: text/markdown

{description}"""


def wheel(version, glibc, epoch, contents, description):
    """The name of the file and its bytes. `glibc` is the oldest version the binary runs with, such as (2, 29)."""
    tag = f"py3-none-manylinux_{glibc[0]}_{glibc[1]}_x86_64"
    info, data = f"interlude-{version}.dist-info", f"interlude-{version}.data"
    files = [
        ("interlude/__init__.py", b'"""Interlude, a program; see `python -m interlude --help`."""\n', 0o644),
        ("interlude/__main__.py", MAIN.encode(), 0o644),
        (f"{data}/scripts/interlude", contents.binary, 0o755),
        *((f"{data}/data/share/man/man1/{name}", text, 0o644) for name, text in contents.manuals),
        (f"{info}/METADATA", METADATA.format(version=version, description=description).encode(), 0o644),
        (
            f"{info}/WHEEL",
            f"Wheel-Version: 1.0\nGenerator: interlude\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(),
            0o644,
        ),
        (f"{info}/licenses/LICENSE", contents.licence, 0o644),
        (f"{info}/licenses/THIRD-PARTY-LICENSES", contents.licences, 0o644),
        (f"{info}/sboms/interlude.cdx.json", contents.bill, 0o644),
    ]

    def record(name, bytes_):
        digest = base64.urlsafe_b64encode(hashlib.sha256(bytes_).digest()).rstrip(b"=").decode()
        return f"{name},sha256={digest},{len(bytes_)}\n"

    lines = "".join(record(name, bytes_) for name, bytes_, _ in files) + f"{info}/RECORD,,\n"
    files.append((f"{info}/RECORD", lines.encode(), 0o644))

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, bytes_, mode in files:
            entry = zipfile.ZipInfo(name, time.gmtime(max(epoch, 315532800))[:6])
            entry.external_attr = (0o100000 | mode) << 16
            entry.create_system = 3
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, bytes_)
    return f"interlude-{version}-{tag}.whl", buffer.getvalue()
