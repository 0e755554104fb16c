"""What every package holds: the binary, what is made by asking it, and texts of the repository."""

import os
import pathlib
import re
import subprocess
from dataclasses import dataclass

SHELLS = {"bash": "interlude.bash", "zsh": "_interlude", "fish": "interlude.fish"}


@dataclass(frozen=True)
class Contents:
    binary: bytes
    manuals: list  # name of the file and its bytes, in order
    completions: dict  # by shell
    licence: bytes
    licences: bytes  # of everything linked in
    bill: bytes
    changes: bytes
    readme: bytes


def completions(binary):
    """As ArgumentParser writes them, without the first line that bash's has: it is read, not run."""
    written = {
        shell: subprocess.run([binary, "--generate-completion-script", shell], check=True, capture_output=True).stdout
        for shell in SHELLS
    }
    written["bash"] = written["bash"].removeprefix(b"#!/bin/bash\n")
    return written


def manuals(folder):
    """Manual pages, named as `man interlude-check` looks for them, and without the empty lines that mdoc does not allow."""
    pages = []
    for file in sorted(pathlib.Path(folder).glob("*.1")):
        text = re.sub(r"\n\n+", "\n.Pp\n", file.read_text())
        text = re.sub(r"^\.(Xr|Dt) (interlude)\.(\w+)", r".\1 \2-\3", text, flags=re.MULTILINE | re.IGNORECASE)
        # The name of the page is one word; what one types is two.
        if command := re.search(r'^\.Nm "interlude (\w+)"$', text, re.MULTILINE):
            text = text.replace(command[0], f".Nm interlude-{command[1]}", 1)
            text = text.replace(".Sh SYNOPSIS\n.Nm\n", f".Sh SYNOPSIS\n{command[0]}\n", 1)
        pages.append((re.sub(r"^interlude\.(?=.*\.1$)(?!1$)", "interlude-", file.name), text.encode()))
    return pages


def oldest_glibc(binary):
    """The newest version of a symbol that the binary asks of libc, which is the oldest libc it runs with."""
    text = subprocess.run(
        ["objdump", "--dynamic-syms", binary], check=True, capture_output=True, text=True,
        env={**os.environ, "LC_ALL": "C"}).stdout
    versions = [part.split(")")[0].strip() for part in text.split("GLIBC_")[1:]]
    return max(tuple(map(int, version.split()[0].split("."))) for version in versions if version[0].isdigit())


def needed(binary):
    """The names of the shared libraries that the binary asks for."""
    text = subprocess.run(
        ["objdump", "--private-headers", binary], check=True, capture_output=True, text=True).stdout
    return [line.split()[1] for line in text.splitlines() if line.strip().startswith("NEEDED")]
