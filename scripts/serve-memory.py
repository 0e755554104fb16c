#!/usr/bin/env python3
"""Edits an article again and again under `interlude serve` and watches its memory.

    serve-memory.py INTERLUDE [EDITS]        1,000 edits when absent; fails when the second half grows by more than a tenth
"""
import pathlib, re, subprocess, sys, tempfile, time, urllib.request

program, edits = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 1000


def resident(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


with tempfile.TemporaryDirectory() as folder:
    subprocess.run([program, "init", folder], check=True, capture_output=True)
    article = pathlib.Path(folder, "content/articles/causes/memory.md")
    article.parent.mkdir(parents=True, exist_ok=True)
    article.write_text("---\ntitle: Memory\n---\n## Section\n\nedit 0!\n")
    log = open(f"{folder}/log", "w+")
    process = subprocess.Popen([program, "serve", "--source", folder, "--port", "0"], stdout=log, stderr=subprocess.STDOUT)
    try:
        while not (found := re.search(r"http://127\.0\.0\.1:(\d+)", pathlib.Path(folder, "log").read_text())):
            time.sleep(0.1)
        page = f"http://127.0.0.1:{found[1]}/articles/causes/memory/index.html"
        sizes = []
        for edit in range(1, edits + 1):
            article.write_text(f"---\ntitle: Memory\n---\n## Section\n\nedit {edit}!\n")
            for _ in range(600):
                try:
                    if f"edit {edit}!".encode() in urllib.request.urlopen(page, timeout=10).read():
                        break
                except OSError:
                    pass
                time.sleep(0.02)
            else:
                sys.exit(f"edit {edit} is not served")
            sizes.append(resident(process))
            if edit in (1, 10) or edit % max(1, edits // 10) == 0:
                print(f"after {edit} edits: {sizes[-1]:.0f} MiB", flush=True)
    finally:
        process.kill()
    middle, end = max(sizes[len(sizes) // 2 - len(sizes) // 10:len(sizes) // 2]), max(sizes[-len(sizes) // 10:])
    print(f"halfway {middle:.0f} MiB, at the end {end:.0f} MiB")
    sys.exit(end > middle * 1.1)
