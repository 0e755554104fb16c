"""Every call that touches the disk fails once: `make faults`.

faults INTERLUDE [--step N] [--kills N] [--kinds KIND,…] [--scenario NAME …]. For each scenario and each kind of failure the
n-th call below the site's folder fails, for n from 1 until none is left. After each: the old tree or the new one, whole; a message and a status other than 0 unless the
new one is there; nothing left that the next build does not use or remove; and the next build succeeds.
"""

import argparse
import errno
import hashlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KINDS = {"ENOSPC": errno.ENOSPC, "EIO": errno.EIO, "EACCES": errno.EACCES, "EROFS": errno.EROFS, "ENOENT": errno.ENOENT,
         "EINTR": errno.EINTR, "short": "short"}
SETTINGS = """name: Example
description: Help for the example service.
baseURL: https://help.example.com/
languages: [en]
accent: "#0b6e6e"
codes: [502]
help: none
"""


def digest(folder):
    """What a folder holds, with its names."""
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(Path(folder).rglob("*")) if path.is_file()} if Path(folder).is_dir() else None


class Scenario:
    """A folder before, a command, and what is right afterwards."""

    def __init__(self, name, binary, prepare, command, output):
        self.name, self.binary, self.command, self.output = name, binary, command, output
        self.before = Path(tempfile.mkdtemp(prefix="faults-before-"))
        prepare(self.before)
        self.folder = Path(tempfile.mkdtemp(prefix="faults-")) / "site"
        self.reset()
        self.old = digest(self.folder / output)
        done = self.run()
        if done.returncode != 0:
            sys.exit(f"{name} fails by itself: {done.stderr.decode()}")
        self.new = digest(self.folder / output)
        self.names = self.entries()

    def reset(self):
        subprocess.run(["rm", "-rf", str(self.folder)], check=True)
        subprocess.run(["cp", "-a", str(self.before), str(self.folder)], check=True)

    def entries(self):
        """What stands in the folder, without what the tree and the cache hold."""
        return {str(path.relative_to(self.folder)) for path in self.folder.iterdir()} | {
            f".interlude-cache/{path.name}" for path in (self.folder / ".interlude-cache").glob("*")}

    def run(self, **environment):
        return subprocess.run([self.binary, *self.command], cwd=self.folder, capture_output=True, timeout=120,
                              env=dict(os.environ, **environment))

    def order(self, shim):
        """What is wrong with the order of calls: all of the new tree is on the disk before it takes the old one's place."""
        trace = self.folder.parent / "trace"
        trace.unlink(missing_ok=True)
        self.reset()
        self.run(LD_PRELOAD=str(shim), FAULT_ROOT=str(self.folder), FAULT_TRACE=str(trace))
        calls = [line.split(" ", 1) for line in trace.read_text().splitlines()]
        next_tree = str(self.folder / ".interlude-cache/public/next")
        swaps = [at for at, (call, path) in enumerate(calls) if call.startswith("rename") and path == next_tree]
        if len(swaps) != 1:
            return [f"{len(swaps)} exchanges"]
        writes = [at for at, (call, path) in enumerate(calls[:swaps[0]]) if path.startswith(next_tree + "/") or "link" in call and "/next/" in path]
        syncs = [at for at, (call, path) in enumerate(calls[:swaps[0]]) if call == "syncfs"]
        print(f"{self.name}: {len(calls)} calls that change something, {len(writes)} of them in the next tree before the exchange, flushed {len(syncs)} times")
        return [] if writes and syncs and max(writes) < max(syncs) else ["the trees are exchanged before the new one is on the disk"]

    def judge(self, done):
        """What is wrong after a run."""
        wrong = []
        now = digest(self.folder / self.output)
        killed = done is None
        if not killed and done.returncode < 0:
            wrong.append(f"ended by signal {-done.returncode}: {done.stderr.decode()[-200:]}")
        if self.output == "public" and now not in (self.old, self.new):
            wrong.append("neither the old tree nor the new one")
        if not killed and done.returncode == 0 and now != self.new:
            wrong.append("status 0 without the new tree")
        if not killed and done.returncode > 0 and not done.stderr.strip():
            wrong.append("no message")
        # What is laid down outside any build is all there or not at all.
        is_refused = not killed and done.returncode > 0
        if self.output != "public" and is_refused and now != self.old:
            wrong.append("a part is left")
        again = self.run()
        if again.returncode != 0 and (self.output == "public" or is_refused):
            wrong.append(f"the next run fails: {again.stderr.decode()[-200:]}")
        elif digest(self.folder / self.output) != self.new:
            wrong.append("the next run makes another tree")
        litter = self.entries() - self.names
        if litter:
            wrong.append(f"left behind: {sorted(litter)[:3]}")
        return wrong


def main():
    options = argparse.ArgumentParser()
    options.add_argument("binary")
    options.add_argument("--step", type=int, default=1, help="only each N-th call")
    options.add_argument("--kills", type=int, default=40)
    options.add_argument("--kinds", default=",".join(KINDS))
    options.add_argument("--scenario", action="append", help="only this one; may be given several times")
    options = options.parse_args()
    options.binary = os.path.abspath(options.binary)
    work = Path(tempfile.mkdtemp(prefix="faults-work-"))
    shim = work / "shim.so"
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", str(shim), str(Path(__file__).parent / "shim.c"), "-ldl"], check=True)

    def site(folder):
        shutil.copytree(ROOT / "Tests/ContentTests/Base", folder / "content")
        shutil.copy(ROOT / "content/locales/en.yaml", folder / "content/locales/en.yaml")
        (folder / "content/site.yaml").write_text(SETTINGS)

    def built(folder):
        site(folder)
        subprocess.run([options.binary, "build"], cwd=folder, check=True, capture_output=True)
        (folder / "content/articles/causes/down.md").write_text("---\ntitle: It is down\n---\n## Symptom\n\nNothing answers at all.\n")

    def empty(folder):
        pass

    every = {"first build": (site, ["build"], "public"), "build after an edit": (built, ["build"], "public"),
             "init": (empty, ["init", "new"], "new"), "eject": (site, ["eject", "templates/error/page.mustache"], "templates")}
    scenarios = [Scenario(name, options.binary, *every[name]) for name in options.scenario or every]
    failed = False
    for scenario in scenarios:
        if scenario.output == "public" and (wrong := scenario.order(shim)):
            failed = True
            print(f"FAILED {scenario.name}: {wrong}")
    print("| command | failure | calls | runs | status 0 all the same | said and left as it was | said, new tree there | said, part of it there | faults |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for scenario in scenarios:
        for kind in options.kinds.split(","):
            counts, said = Counter(), work / "said"
            at = 1
            while True:
                said.unlink(missing_ok=True)
                scenario.reset()
                done = scenario.run(LD_PRELOAD=str(shim), FAULT_ROOT=str(scenario.folder), FAULT_AT=str(at),
                                    FAULT_ERROR=str(KINDS[kind]), FAULT_SAID=str(said))
                if not said.exists():
                    break
                counts["runs"] += 1
                now = digest(scenario.folder / scenario.output)
                counts["fine" if done.returncode == 0 else "old" if now == scenario.old else "new" if now == scenario.new else "other"] += 1
                for wrong in scenario.judge(done):
                    counts["wrong"] += 1
                    failed = True
                    if counts["wrong"] <= 5:
                        print(f"FAILED {scenario.name}, {kind} at call {at} ({said.read_text().strip()[-120:]}): {wrong}")
                at += options.step
            print(f"| {scenario.name} | {kind} | {at - 1} | {counts['runs']} | {counts['fine']} | {counts['old']} | {counts['new']} | {counts['other']} | {counts['wrong']} |", flush=True)
        if scenario.output != "public":
            continue
        for number in (signal.SIGTERM, signal.SIGKILL):
            wrong_count, dice = 0, random.Random(7)
            scenario.reset()
            begun = time.monotonic()
            scenario.run()
            length = time.monotonic() - begun
            for _ in range(options.kills):
                scenario.reset()
                process = subprocess.Popen([scenario.binary, *scenario.command], cwd=scenario.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(dice.uniform(0, length))
                process.send_signal(number)
                process.wait(timeout=60)
                for wrong in scenario.judge(None):
                    wrong_count += 1
                    failed = True
                    print(f"FAILED {scenario.name}, {number.name}: {wrong}")
            print(f"| {scenario.name} | {number.name} at a random moment | | {options.kills} | | | | | {wrong_count} |", flush=True)
    sys.exit(1 if failed else 0)


main()
