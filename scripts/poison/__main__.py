"""Hostile words through every field of a site into everything a build writes: `make poison`.

poison INTERLUDE [--quick] [--keep FOLDER] [WORD …]. One build for each word, which stands in all fields that take it; a field
that does not must be refused with its place. What is written is held against the same site with harmless words: read by
parsers that are not ours, it must be made of the same parts, and every word that arrives must be whole.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from collections import Counter, defaultdict
from pathlib import Path
from urllib.parse import unquote

from content import HARMLESS, KEPT, Site, number
from servers import judge
from shapes import MARK, read
from strings import POISONS

# In a quick run the real programs judge only what has a meaning for one of them.
QUICK = ["double quote", "tag", "server-side include", "Go template", "Caddy", "nginx", "HAProxy", "VCL", "Fastly", "Terraform",
         "line in a config", "CR LF", "YAML", "backslash", "line separator"]


class Refusal(Exception):
    pass


def build(binary, site, poison, folder, kept=()):
    """Builds without the fields that do not take the word: which those are, and what the build said of each."""
    refused = {field: KEPT for field in kept}
    for _ in range(60):
        shutil.rmtree(folder, ignore_errors=True)
        # What takes no harmless word keeps its value: numbers, names of pages.
        site.write(folder, poison, dict.fromkeys(refused, KEPT) if poison == HARMLESS else refused)
        done = subprocess.run([binary, "build", "--source", folder, "--format", "json"], capture_output=True, timeout=900)
        if done.returncode == 0:
            return {field: rule for field, rule in refused.items() if rule != KEPT}
        if done.returncode != 1:
            raise Refusal(f"ended with {done.returncode}: {done.stderr[-500:]}")
        found = {}
        said = (done.stdout or done.stderr).decode()
        for problem in json.loads(said[said.index("{"):])["diagnostics"]:
            if problem["severity"] != "error":
                continue
            path = Path(folder, problem["file"])
            # Lines as the tool counts them: a form feed or U+2028 starts none.
            lines = path.read_bytes().replace(b"\r\n", b"\n").replace(b"\r", b"\n").decode("utf-8", "replace").split("\n") if path.is_file() else []
            line = lines[problem["line"] - 1] if 0 < problem["line"] <= len(lines) else ""
            numbers = [number(mark) for mark in re.findall(r"K([a-z]{3})", line)]
            # Of several words in a line the one at or before the column is meant, else all.
            before = [number(mark) for mark in re.findall(r"K([a-z]{3})", line[:problem["column"] + 4])]
            for field in before[-1:] or numbers:
                found[field] = problem["rule"]
        new = {field: rule for field, rule in found.items() if field not in refused}
        if not new:
            raise Refusal("refuses without a place: " + said[:1500])
        refused.update(new)
    raise Refusal("finds no end of refusing")


def outputs(folder):
    root = Path(folder, "public")
    # Names of pages and of the index's shards are made of words.
    return {MARK.sub("NAME", re.sub(r"(?<=tags/)[^/]*(?=/)", "NAME", str(path.relative_to(root)))): path
            for path in sorted(root.rglob("*")) if path.is_file() and not re.search(r"/search/[0-9a-f]{10}\.js$", str(path))}


# A backslash makes a mark an ordinary character.
MARKDOWN = re.compile(r"\\([!-/:-@\[-`{-~])")


def norm(text):
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", text))


def compare(poison, plain_shapes, folder, counts, problems):
    # Where all stands in one line, another line is marked by a dash.
    wanted = {HARMLESS, norm(poison), norm(unquote(poison)), norm(re.sub(r"\s*[\r\n]+\s*", " - ", poison)), norm(poison.replace("\0", " "))}
    for name, path in outputs(folder).items():
        counts["files"] += 1
        try:
            shape, texts = read(str(path.relative_to(Path(folder, "public"))), path.read_bytes())
        except Exception as error:
            problems.append(f"{name}: {type(error).__name__}: {str(error)[:200]}")
            continue
        if name not in plain_shapes:
            problems.append(f"{name}: is only there with the word")
        elif plain_shapes[name] != shape:
            problems.append(f"{name}: is made of other parts: {difference(plain_shapes[name], shape)}")
        for text in texts:
            for found in MARK.finditer(text):
                counts["words"] += 1
                word = norm(found[2])
                if {word, norm(unquote(found[2])), norm(unquote(MARKDOWN.sub(r"\1", found[2])))} & wanted:
                    counts["whole"] += 1
                else:
                    problems.append(f"{name}: field {number(found[1])} became {found[2][:60]!r}")


def difference(one, other):
    """The innermost part that differs."""
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        if len(one) == len(other):
            return next(difference(a, b) for a, b in zip(one, other) if a != b)
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return next(f"{key}: {difference(one[key], other[key])}" for key in one if one[key] != other[key])
    if isinstance(one, str) and isinstance(other, str):
        at = next((at for at, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
        return f"{one[max(0, at - 30):at + 40]!r} | {other[max(0, at - 30):at + 40]!r}"
    return f"{str(one)[:100]} | {str(other)[:100]}"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("binary")
    options.add_argument("words", nargs="*")
    options.add_argument("--quick", action="store_true")
    options.add_argument("--keep")
    options = options.parse_args()
    words = options.words or (QUICK if options.quick else list(POISONS))
    failed = False
    totals = Counter()
    said_of = defaultdict(Counter)
    print("| word | search | fields with it | refused with their place | files read | words found whole | programs asked | faults |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |", flush=True)
    with tempfile.TemporaryDirectory(prefix="poison-") as folder:
        folder = options.keep or folder
        # Varnish reads as another user.
        Path(folder).mkdir(exist_ok=True)
        Path(folder).chmod(0o755)
        # The second site asks a search engine, which changes scripts and policies.
        for kind, site in [("own search", Site())] + ([] if options.quick else [("search engine", Site(with_engine=True))]):
            place = f"{folder}/site"
            kept = build(options.binary, site, HARMLESS, place)
            plain = {name: read(str(path.relative_to(Path(place, "public"))), path.read_bytes())[0]
                     for name, path in outputs(place).items()}
            for word in words:
                problems, counts = [], Counter()
                try:
                    refused = build(options.binary, site, POISONS[word], place, kept)
                except (Refusal, subprocess.TimeoutExpired) as error:
                    print(f"FAILED {word}: {error}")
                    failed = True
                    continue
                compare(POISONS[word], plain, place, counts, problems)
                for rule in refused.values():
                    said_of[word][rule] += 1
                judged = 0
                if kind == "own search":
                    for program, said in judge(f"{place}/public", f"{folder}/servers").items():
                        judged += said is not None
                        if said:
                            problems.append(f"{program} says: {said}")
                row = (word, kind, len(site.names) - len(kept) - len(refused), len(refused), counts["files"], counts["words"], judged, len(problems))
                print("| " + " | ".join(map(str, row)) + " |", flush=True)
                totals.update(counts)
                totals["fields"] += len(site.names) - len(kept)
                totals["refused"] += len(refused)
                totals["judged"] += judged
                for problem, times in Counter(problems).most_common(12):
                    print(f"FAILED {word} ({kind}): {problem}" + (f" ({times} times)" if times > 1 else ""))
                    field = re.search(r"field (\d+)", problem)
                    if field:
                        print(f"       that is {site.names[int(field[1])]}")
                failed = failed or bool(problems)
    print(f"\n{totals['fields']} fields, {totals['refused']} refused, {totals['files']} files read, "
          f"{totals['words']} words found, {totals['whole']} of them whole, {totals['judged']} verdicts of real programs")
    for word, rules in said_of.items():
        print(f"{word}: refused by " + ", ".join(f"{rule} {count}" for rule, count in rules.most_common()))
    sys.exit(1 if failed else 0)


main()
