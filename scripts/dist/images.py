"""What is in the container images: some of Debian's packages, unpacked, and Interlude on top."""

import os
import pathlib
import re
import stat
import subprocess

from archive import Entry
from oci import image

# What of the packages no program in an image reads.
UNREAD = re.compile(
    r"usr/share/(doc/(?!.*/copyright$)|man|info|lintian|locale|bug|bash-completion|vim|initramfs-tools)"
    r"|usr/lib/.*/gconv|boot$|var/lib/dpkg/info|etc/init"
    # HAProxy's forms of the pages, which no nginx sends.
    r"|[a-zA-Z-]+/[0-9]+\.(http|nano\.html)$")
TOOLS = "Debian's libc and busybox"


def tree(folder, below=""):
    """A folder's files as entries of an archive."""
    for path in sorted(pathlib.Path(folder).rglob("*")):
        name = path.relative_to(folder).as_posix()
        if UNREAD.match(name):
            continue
        if path.is_symlink():
            yield Entry(below + name, link=os.readlink(path))
        elif path.is_dir():
            yield Entry(below + name + "/", mode=stat.S_IMODE(path.stat().st_mode))
        else:
            yield Entry(below + name, path.read_bytes(), stat.S_IMODE(path.stat().st_mode))


def tools(folder):
    """A shell and the usual small programs, all of them busybox."""
    names = subprocess.run([folder / "bin/busybox", "--list"], check=True, capture_output=True, text=True).stdout.split()
    yield Entry("bin/sh", link="busybox")
    for name in names:
        if name != "busybox":
            yield Entry(f"usr/local/bin/{name}", link="/bin/busybox")


def program(contents):
    doc = "usr/share/doc/interlude"
    return "interlude", [
        Entry("usr/bin/interlude", contents.binary, 0o755),
        Entry(f"{doc}/LICENSE", contents.licence),
        Entry(f"{doc}/THIRD-PARTY-LICENSES", contents.licences),
        Entry(f"{doc}/interlude.cdx.json", contents.bill),
    ]


PATH = "PATH=/usr/local/bin:/usr/sbin:/usr/bin:/bin"


def for_pipelines(version, epoch, contents, base):
    """The program and a shell, for continuous integration."""
    layers = [(TOOLS, [*tree(base), *tools(base)]), program(contents)]
    settings = {"Env": [PATH], "WorkingDir": "/work", "Cmd": ["interlude", "--help"]}
    layers[0][1].append(Entry("work/", mode=0o777))
    return image("interlude", version, epoch, layers, settings)


def page_service(version, epoch, contents, base, service, pages):
    """nginx with error pages: `service` is the folder of its configuration, `pages` a pack."""
    layers = [
        ("Debian's nginx and busybox", [*tree(base), *tools(base)]),
        program(contents),
        # The name by which the other image is asked for its health.
        ("error pages", [Entry("bin/error-pages", link="/etc/interlude-pages/start.sh"),
                         *tree(service, "etc/interlude-pages/"), *tree(pages, "var/www/error-pages/")]),
    ]
    settings = {
        "Env": [PATH],
        "User": "65532:65532",
        "ExposedPorts": {"8080/tcp": {}},
        "Entrypoint": ["/etc/interlude-pages/start.sh"],
        # Docker's and Podman's; others ask an address of their own choice.
        "Healthcheck": {
            "Test": ["CMD-SHELL", "wget -q -O /dev/null http://127.0.0.1:${HTTP_PORT:-8080}/healthz"],
            "Interval": 10_000_000_000,
            "Timeout": 2_000_000_000,
        },
    }
    return image("interlude-pages", version, epoch, layers, settings)
