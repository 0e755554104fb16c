"""A Debian package, made by dpkg-deb, which takes its times from SOURCE_DATE_EPOCH."""

import email.utils
import hashlib
import os
import pathlib
import subprocess
import tempfile

from archive import gz

CONTROL = """Package: interlude
Version: {version}
Architecture: amd64
Maintainer: Interlude maintainers <maintainers@interlude.example>
Installed-Size: {size}
Depends: libc6 (>= {glibc})
Suggests: git
Section: web
Priority: optional
Description: branded error pages for proxies, and a check that visitors see them
 Interlude turns Markdown into self-contained error pages for nginx, Caddy,
 Apache, HAProxy, Traefik, Envoy and others, and into the help site they link
 to.
 .
 It also reads the configuration of nginx or Caddy and says where a visitor
 will not see those pages when an upstream fails, follows single requests, and
 names the causes of lines in error logs.
"""

COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: interlude
Comment: The binary contains libraries under licences of their own, whose texts
 are in /usr/share/doc/interlude/THIRD-PARTY-LICENSES.gz.

Files: *
Copyright: 2026 The Interlude maintainers
License: Expat
{licence}
"""

# Why lintian's objections do not apply.
OVERRIDES = """# The binary runs on every Debian since 11 and on Ubuntu since 20.04, whose own versions of these differ.
interlude: embedded-library
# Read by their shells, which is what their first lines say.
interlude: script-not-executable
"""


def paragraphs(text):
    """A licence as a field of a control file: indented, empty lines marked."""
    body = text.decode().split("\n\n", 2)[2]
    return "\n".join(" " + (line or ".") for line in body.strip().splitlines())


def files(version, epoch, contents):
    share, doc = "usr/share", "usr/share/doc/interlude"
    date = email.utils.formatdate(epoch)
    changelog = (
        f"interlude ({version}) stable; urgency=medium\n\n"
        f"  * See CHANGELOG.md.gz.\n\n -- Interlude maintainers <maintainers@interlude.example>  {date}\n"
    )
    yield "usr/bin/interlude", contents.binary, 0o755
    for name, text in contents.manuals:
        yield f"{share}/man/man1/{name}.gz", gz(text), 0o644
    yield f"{share}/bash-completion/completions/interlude", contents.completions["bash"], 0o644
    yield f"{share}/zsh/vendor-completions/_interlude", contents.completions["zsh"], 0o644
    yield f"{share}/fish/vendor_completions.d/interlude.fish", contents.completions["fish"], 0o644
    yield f"{share}/lintian/overrides/interlude", OVERRIDES.encode(), 0o644
    yield f"{doc}/copyright", COPYRIGHT.format(licence=paragraphs(contents.licence)).encode(), 0o644
    yield f"{doc}/changelog.gz", gz(changelog.encode()), 0o644
    yield f"{doc}/CHANGELOG.md.gz", gz(contents.changes), 0o644
    yield f"{doc}/THIRD-PARTY-LICENSES.gz", gz(contents.licences), 0o644
    yield f"{doc}/interlude.cdx.json.gz", gz(contents.bill), 0o644


def deb(version, glibc, epoch, contents):
    """The name of the file and its bytes. `glibc` is the oldest version the binary runs with, such as (2, 29)."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder, "root")
        sums, size = [], 0
        for path, data, mode in files(version, epoch, contents):
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            file.chmod(mode)
            sums.append(f"{hashlib.md5(data).hexdigest()}  {path}\n")
            size += -(-len(data) // 1024)
        control = root / "DEBIAN"
        control.mkdir()
        libc = ".".join(map(str, glibc))
        (control / "control").write_text(CONTROL.format(version=version, size=size, glibc=libc))
        (control / "md5sums").write_text("".join(sorted(sums, key=lambda line: line.split("  ")[1])))
        for path in [root, *root.rglob("*")]:
            if path.is_dir():
                path.chmod(0o755)
        output = pathlib.Path(folder, "package.deb")
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Zxz", "-z3", "--build", str(root), str(output)],
            check=True, stdout=subprocess.DEVNULL, env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch)})
        return f"interlude_{version}_amd64.deb", output.read_bytes()
