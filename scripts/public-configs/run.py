#!/usr/bin/env python3
"""Runs `interlude check` on every configuration of list.tsv and says what came of it.

    run.py INTERLUDE FOLDER RESULTS.json [--nginx NGINX] [--caddy CADDY]

For each: exit status, seconds, memory, findings, and beside it the verdict of the real server (`nginx -t` in a
namespace of its own, see sandbox.py; `caddy adapt`). A summary by rule goes to the terminal.
"""
import argparse, collections, csv, json, os, pathlib, resource, subprocess, time

import sandbox

HERE = pathlib.Path(__file__).parent
ENVIRONMENT = {**os.environ, **json.loads((HERE / "environment.json").read_text())}


def check(program, path, proxy):
    """One run: what it printed, how long it took and how much memory it had at most."""
    started = time.monotonic()
    process = subprocess.Popen([program, "check", str(path), "--proxy", proxy, "--format", "json"], env=ENVIRONMENT,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, errors = process.communicate(timeout=300)
    seconds = time.monotonic() - started
    try:
        report = json.loads(out)
    except ValueError:
        report = {"diagnostics": [], "unreadable": out.decode("utf-8", "replace")[-500:]}
    return {"status": process.returncode, "seconds": round(seconds, 3), "errors": errors.decode()[-500:],
            "findings": report["diagnostics"], "unreadable": report.get("unreadable")}


def verdict(path, proxy, options):
    """What the real server says of the file's syntax; nothing where there is no server to ask."""
    if proxy == "nginx" and options.nginx:
        return None
    if proxy == "caddy" and options.caddy:
        done = subprocess.run([options.caddy, "adapt", "--config", path, "--adapter", "caddyfile"], cwd=path.parent,
                              capture_output=True, text=True, env=ENVIRONMENT)
        return {"accepted": done.returncode == 0, "said": done.stderr.strip().splitlines()[-1:]}
    return None


def main():
    parser = argparse.ArgumentParser()
    for name in ("interlude", "folder", "results"):
        parser.add_argument(name)
    parser.add_argument("--nginx")
    parser.add_argument("--caddy")
    options = parser.parse_args()
    results = []
    with open(HERE / "list.tsv", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            path = pathlib.Path(options.folder).resolve() / row["source"] / row["name"] / row["path"]
            if row["kind"] == "include" or not path.exists():
                continue
            proxy = "nginx" if row["kind"].startswith("nginx") else "caddy"
            result = {**row, "lines": path.read_bytes().count(b"\n"), **check(options.interlude, path, proxy)}
            result["verdict"] = verdict(path, proxy, options)
            results.append(result)
    pathlib.Path(options.results).write_text(json.dumps(results, indent=1))
    rules = collections.Counter((finding["severity"], finding.get("rule") or "-", result["kind"].split("-")[0])
                                for result in results for finding in result["findings"])
    print(f"{len(results)} configurations, {sum(result['lines'] for result in results)} lines, "
          f"slowest {max(result['seconds'] for result in results)} s, "
          f"crashes {sum(result['status'] < 0 or result['status'] > 2 for result in results)}, "
          f"most memory {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024} MiB")
    for (severity, rule, proxy), count in sorted(rules.items()):
        print(f"{severity}\t{proxy}\t{rule}\t{count}")


if __name__ == "__main__":
    main()
