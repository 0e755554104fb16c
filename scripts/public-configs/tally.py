#!/usr/bin/env python3
"""Prints the tables of docs/public-configurations.md.

    tally.py RUN.json REPLAY.json…      what run.py wrote, and what replay.py wrote

Findings on nginx come from the replay, where the machine has all that the configuration names; those on Caddy from the
run. judged.tsv says what a person found each to be: true, noise or false; the first line that fits holds. What says that
the server will not start is judged by the server itself.
"""
import collections, csv, fnmatch, json, pathlib, sys

HERE = pathlib.Path(__file__).parent


def judgements():
    with open(HERE / "judged.tsv", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def judge(judged, result, finding):
    for line in judged:
        if line["rule"] == finding["rule"] and fnmatch.fnmatch(f"{result['name']}/{result['path']}:{finding['line']}", line["where"]):
            return line["verdict"]
    return "unjudged"


def main():
    run = json.loads(pathlib.Path(sys.argv[1]).read_text())
    replayed = [result for name in sys.argv[2:] for result in json.loads(pathlib.Path(name).read_text())]
    listed = collections.Counter((result["source"], result["kind"]) for result in run)
    print("kinds", dict(sorted(listed.items())), "lines", sum(result["lines"] for result in run))
    seconds = sorted(result["seconds"] for result in run)
    print(f"check: median {seconds[len(seconds) // 2]} s, slowest {seconds[-1]} s, ended by a signal {sum(result['status'] < 0 for result in run)}")

    answers = [(result, answer) for result in replayed for answer in result["answers"] if "same" in answer]
    exact = [(result, answer) for result, answer in answers if answer["told"]["certainty"] == "exact"]
    right = sum(answer["same"] for _, answer in exact)
    print(f"replayed {len({(result['name'], result['path']) for result, _ in answers})} configurations, {len(answers)} answers, "
          f"{len(exact)} told as certain, {right} of them right ({right / len(exact):.2%}); "
          f"{sum(answer['same'] for _, answer in answers if answer['told']['certainty'] != 'exact')} of the {len(answers) - len(exact)} others")
    for (name, path), wrong in collections.Counter((result["name"], result["path"]) for result, answer in exact if not answer["same"]).items():
        print("  wrong:", name, path, wrong)

    judged, table, refused = judgements(), collections.defaultdict(collections.Counter), collections.Counter()
    shares = collections.Counter()
    for result in run + replayed:
        is_replay = "answers" in result
        if result["kind"].startswith("nginx") != is_replay or not result["verdict"]:
            continue
        errors = [finding for finding in result["findings"] if finding["severity"] == "error"]
        accepted = result["verdict"]["accepted"]
        if not accepted:
            refused[f"{result['kind'].split('-')[0]} refuses, errors told: {bool(errors)}"] += 1
            if not errors:
                print("  not told:", result["name"], result["path"], str(result["verdict"]["said"])[-110:])
            continue
        for finding in result["findings"]:
            if finding["severity"] == "info":
                table["infos", finding["rule"]]["all"] += 1
                continue
            verdict = judge(judged, result, finding)
            table[finding["severity"], finding["rule"]][verdict] += 1
            shares[verdict] += 1
            if verdict == "unjudged":
                print("  unjudged:", finding["severity"], finding["rule"], result["name"], result["path"], finding["line"], finding["message"][:120])
    print(dict(refused), "judged", dict(shares))
    for (severity, rule), counts in sorted(table.items()):
        if severity == "infos":
            print(f"| {rule} | {counts['all']} |")
        else:
            print(f"| {rule} | {severity} | {counts['true']} | {counts['noise']} | {counts['false']} |")


if __name__ == "__main__":
    main()
