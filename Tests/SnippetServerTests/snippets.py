"""The fenced code blocks of Markdown files, each with its place."""

import re
from dataclasses import dataclass

FENCE = re.compile(r"^(?P<indent> *)(?:> ?)?(?P<fence>`{3,}|~{3,})(?P<info>[^`]*)$")


@dataclass
class Snippet:
    path: str
    line: int
    language: str
    info: str
    text: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.language}"


def snippets(path, name):
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    at = 0
    while at < len(lines):
        start = FENCE.match(lines[at])
        if not start:
            at += 1
            continue
        indent, fence = len(start["indent"]), start["fence"]
        body, first = [], at + 1
        at += 1
        while at < len(lines) and not lines[at].strip().startswith(fence):
            body.append(lines[at][min(indent, len(lines[at]) - len(lines[at].lstrip(" "))):])
            at += 1
        at += 1
        info = start["info"].strip()
        yield Snippet(name, first, info.split(" ")[0].lower(), info, "\n".join(body) + "\n")
