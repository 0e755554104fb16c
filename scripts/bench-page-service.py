#!/usr/bin/env python3
"""bench-page-service.py INTERLUDE [ROUNDS [SECONDS]]   The page service beside a plain nginx that sends one file of the same
size, in turns: requests a second, the slowest of a hundred, processor time of the server, and memory. Needs nginx and wrk
(Debian's packages). On a machine with other work only the processor time says something."""

import os
import pathlib
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).parent
ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
FIELDS = {"Accept": ACCEPT, "Accept-Language": "en-GB,en;q=0.9,de;q=0.8"}
SERVICE, PLAIN = 8093, 8094


def get(address):
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=FIELDS), timeout=2) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.read()


def ready(address):
    for _ in range(300):
        try:
            return get(address)
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"{address} does not answer")


def load(address, seconds, server):
    """Requests a second, the milliseconds that one of a hundred takes longer than, and the server's microseconds for one."""
    before = spent(server)
    fields = [word for name, value in FIELDS.items() for word in ("-H", f"{name}: {value}")]
    text = subprocess.run(
        ["wrk", "-t1", "-c16", f"-d{seconds}s", "--latency", *fields, address],
        check=True, capture_output=True, text=True).stdout
    slowest, unit = re.search(r"99% +([0-9.]+)(us|ms|s)", text).groups()
    if "Socket errors" in text:
        raise SystemExit(text)
    count = int(re.search(r"(\d+) requests in", text)[1])
    return (float(re.search(r"Requests/sec: +([0-9.]+)", text)[1]), float(slowest) * {"us": 0.001, "ms": 1, "s": 1000}[unit],
            (spent(server) - before) / count * 1e6)


def memory(process):
    """MiB of a process and those it started: what belongs to them alone and their part of what they share."""
    total, waiting = 0, [process.pid]
    while waiting:
        pid = waiting.pop()
        total += int(re.search(r"^Pss: +(\d+)", pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text(), re.M)[1])
        waiting += map(int, pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    return total / 1024


def spent(process):
    """Seconds of processor time of a process and those it started."""
    total, waiting = 0, [process.pid]
    while waiting:
        pid = waiting.pop()
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
        waiting += map(int, pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    return total / os.sysconf("SC_CLK_TCK")


def main():
    interlude = pathlib.Path(sys.argv[1]).resolve()
    rounds, seconds = (int(word) for word in (sys.argv[2:] + ["10", "5"][len(sys.argv) - 2:])[:2])
    started = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)  # the workers of an nginx started by root are nobody
        source = folder / "source/content"
        source.mkdir(parents=True)
        (source / "site.yaml").write_bytes((HERE / "dist/pages/site.yaml").read_bytes())
        subprocess.run([interlude, "build", "--source", folder / "source", "--output", folder / "public"],
                       check=True, stdout=subprocess.DEVNULL)
        pages = folder / "public/error-pages"
        # What both write goes to nobody, and both have the same settings where there is a choice.
        (folder / "plain.conf").write_text(f"""
            daemon off; worker_processes auto; pid {folder}/pid; error_log stderr crit;
            events {{ worker_connections 1024; }}
            http {{
              access_log off; sendfile on; server_tokens off; default_type text/html;
              open_file_cache max=10000 inactive=1d; open_file_cache_valid 1d;
              server {{ listen {PLAIN}; root {pages}/en; }}
            }}""")
        path = f"{interlude.parent}:/usr/sbin:{os.environ['PATH']}"
        try:
            started.append(subprocess.Popen(
                [HERE / "dist/pages/start.sh"], stdout=subprocess.DEVNULL,
                env={"PATH": path, "INTERLUDE_STATE": f"{folder}/state", "INTERLUDE_SITE": f"{folder}/none",
                     "INTERLUDE_PAGES": str(pages), "HTTP_ADDR": "127.0.0.1", "HTTP_PORT": str(SERVICE)}))
            started.append(subprocess.Popen(
                ["nginx", "-e", "stderr", "-p", folder, "-c", folder / "plain.conf"], env={"PATH": path}))
            service, plain = f"http://127.0.0.1:{SERVICE}/502", f"http://127.0.0.1:{PLAIN}/502.html"
            (status, page), (fine, same) = ready(service), ready(plain)
            assert (status, fine) == (502, 200) and page == same, "the two do not send the same page"
            print(f"idle: {memory(started[0]):.1f} MiB, plain nginx {memory(started[1]):.1f} MiB; {len(page)} bytes a page")
            ratios, slowest, costs = [], ([], []), ([], [])
            for number in range(rounds):
                both = [(service, 0), (plain, 1)]
                found = {which: load(address, seconds, started[which]) for address, which in (both if number % 2 else both[::-1])}
                ratios.append(found[0][0] / found[1][0])
                for which in (0, 1):
                    slowest[which].append(found[which][1])
                    costs[which].append(found[which][2])
                print(f"{found[0][0]:9.0f} {found[1][0]:9.0f} requests/s, ratio {ratios[-1]:.2f}; "
                      f"99 % within {found[0][1]:.1f} and {found[1][1]:.1f} ms; {found[0][2]:.1f} and {found[1][2]:.1f} µs each")
            print(f"median ratio {statistics.median(ratios):.2f}; 99 % within {statistics.median(slowest[0]):.1f} "
                  f"and {statistics.median(slowest[1]):.1f} ms; {statistics.median(costs[0]):.1f} and "
                  f"{statistics.median(costs[1]):.1f} µs of processor time each; after it {memory(started[0]):.1f} MiB")
        finally:
            for process in started:
                process.send_signal(signal.SIGTERM)
            for process in started:
                process.wait()


main()
