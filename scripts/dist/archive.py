"""Archives that are the same for the same contents: sorted, owned by root, every time the one given."""

import gzip
import hashlib
import io
import lzma
import tarfile
from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    path: str  # relative, without a slash at either end
    data: bytes = b""
    mode: int = 0o644
    link: str = ""  # where a symbolic link leads


def folders(entries):
    """Every folder that the entries need, outermost first."""
    names = set()
    for entry in entries:
        parts = entry.path.split("/")[:-1]
        names.update("/".join(parts[: count + 1]) for count in range(len(parts)))
    return sorted(names)


def tar(entries, epoch, prefix=""):
    """The bytes of a tar archive in the POSIX format."""
    buffer = io.BytesIO()
    entries = [Entry(prefix + entry.path, entry.data, entry.mode, entry.link) for entry in entries]
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:

        def add(path, kind, mode, data=b"", link=""):
            info = tarfile.TarInfo(path)
            info.type, info.mode, info.linkname = kind, mode, link
            info.size, info.mtime = len(data), epoch
            info.uname = info.gname = "root"
            archive.addfile(info, io.BytesIO(data))

        given = {entry.path for entry in entries}
        for folder in folders(entries):
            if folder not in given:
                add(folder, tarfile.DIRTYPE, 0o755)
        for entry in sorted(entries, key=lambda each: each.path):
            if entry.link:
                add(entry.path, tarfile.SYMTYPE, 0o777, link=entry.link)
            elif entry.path.endswith("/"):
                add(entry.path[:-1], tarfile.DIRTYPE, entry.mode)
            else:
                add(entry.path, tarfile.REGTYPE, entry.mode, entry.data)
    return buffer.getvalue()


def xz(data):
    return lzma.compress(data, preset=3)


def gz(data, level=9):
    return gzip.compress(data, compresslevel=level, mtime=0)


def sha256(data):
    return hashlib.sha256(data).hexdigest()
