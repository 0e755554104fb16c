"""Each kind of output, read by a parser that is not ours: what it is made of, apart from its words, and the words."""

import hashlib
import json
import re
from html import unescape
import xml.etree.ElementTree as ElementTree

import crossplane
import hcl2
import html5lib
import yaml

MARK = re.compile(r"K([a-z]{3})(.*?)\1Z", re.S)
# A long string of VCL: between {" and "}, or with a word at the braces.
LONG = re.compile(r'\{(\w*)"(.*?)"\1\}', re.S)
ADDRESSES = {"href", "src", "action", "formaction", "data", "poster", "cite"}
HARMLESS = re.compile(r"(?:https?:|mailto:|tel:|[^:]*(?:[/?#]|$))", re.S)


class Unreadable(Exception):
    pass


class Lenient(yaml.SafeLoader):
    """CloudFormation has tags of its own."""


def _tagged(loader, suffix, node):
    if isinstance(node, yaml.ScalarNode):
        return {f"!{suffix}": node.value}
    build = loader.construct_sequence if isinstance(node, yaml.SequenceNode) else loader.construct_mapping
    return {f"!{suffix}": build(node, deep=True)}


Lenient.add_multi_constructor("!", _tagged)


def read(path, data):
    """Shape and texts of a file, by its name."""
    name = path.rsplit("/", 1)[-1]
    if name.endswith(".png"):
        return "picture", []
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"is not UTF-8: {error}")
    if "config" in path.split("/")[:2] or "error-pages" in path and "/config/" in path:
        return _config(path, name, text)
    if name.endswith(".html"):
        # Caddy's templates: an action that is a text stands for that text.
        if "/live/caddy/" in path:
            text = text.replace('{{"{{"}}', "\1")
            text = re.sub(r'\{\{(?:\(now\)[.\w ]*"[-\d :]*"|\.|end|if ne \. "-"|with placeholder "[\w.]+")\}\}', "", text)
            if "{{" in text:
                raise Unreadable("holds an action of a template: " + text[text.index("{{"):][:60])
            text = text.replace("\1", "{{")
        return html(text)
    if name.endswith(".http"):
        head, _, body = text.partition("\r\n\r\n")
        status, *fields = head.split("\r\n")
        if not re.fullmatch(r"HTTP/1\.[01] \d{3} [\x20-\x7e]*", status) or re.search(r"[\r\n]", head.replace("\r\n", "")):
            raise Unreadable(f"does not have the head of an answer: {head[:80]!r}")
        shape, texts = html(body)
        # The reason is for nobody to read: what is not ASCII in it is a question mark.
        return ([field.split(":")[0] for field in fields], shape), texts
    if name.endswith(".json"):
        return _value(json.loads(text))
    if name.endswith(".xml"):
        return xml(text)
    if name.endswith(".js") and "/search/" in path and "interludeSearch(" in text[:40]:
        return _search(text)
    if name == "_headers":
        return [re.match(r"\s*[^:\s]*", line)[0] for line in text.split("\n")], [text]
    if re.search(r"[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]", text):
        raise Unreadable("holds a control character")
    if name.endswith((".js", ".css")):
        return hashlib.sha256(MARK.sub("X", text).encode()).hexdigest(), [text]
    if name.endswith(".txt") and "error-pages" in path:
        return text.count("\n"), [text]
    return "text", [text]


def _without_operators(text):
    """What Envoy makes of a format: a doubled percent sign is one, any other begins an operator, of which we write a few."""
    rest = re.sub(r"%(?:START_TIME\([^)]*\)|CONNECTION_ID|DYNAMIC_METADATA\(interlude:[^)]+\))%", "", text.replace("%%", "\1"))
    if "%" in rest:
        raise Unreadable("holds an operator of Envoy's: " + rest[rest.index("%"):][:60])
    return rest.replace("\1", "%")


def html(text):
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    tree = parser.parse(text)
    texts = []

    def shape(node):
        if not isinstance(node.tag, str):
            texts.append(node.text or "")
            return ("comment", len(MARK.findall(node.text or "")))
        extra = None
        for name, value in node.attrib.items():
            # Names are made of words, and hold what a name may.
            if str(name) not in ("id", "for", "name") and not str(name).startswith("aria-") and value[:1] != "#":
                texts.append(value)
            if str(name) in ADDRESSES and not HARMLESS.match(value):
                raise Unreadable(f"leads to {value[:60]!r}")
        if node.tag == "style" or node.get("style"):
            extra = hashlib.sha256(((node.text or "") + (node.get("style") or "")).encode()).hexdigest()
        if node.tag == "script":
            if "json" in (node.get("type") or ""):
                extra, found = _value(json.loads(node.text))
                texts.extend(found)
            else:
                extra = node.text
        if node.tag == "meta" and node.get("http-equiv") == "Content-Security-Policy":
            extra = [part.split()[0] for part in node.get("content").split(";") if part.split()]
        # What is coloured in code depends on the words.
        children = [shape(child) for child in node if not (node.tag == "code" and child.tag == "span")]
        if node.tag == "code":
            for child in node.iter():
                if child is not node and (child.tag != "span" or set(child.attrib) - {"class"}):
                    raise Unreadable(f"has a <{child.tag}> in its code")
        return (node.tag, sorted(map(str, node.attrib)), extra, children)

    result = shape(tree)
    body = tree.find("body")
    texts.append("".join(body.itertext()) if body is not None else "")
    texts += ["".join(title.itertext()) for title in tree.iter("title")]
    errors = sorted(error for _, error, _ in parser.errors)
    return (result, errors), texts


def xml(text):
    texts = []

    def shape(node):
        texts.extend([node.text or "", node.tail or "", *node.attrib.values()])
        return (node.tag, sorted(node.attrib), [shape(child) for child in node])

    # The parser knows UTF-8 by itself.
    return shape(ElementTree.fromstring(text.encode())), texts


def _value(value):
    texts = []

    def shape(part):
        if isinstance(part, dict):
            texts.extend(key for key in part if isinstance(key, str))
            return {MARK.sub("X", key) if isinstance(key, str) else key: shape(item) for key, item in part.items()}
        if isinstance(part, list):
            return [shape(item) for item in part]
        if isinstance(part, str):
            page = _page(part, texts)
            if page is None:
                texts.append(part)
            return page or "text"
        return type(part).__name__

    return shape(value), texts


def _page(text, texts):
    """A page, or a piece of one, that a configuration carries."""
    if text.lstrip().lower().startswith("<!doctype html") or re.search(r"</d[dt]>|<dd ", text):
        shape, more = html(text)
        texts.extend(more)
        return repr(shape)
    return None


def _search(text):
    """What the index says of pages is one list with a line for each; of words there are others."""
    texts, lines, at = [], {}, 0
    while at < len(text.rstrip()):
        call = re.compile(r'\s*interludeSearch\("(\w+)",').match(text, at)
        if not call:
            raise Unreadable(f"is no call at {at}: {text[at:at + 40]!r}")
        value, end = json.JSONDecoder().raw_decode(text, call.end())
        texts += _value(value)[1]
        if call[1] == "head":
            lines = {key: value[key].count("\n") for key in ("paths", "titles")}
            if lines["paths"] != lines["titles"]:
                raise Unreadable(f"does not have a title for each page: {lines}")
        at = re.compile(r"\);?\s*").match(text, end).end()
    return lines, texts


def _config(path, name, text):
    if re.search(r"[\0-\x08\x0b\x0c\x0e-\x1f\x7f]", text):
        raise Unreadable("holds a control character")
    if name.endswith(".md"):
        return "text", [text]
    if name.endswith(".yaml"):
        return _value([entry for entry in yaml.load_all(text, Loader=Lenient)])
    if name.endswith(".tf"):
        if re.search(r"(?<![$])[$]\{(?:file\(1\)|jndi|AWS)|(?<!%)%\{(?:if x| raw)", re.sub(r"(?m)^ *#.*", "", text)):
            raise Unreadable("lets Terraform evaluate a word")
        return _value(hcl2.loads(text))
    if name.endswith(".config"):
        return xml(text)
    if name.endswith(".html"):
        # Envoy's format, in which a percent sign begins an operator.
        return html(_without_operators(text) if "/envoy/" in path else text)
    if "/nginx/" in path or "page-service" in path or name == "nginx.conf":
        return _nginx(text)
    if name.endswith(".map"):
        shapes, texts = [], []
        for line in text.split("\n"):
            key, _, value = line.partition(" ")
            if name == "rows.map":
                value = unescape(value)
            kind = re.search(r"\.(html|json|xml)?\+?$", key)
            reader = {"html": html, "json": lambda text: _value(json.loads(text)), "xml": xml}.get(kind and kind[1])
            shape, found = reader(value) if reader else (None, [value])
            shapes.append((key, shape))
            texts += found
        return shapes, texts
    # Of the others, what is no comment is the same but for the words; the real programs say whether the words end.
    mark = "--" if name.endswith(".lua") else "//" if name.endswith((".js", ".jsonc")) else "#"
    if name.endswith((".Caddyfile", ".caddy", ".conf", ".cfg", ".vcl", ".lua", ".htaccess", ".js", ".jsonc")):
        kept = "\n".join(line for line in text.split("\n") if not line.lstrip().startswith(mark))
        texts = [LONG.sub("", kept)]
        pages = [_page(found[1], texts) for found in LONG.findall(kept)]
        code = LONG.sub("PAGE", kept)
        return (MARK.sub("X", code), pages), texts
    raise Unreadable("is of no known kind")


def _nginx(text):
    import tempfile
    with tempfile.NamedTemporaryFile("w", suffix=".conf", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        parsed = crossplane.parse(file.name, single=True, comments=False, check_ctx=False, check_args=False)
    if parsed["errors"]:
        raise Unreadable(str(parsed["errors"])[:200])
    texts = []

    def shape(lines):
        for line in lines:
            texts.extend(line["args"])
        return [(line["directive"], len(line["args"]), shape(line.get("block", []))) for line in lines]

    return shape(parsed["config"][0]["parsed"]), texts + [text]
