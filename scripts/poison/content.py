"""A site of few pages, every text of which is a field that can hold a hostile word."""

import json
import re
from pathlib import Path
from urllib.parse import quote

import yaml

ROOT = Path(__file__).resolve().parents[2]
CODES = [404, 502, 503]
# Words that choose something, which no text can stand for.
CHOICES = {"language", "direction", "hop", "retry", "defaultLanguage", "languages", "engine", "help", "audience", "pattern"}

ADDRESS = "https://www.example.com/"

SETTINGS = {
    "name": "Example", "description": {"en": "Help.", "de": "Hilfe."}, "baseURL": "https://help.example.com/",
    "languages": ["en", "de"], "home": ADDRESS, "support": ADDRESS, "status": ADDRESS, "accent": "#0b6e6e",
    "codes": CODES, "help": "none", "feedback": ADDRESS, "editURL": "https://www.example.com/:path",
    "errorPages": {"liveValues": True}, "fullText": True, "glossary": "articles/causes/words.md",
    "search": {"synonyms": [["one", "two"], ["three", "four"]], "misses": ADDRESS},
    "analytics": {"script": "https://count.example.com/x.js", "data": {"domain": "help"}, "endpoint": "https://count.example.com/in"},
}
ENGINE = {"endpoint": "https://search.example.com/", "engine": "meilisearch", "key": "abc"}

EVIDENCE = [ADDRESS, {"what": "a refusal", "program": "nginx", "version": "1.22.1", "date": "2026-11-24", "url": ADDRESS}]

HARMLESS = "word"
# Said of a field that takes no word at all.
KEPT = "kept"

# A field stands as {number}: as plain text, in a code span, in a block of code, as an address with its marks escaped for Markdown or for the address.
BODY = """## Symptom

{t}

## Confirm

{c}

## Fix

{t}

## Prevent

{t}

### Heading {t}

Text {t} with *stress {t}*, **more {t}** and ~~none {t}~~, [a link {t}](words.md "{t}"), {c}.

![A picture {t}](dot.png "{t}")

- item {t}

> quote {t}

> [!NOTE]
> {t}

| {t} | {c} |
| --- | --- |
| {t} | {c} |

A note.[^1]

[^1]: {t}

<https://www.example.com/{q}> and [x](<https://www.example.com/?{u}#{u}>)

""" + "\n".join(f"~~~~{language}\n{{b}}\n~~~~\n" for language in (
    "nginx", "caddyfile", "apache", "haproxy", "vcl", "bash", "yaml", "json", "ini", "python", "php", "html", "text", ""))

# One transparent pixel.
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082")


def files(with_engine=False):
    """Path and what it holds: settings or, for Markdown, settings and a text."""
    settings = json.loads(json.dumps(SETTINGS))
    if with_engine:
        settings["search"].update(ENGINE)
    result = {"site.yaml": (settings, None)}
    for language in ("en", "de"):
        strings = yaml.safe_load((ROOT / f"content/locales/{language}.yaml").read_text())
        strings["codes"] = {key: value for key, value in strings["codes"].items()
                            if key in CODES or key in ("4xx", "5xx", "maintenance")}
        result[f"locales/{language}.yaml"] = (strings, None)
    for code in CODES:
        matter = {"code": code, "reason": "Reason", "description": "What it is.", "hop": "server", "retry": "later",
                  "article": "../articles/causes/down.md", "keywords": ["one", "two"], "sources": EVIDENCE}
        sections = "".join(f"\n## For {who}\n\n{{t}}\n" for who in ("visitors", "site owners", "developers"))
        result[f"errors/{code}.md"] = (matter, "The start {t}.\n" + sections)
    # The words of the template's translation stand in for German ones.
    result["articles/index.md"] = ({"title": "All"}, "Text {t}.\n")
    result["articles/causes/index.md"] = ({"title": "Causes", "description": "Where."}, "Text {t}.\n")
    result["articles/causes/words.md"] = ({"title": "Words", "description": "What."}, "## Word {t}\n\nMeans {t}.\n")
    result["articles/causes/down.md"] = (
        {"title": "It is down", "description": "What.", "tags": ["tag one", "tag two"], "keywords": ["down"],
         "aliases": ["/old/name/"], "codes": [502], "cause": "down", "sources": EVIDENCE, "related": ["words.md"],
         "signatures": [{"text": "connect() failed while asking", "component": "nginx"}]}, BODY)
    return result


class Site:
    """Writes the site with one word in every field that takes it."""

    def __init__(self, with_engine=False):
        self.files = files(with_engine)
        self.names = []
        for path, (matter, text) in self.files.items():
            self._number(path, matter)
            if text:
                count = len(re.findall(r"\{[tcbuq]\}", text))
                self.names += [f"{path} text {at + 1}" for at in range(count)]

    def _number(self, path, value, key=""):
        if isinstance(value, dict):
            for name, part in value.items():
                if name not in CHOICES:
                    self._number(path, part, f"{key}.{name}" if key else str(name))
        elif isinstance(value, list):
            for at, part in enumerate(value):
                self._number(path, part, f"{key}[{at}]")
        elif isinstance(value, str):
            self.names.append(f"{path} {key}")

    def write(self, folder, poison, plain):
        """Fields whose numbers are in `plain` have a harmless word or, if that is not taken either, keep their value."""
        counter = iter(range(len(self.names)))
        for path, (matter, text) in self.files.items():
            lines = list(_yaml(_filled(matter, counter, poison, plain)))
            if text:
                lines = ["---", *lines, "---", "", _markdown(text, counter, poison, plain)]
            target = Path(folder, "content", path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="")
        Path(folder, "content/articles/causes/dot.png").write_bytes(PICTURE)


def marked(number, poison):
    """The word between marks that tell its field. They are letters: a heading must have no number."""
    mark = "".join(chr(97 + number // 26**place % 26) for place in (2, 1, 0))
    return f"K{mark}{poison}{mark}Z"


def number(mark):
    return sum((ord(letter) - 97) * 26**place for place, letter in zip((2, 1, 0), mark))


def _filled(value, counter, poison, plain, name=""):
    if isinstance(value, dict):
        return {key: part if key in CHOICES else _filled(part, counter, poison, plain, key) for key, part in value.items()}
    if isinstance(value, list):
        return [_filled(part, counter, poison, plain) for part in value]
    if not isinstance(value, str):
        return value
    at = next(counter)
    if plain.get(at) == KEPT:
        return value
    word = marked(at, HARMLESS if at in plain else poison)
    # A place in a text stays one, or the text would be refused for the lack of it; so does an address.
    places = "".join(re.findall(r"\{[a-zA-Z]+\}", value))
    if value.startswith("/"):
        return value + word + "/"
    return (value if value.startswith("https:") else "") + word + places


def _yaml(value, indent=""):
    for key, part in value.items():
        name = f"{indent}{key}:"
        if isinstance(part, dict):
            yield name
            yield from _yaml(part, indent + "  ")
        elif isinstance(part, list) and part:
            yield name
            for item in part:
                if isinstance(item, dict):
                    lines = list(_yaml(item, indent + "    "))
                    yield f"{indent}  - {lines[0].lstrip()}"
                    yield from lines[1:]
                else:
                    yield f"{indent}  - {_flow(item)}"
        else:
            yield f"{name} {_flow(part)}"


def _flow(value):
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if not isinstance(value, str) or re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        return json.dumps(value)
    text = json.dumps(value, ensure_ascii=False)
    # What YAML wants escaped and JSON does not.
    return re.sub("[\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]", lambda found: f"\\u{ord(found[0]):04x}", text)


def _markdown(text, counter, poison, plain):
    def put(found):
        at = next(counter)
        word = marked(at, HARMLESS if at in plain else poison)
        if found[1] != "b":
            word = re.sub(r"[\r\n\0]+", " ", word)
        if found[1] == "c":
            ticks = "`" * (max((len(run) for run in re.findall("`+", word)), default=0) + 1)
            return f"{ticks}{word.replace('|', chr(92) + '|')}{ticks}"
        if found[1] == "q":
            return quote(word)
        if found[1] in "tu":
            # Only ASCII punctuation can be escaped; a line must not end up with white space that would be cut off.
            word = re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", word)
            return word.replace(" ", "%20") if found[1] == "u" else word
        return word

    return re.sub(r"\{([tcbuq])\}", put, text)
