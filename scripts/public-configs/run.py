#!/usr/bin/env python3
"""Runs `interlude check` on every configuration of list.tsv and says what came of it.

    run.py INTERLUDE FOLDER RESULTS.json [--nginx NGINX] [--caddy CADDY] [--haproxy HAPROXY] [--apache APACHE]

For each: exit status, seconds, memory, findings, and beside it the verdict of the real server (`nginx -t` in a
namespace of its own, see sandbox.py; `caddy adapt`; `haproxy -c`; `apache2 -t` with a main file around what is only a part).
Files of proxies that Interlude does not read have to be called by their name. A summary by rule goes to the terminal.
"""
import argparse, collections, csv, json, os, pathlib, resource, subprocess, tempfile, time

import apache_main, sandbox

READ = ("nginx", "caddy", "haproxy", "apache")
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
    if proxy == "haproxy" and options.haproxy:
        done = subprocess.run([options.haproxy, "-c", "-f", path], capture_output=True, text=True)
        said = [line for line in done.stderr.splitlines() if "[ALERT]" in line and not line.endswith(("configuration.", str(path)))]
        return {"accepted": done.returncode in (0, 2), "said": said[:5]}
    if proxy == "apache" and options.apache:
        with tempfile.TemporaryDirectory() as scratch:
            done = subprocess.run([options.apache, "-t", "-f", apache_main.around(path, scratch)], capture_output=True, text=True,
                                  env={**ENVIRONMENT, "APACHE_LOG_DIR": scratch})
        return {"accepted": done.returncode == 0, "said": done.stderr.strip().splitlines()[-1:]}
    return None


def is_named(program, path, kind):
    """Whether `check` says what a file is that it cannot read."""
    done = subprocess.run([program, "check", str(path)], capture_output=True, text=True)
    return kind in (done.stdout + done.stderr).lower()


def main():
    parser = argparse.ArgumentParser()
    for name in ("interlude", "folder", "results"):
        parser.add_argument(name)
    parser.add_argument("--nginx")
    parser.add_argument("--caddy")
    parser.add_argument("--haproxy")
    parser.add_argument("--apache")
    options = parser.parse_args()
    results = []
    with open(HERE / "list.tsv", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            path = pathlib.Path(options.folder).resolve() / row["source"] / row["name"] / row["path"]
            if row["kind"] == "include" or not path.exists():
                continue
            proxy = next((name for name in READ if row["kind"].startswith(name)), None)
            if not proxy:
                kind = row["kind"].split("-")[0]
                print(f"{row['name']} {row['path']} is {'' if is_named(options.interlude, path, kind) else 'not '}told to be {kind}'s")
                continue
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
