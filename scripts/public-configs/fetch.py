#!/usr/bin/env python3
"""Fetches the configurations of list.tsv into a folder. None of them is part of this repository.

    fetch.py FOLDER            what is there already stays

Packages come through apt-get (deb-src lines are needed) and pip, single files from GitHub at a pinned commit.
Templates are rendered with the values of values.json; Jinja templates need the package jinja2 and are left out without it.
"""
import ast, collections, csv, json, pathlib, re, subprocess, sys, tarfile, tempfile, urllib.request, zipfile

HERE = pathlib.Path(__file__).parent
VALUES = json.loads((HERE / "values.json").read_text())


def rows():
    with open(HERE / "list.tsv", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def members(archive):
    """Name within the archive, without its first folder, and content of every file."""
    if archive.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(archive) as opened:
            for item in opened.infolist():
                yield item.filename, lambda item=item: opened.read(item)
    elif ".tar" in archive.name:
        with tarfile.open(archive) as opened:
            for item in opened:
                if item.isfile():
                    yield item.name, lambda item=item: opened.extractfile(item).read()


def download(source, name, version, folder, packaging=False):
    """The archives of one package, or only what Debian adds to it; nothing where the registry has it no more."""
    kept = folder / ".archives" / f"{source}-{name}-{version.replace('/', '_')}{'-debian' if packaging else ''}"
    if not kept.exists():
        kept.mkdir(parents=True)
        if source == "debian":
            command = ["apt-get", "source", "--download-only", *["--diff-only"] * packaging, "-qq", f"{name}={version}"]
        else:
            command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", ".", f"{name}=={version}"]
        done = subprocess.run(command, cwd=kept, capture_output=True, text=True)
        if done.returncode:
            print(f"{name} {version}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
    return sorted(path for path in kept.iterdir() if path.is_file())


def rendered(text, how):
    """The text as its package would write it for one site; what has no value of its own gets /srv/made-up."""
    values = collections.defaultdict(lambda: "/srv/made-up", VALUES[how])
    if how == "jinja":
        import jinja2

        class MadeUp(jinja2.ChainableUndefined):
            def __str__(self):
                return "made-up"

        environment = jinja2.Environment(undefined=MadeUp)
        environment.filters.update(bool=bool, quote=str, normpath=str, split=str.split, ipwrap=str, basename=str)
        return environment.from_string(text, globals={"patch": lambda name: ""}).render(VALUES[how])
    if how == "percent":
        return text % values
    if how == "format":
        return text.format_map(values)
    if how == "python":
        text = next(node.value.value for node in ast.parse(text).body
                    if isinstance(node, ast.Assign) and node.targets[0].id == "TEMPLATE")
    for old, new in VALUES[how].items():
        text = re.sub(old, new, text) if how == "expressions" else text.replace(old, new)
    return text


def main(folder):
    wanted = [row for row in rows() if not (folder / row["source"] / row["name"] / row["path"]).exists()]
    packages = sorted({(row["source"], row["name"], row["version"]) for row in wanted})
    for source, name, version in packages:
        mine = {row["path"]: row for row in wanted if (row["source"], row["name"], row["version"]) == (source, name, version)}
        found = {}
        if source == "github":
            for path in mine:
                address = f"https://raw.githubusercontent.com/{name}/{version}/{path}"
                try:
                    with urllib.request.urlopen(address, timeout=30) as answer:
                        found[path] = answer.read()
                except OSError as problem:
                    print(f"{address}: {problem}", file=sys.stderr)
        else:
            packaging = source == "debian" and all(path.startswith("debian/") for path in mine)
            for archive in download(source, name, version, folder, packaging):
                for inner, content in members(archive):
                    for path in mine:
                        if inner == path or inner.endswith("/" + path):
                            found.setdefault(path, content())
        for path, row in mine.items():
            if path not in found:
                print(f"{source} {name} {version}: no {path}", file=sys.stderr)
                continue
            text = found[path].decode("utf-8", "replace")
            if row["render"]:
                try:
                    text = rendered(text, row["render"])
                except ImportError:
                    print(f"{name}: {path} needs jinja2", file=sys.stderr)
                    continue
            target = folder / source / name / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(re.split(r"^-{8,}$", text, maxsplit=1, flags=re.M)[0] if "caddyfile_adapt" in path else text)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
