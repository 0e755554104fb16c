#!/usr/bin/env python3
"""Rehearses the HAProxy and Apache configurations of list.tsv on the real servers, beside what `interlude trace` predicts.

    rehearse.py INTERLUDE FOLDER RESULTS.json [NAME…]

A part of an Apache configuration gets a main file around it that loads every module of this machine (apache_main.py). What
`interlude rehearse` says is counted: answers that were as predicted, that differ, and that no trace predicts.
"""
import csv, json, pathlib, subprocess, sys, tempfile

import apache_main

HERE = pathlib.Path(__file__).parent


def rehearse(program, path):
    """What came of one rehearsal: rows, or why there are none."""
    try:
        done = subprocess.run([program, "rehearse", "--quick", "--format", "json", str(path)], capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return {"obstacle": "five minutes were not enough"}
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return {"obstacle": done.stderr.strip().splitlines()[-1:]}
    rows = report["rows"]
    return {"rows": len(rows), "agree": report["agree"], "of": report["of"],
            "differ": [row for row in rows if row.get("difference")]}


def main():
    program, folder, results = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3])
    collected = []
    with open(HERE / "list.tsv", newline="") as file:
        listed = [row for row in csv.DictReader(file, delimiter="\t") if row["kind"].startswith(("haproxy", "apache"))]
    for row in listed:
        path = folder / row["source"] / row["name"] / row["path"]
        if not path.exists() or sys.argv[4:] and not any(name in str(path) for name in sys.argv[4:]):
            continue
        with tempfile.TemporaryDirectory() as scratch:
            if row["kind"].startswith("apache"):
                path = apache_main.around(path, scratch)
            collected.append({**row, **rehearse(program, path)})
        print(row["name"], row["path"], {key: value for key, value in collected[-1].items() if key in ("obstacle", "agree", "of")}, flush=True)
        results.write_text(json.dumps(collected, indent=1))
    told = [result for result in collected if "of" in result]
    print(f"{len(told)} of {len(collected)} rehearsed: {sum(result['agree'] for result in told)} of {sum(result['of'] for result in told)} answers as predicted, "
          f"{sum(result['rows'] - result['of'] for result in told)} without a prediction")


if __name__ == "__main__":
    main()
