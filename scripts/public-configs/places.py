"""What a configuration has to be asked: its servers and locations, its upstreams, and the files it would serve."""
import os, pathlib, re

TOKEN = re.compile(r"""\s+|#[^\n]*|([{};])|"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|((?:\\.|\$\{\w+\}|[^\s{};"'#\\])(?:\\.|\$\{\w+\}|[^\s{};\\])*)""", re.S)


def tokens(text):
    at = 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            at += 1
            continue
        at = match.end()
        if match.group(1):
            yield match.group(1), True
        elif match.lastindex:
            yield next(group for group in match.groups()[1:] if group is not None), False


def parse(dumped):
    """The output of `nginx -T` as one tree of (words, block), every include in its place."""
    files, order = {}, []
    for part in re.split(r"^# configuration file (.+):$", dumped, flags=re.M)[1:]:
        order.append(part)
    for name, text in zip(order[::2], order[1::2]):
        files[name] = text
    root = order[0] if order else ""

    def block(stream):
        out, words = [], []
        for word, special in stream:
            if special and word == ";":
                if words and words[0] == "include":
                    out += included(words[1])
                elif words:
                    out.append((words, None))
                words = []
            elif special and word == "{":
                if words and words[0].endswith("by_lua_block"):
                    depth = 1
                    for inner, mark in stream:
                        depth += (inner == "{") - (inner == "}") if mark else 0
                        if not depth:
                            break
                    words = []
                    continue
                out.append((words, block(stream)))
                words = []
            elif special:
                return out
            else:
                words.append(word)
        return out

    def included(pattern):
        pattern = os.path.join("/etc/nginx", pattern)
        shape = re.compile(re.escape(pattern).replace(r"\*", "[^/]*").replace(r"\?", ".") + "$")
        return [item for name in sorted(files) if shape.match(name) for item in block(tokens(files[name]))]

    return block(tokens(files.get(root, "")))


def walk(tree, above=()):
    for words, inner in tree:
        yield words, inner, above
        if inner is not None:
            yield from walk(inner, above + (words,))


def address(listen):
    """(address to connect to, port) of a listen directive's first word; None for what cannot be asked."""
    if listen.startswith("unix:") or listen.startswith("["):
        return None
    host, _, port = listen.rpartition(":") if ":" in listen else ("", "", listen)
    if not host and not listen.isdigit():
        host, port = listen, "80"
    if not port.isdigit():
        return None
    return ("127.0.0.1" if host in ("", "*", "0.0.0.0", "localhost") else host, int(port))


def path_of(words):
    """A path that the location matches, or None."""
    if len(words) == 2:
        return None if words[1].startswith("@") else words[1].rstrip("/") + "/x1" if words[1] != "/" else "/x1"
    if words[1] == "=":
        return words[2]
    if words[1] == "^~":
        return words[2].rstrip("/") + "/x1"
    shape = words[2]
    match = re.fullmatch(r"\^?((?:/[\w.-]*)*)(.*)", shape)
    start, rest = match.group(1), match.group(2)
    for tail in ("", "/", "x1", "/x1", "/x1.php", "x1.php", ".php", "/index.php", "/a.css", "/a.png", "/1", "/.git/x", "/x1.pdf", "/x1/y/z", "/api/1/x"):
        try:
            if re.search(shape, start + tail, re.I if words[1] == "~*" else 0) and (start + tail).startswith("/"):
                return start + tail
        except re.error:
            return None
    return None


def places(tree):
    found = []
    for words, inner, above in walk(tree):
        if words[:1] != ["server"] or inner is None or not above or above[-1][0] != "http":
            continue
        listens = [item[0] for item in inner if item[0][0] == "listen"] or [["listen", "80"]]
        names = [name for item in inner if item[0][0] == "server_name" for name in item[0][1:]]
        hosts = [name.replace("*.", "www.") for name in names
                 if re.fullmatch(r"[\w.*-]+", name) and name != "_" and not name.endswith("*")] or ["made-up.example"]
        paths = ["/", "/missing/x"]
        for item, block, outer in walk(inner):
            if item[0] == "location" and (path := path_of(item)) and re.fullmatch(r"[\w/.,~=@%+-]+", path):
                paths.append(path)
        for words_of_listen in listens:
            where = address(words_of_listen[1])
            if where:
                tls = "ssl" in words_of_listen[2:] or any(item[0][:2] == ["ssl", "on"] for item in inner)
                for number, path in enumerate(dict.fromkeys(paths)):
                    # The first name and the last, in turns.
                    host = hosts[-1 if number % 2 else 0]
                    found.append({"address": where[0], "port": where[1], "tls": tls, "host": host, "path": path})
    # One of each server first, then the others.
    seen, first, later = set(), [], []
    for place in found:
        key = (place["port"], place["host"])
        (later if key in seen else first).append(place)
        seen.add(key)
    return first + later


def upstreams(tree):
    """The ports of all addresses that are passed to, and the paths of sockets."""
    out = set()
    variables = {words[1]: words[2] for words, _, _ in walk(tree) if words[0] == "set" and len(words) == 3}
    for words, inner, above in walk(tree):
        target = None
        if words[0].endswith("_pass") and len(words) > 1:
            target = words[1]
        elif words[0] == "server" and inner is None and above and above[-1][0] == "upstream":
            target = words[1]
        elif words[0] in ("set", "map", "default") or above and above[-1][0] == "map":
            target = words[-1] if "://" in words[-1] or re.fullmatch(r"[\w.-]+:\d+", words[-1]) else None
        if not target:
            continue
        for name, value in variables.items():
            target = target.replace(name, value)
        scheme = re.match(r"(\w+)://", target)
        target = re.sub(r"^(http|https|grpc|grpcs)://", "", target)
        if target.startswith("unix:"):
            out.add(os.path.normpath(re.sub("^/+", "/", target[5:].split(":")[0])))
            continue
        target = re.sub(r"^\w+://", "", target)
        port = re.match(r"[^/]*?:(\d+)", target)
        out.add(int(port.group(1)) if port else 443 if scheme and scheme.group(1) in ("https", "grpcs") else 80)
    return sorted(out, key=str)


def passes_to_itself(tree):
    """Whether it passes requests to a port of its own on this machine."""
    mine = {place["port"] for place in places(tree)}
    return any(words[0].endswith("_pass") and (match := re.search(r"//(?:127\.0\.0\.1|localhost)(?::(\d+))?(?:/|$)", words[-1])) and int(match.group(1) or 80) in mine
               for words, _, _ in walk(tree))


def furnish(tree):
    """Makes the pages and index files that the configuration names, each telling its own path."""
    roots, names, aliases = {"/usr/share/nginx/html"}, {"/index.html"}, []
    set_to = {words[1][1:]: words[2] for words, _, _ in walk(tree) if words[0] == "set" and len(words) == 3 and "$" not in words[2]}
    for words, inner, above in walk(tree):
        if words[0] in ("root", "alias", "error_page"):
            words = [re.sub(r"\$\{?(\w+)\}?", lambda found: set_to.get(found[1], found[0]), word) for word in words]
        if words[0] == "alias" and above and above[-1][0] == "location" and "$" not in words[1]:
            aliases.append((above[-1][-1], words[1]))
        if words[0] in ("root", "alias") and len(words) == 2 and "$" not in words[1]:
            roots.add(os.path.join("/usr/share/nginx", words[1]))
        if words[0] == "error_page" and words[-1].startswith("/"):
            names.add(words[-1].split("?")[0])
        if words[0] == "try_files":
            names.update(word for word in words[1:] if word.startswith("/") and "$" not in word and not word.endswith("/"))
        if words[0] == "rewrite" and len(words) > 2 and re.fullmatch(r"/[\w./-]+\.html?", words[2]):
            names.add(words[2])
    files = [root.rstrip("/") + name for root in roots if len(root) > 1 for name in names]
    files += [folder + name[len(start):] for start, folder in aliases for name in names if name.startswith(start)]
    for file in map(pathlib.Path, files):
        if "$" in str(file) or file.exists() and not str(file).startswith("/usr/share/nginx/html"):
            continue
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"PAGE {file}\n")
        except OSError:  # a file where a folder is wanted
            pass
