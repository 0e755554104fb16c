#!/usr/bin/env python3
"""Fits the weights of the search's ranking to judged queries, and says how well the rest are answered.

    scripts/fit-search.py INTERLUDE SITE            # the tables, as they stand in docs/search-relevance.md
    scripts/fit-search.py INTERLUDE SITE --write    # fit first, into Sources/Search/Engine/Weights.json

INTERLUDE is the program, SITE the built help site. The weights of features and kinds are fitted to two thirds of the judged
queries, of the samples of log signatures and of the titles (by FNV-1a of their text): they make the share of the right pages
in the softmax over the best forty as large as possible, by Adam in a fixed number of steps from the weights there are, so
that the same input gives the same weights. The other numbers of the file stay as they are. Which match of a word is its best
depends on the weights, so that all is done twice. Needs numpy."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
WEIGHTS = ROOT / "Sources/Search/Engine/Weights.json"
TEMPERATURE, DECAY, ROUNDS, STEPS, LISTED = 0.25, 0.0005, 2, 500, 40
# A match in these counts at least so much, or pages that have words nowhere else would not be found.
FLOOR = {"text": 0.3, "heading": 0.5, "description": 0.6}


def is_fitted(text):
    value = 2166136261
    for byte in text.encode():
        value = (value ^ byte) * 16777619 % 2**32
    return value % 3 != 0


def judged(index):
    """Kind, text and right pages of every query."""
    page = lambda name: f"codes/{name}/" if name.isdigit() else f"articles/{name}/"
    for line in (ROOT / "Tests/SearchTests/Fixtures/judged.en.txt").read_text().splitlines():
        if line[:1] in ("", "#"):
            continue
        kind, rest = line.split(" | ", 1)
        text, pages = rest.rsplit(" |", 1)
        yield kind, text, {page(name.strip()) for name in pages.split(",") if name.strip()}
    head = json.loads(re.match(r'interludeSearch\("head",(.*)\)$', (index / "index.js").read_text().splitlines()[0])[1])
    for title in head["titles"].split("\n"):
        yield "whole title", title, None
    for file in sorted((ROOT / "content/signatures").glob("*.yaml")):
        cause = ""
        for line in map(str.strip, file.read_text().splitlines()):
            if line.startswith("cause: "):
                cause = line[7:]
            elif line.startswith("sample: '") and line.endswith("'"):
                yield "sample", line[9:-1].replace("''", "'"), {f"articles/causes/{cause}/"}


def ask(program, index, queries, weights):
    """The queries with their best pages, ranked with `weights`."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "search"
        shutil.copytree(index, copy)
        head = copy / "index.js"
        text = head.read_text()
        start = text.index(',"weights":{') + len(',"weights":')
        _, end = json.JSONDecoder().raw_decode(text[start:])
        head.write_text(text[:start] + json.dumps(weights, separators=(",", ":")) + text[start + end :])
        command = [program, "search", "-", "--format", "json", "--explain", "--limit", str(LISTED), "--index", str(copy)]
        lines = subprocess.run(command, input="\n".join(text for _, text, _ in queries), capture_output=True, text=True, check=True).stdout.splitlines()
    for (kind, text, pages), answer in zip(queries, map(json.loads, lines), strict=True):
        right = [result["title"] == text if pages is None else result["url"] in pages for result in answer["results"]]
        yield kind, text, pages, answer["results"], right


def fit(answers, weights):
    names = [*weights["features"], *("kind:" + kind for kind in weights["kinds"])]
    lists = [(results, right) for kind, text, _, results, right in answers if is_fitted(text) and any(right)]
    rows = np.array([[result["features"].get(name, 0) for name in names] for results, _ in lists for result in results])
    right = np.array([each for _, list in lists for each in list])
    starts = np.cumsum([0] + [len(list) for _, list in lists])
    owner = np.repeat(np.arange(len(lists)), np.diff(starts))
    least = np.array([-9 if name.startswith("kind:") else FLOOR.get(name, 0) for name in names])
    found = np.array([*weights["features"].values(), *weights["kinds"].values()])
    mean, square = np.zeros_like(found), np.zeros_like(found)
    for step in range(1, STEPS + 1):
        scores = rows @ found / TEMPERATURE
        powers = np.exp(scores - np.maximum.reduceat(scores, starts[:-1])[owner])
        share = powers / np.add.reduceat(powers, starts[:-1])[owner]
        rights = powers * right / np.maximum(np.add.reduceat(powers * right, starts[:-1]), 1e-300)[owner]
        slope = (share - rights) @ rows / TEMPERATURE / len(lists) + DECAY * found
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        pace = 0.06 if step < 0.7 * STEPS else 0.02
        found = np.maximum(least, found - pace * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8))
    values = dict(zip(names, (round(float(value), 2) for value in found)))
    return weights | {
        "features": {name: values[name] for name in weights["features"]},
        "kinds": {kind: values["kind:" + kind] for kind in weights["kinds"]},
    }


def table(answers, fitted):
    ranks = {}
    for kind, text, _, _, right in answers:
        if is_fitted(text) == fitted and kind not in ("nonsense", "foreign"):
            for key in ("all", kind):
                ranks.setdefault(key, []).append(right[:10].index(True) + 1 if True in right[:10] else 99)
    print("| kind | queries | MRR | top three |\n| --- | ---: | ---: | ---: |")
    for kind, list in sorted(ranks.items()):
        print(f"| {kind} | {len(list)} | {sum(1 / rank for rank in list if rank < 99) / len(list):.3f} | {sum(rank <= 3 for rank in list) / len(list):.3f} |")


def worst(answers):
    print("| query | right page at | first | wanted |\n| --- | ---: | --- | --- |")
    lines = []
    for kind, text, pages, results, right in answers:
        if kind not in ("nonsense", "foreign", "sample") and not is_fitted(text) and True not in right[:1]:
            rank = right.index(True) + 1 if True in right else LISTED + 1
            lines.append((-rank, text.replace("|", "\\|"), results[0]["url"] if results else "nothing", ", ".join(sorted(pages or {}))))
    for rank, text, first, wanted in sorted(lines)[:20]:
        print(f"| {text} | {-rank if -rank <= LISTED else '—'} | `{first}` | {wanted} |")


def pretty(weights):
    """A member a line, but short ones in one."""
    number = lambda key, value: f'"{key}": {value:g}'
    short = lambda values: "{" + ", ".join(number(*each) for each in values.items()) + "}"
    long = lambda values: "{\n    " + ",\n    ".join(number(*each) for each in values.items()) + "\n  }"
    shown = lambda value: (long if len(value) > 6 else short)(value) if isinstance(value, dict) else f"{value:g}"
    return "{\n" + ",\n".join(f'  "{key}": {shown(value)}' for key, value in weights.items()) + "\n}\n"


def main(program, site, write):
    index = pathlib.Path(site) / "search"
    queries = list(judged(index))
    weights = json.loads(WEIGHTS.read_text())
    answers = list(ask(program, index, queries, weights))
    for _ in range(ROUNDS if write else 0):
        weights = fit(answers, weights)
        answers = list(ask(program, index, queries, weights))
    if write:
        WEIGHTS.write_text(pretty(weights))
    print("Never used for fitting:\n")
    table(answers, False)
    print("\nUsed for fitting:\n")
    table(answers, True)
    for kind in ("nonsense", "foreign"):
        found = [results for each, _, _, results, _ in answers if each == kind]
        print(f"\n{kind}: {sum(not results for results in found)} of {len(found)} find nothing.")
    print("\nThe worst twenty that were never used for fitting:\n")
    worst(answers)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], "--write" in sys.argv[3:])
