#!/usr/bin/env python3
"""Rehearses configurations of this repository on the proxies of this machine: every answer agrees with its prediction, or the
reason is in this file. Prints a line for each, and fails for what is neither.

    scripts/rehearsals.py [INTERLUDE]
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TESTS = ROOT / "Tests"
OWN = TESTS / "RehearsalTests/Fixtures"
PROGRAM = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build/debug/interlude").resolve()
NGINX = TESTS / "TraceTests/fixtures/nginx"
CADDY = TESTS / "TraceTests/fixtures/caddy"

# What a prediction cannot know, by configuration.
EXPLAINED = {
    "haproxy mode-forgotten": "every section is in mode tcp, where HAProxy asks for bytes and answers nothing itself: no route to rehearse",
    "caddy the-specific-block-wins": "handle_errors takes codes since Caddy 2.8; an older one does not start",
    "nginx lua": "Lua's module for nginx is not installed",
    "nginx njs": "njs, the module for nginx, is not installed",
}

# What Debian's apache2.conf takes from mods-enabled, which the fixtures of check have not.
APACHE_MODULES = """
mpm_event authz_core authz_host alias dir env headers mime setenvif rewrite autoindex proxy proxy_http proxy_balancer slotmem_shm
lbmethod_byrequests
""".split()

# Configurations of the traces' tests, of those that a proxy starts with as they are.
NGINX_ONES = """
a-header-decides add-header-without-always alias-where-root-is-meant inherited-pages-dropped intercept-off missing-file
named-location-refuses-post next-upstream-and-backup outage-masked-as-200 page-as-it-should-be page-served-by-the-dead-upstream
password-right-or-wrong peers-left-alone-after-failing loop-of-error-pages
""".split()
CADDY_ONES = """
a-page-for-every-error auth-service-down conditional-request-blanks-the-page file-server-status-200 head-gets-no-body page-missing
password-in-front php-is-down redirect-in-handle-errors respond-200-in-handle-errors retries-find-the-second-upstream
timeout-for-a-silent-upstream the-specific-block-wins
""".split()


def cases(scratch):
    for name in ["twenty-routes", "several-protocols", "lua", "njs"]:
        yield f"nginx {name}", OWN / name, ["nginx.conf", "--proxy", "nginx", "--prefix", str(OWN / name)]
    for name in NGINX_ONES:
        yield f"nginx {name}", NGINX / name, ["nginx.conf", "--proxy", "nginx", "--prefix", str(NGINX / name)]
    for name in CADDY_ONES:
        # They name their own folder by a path of the traces' tests.
        folder = scratch / name
        shutil.copytree(CADDY / name, folder)
        text = (folder / "Caddyfile").read_text().replace("/fixture", str(folder))
        (folder / "Caddyfile").write_text(text)
        yield f"caddy {name}", folder, ["Caddyfile", "--proxy", "caddy"]
    for proxy, tests, file in [
        ("haproxy", "HAProxyTests", "etc/haproxy/haproxy.cfg"), ("apache", "ApacheTests", "etc/apache2/apache2.conf"),
    ]:
        for folder in sorted((TESTS / tests / "Fixtures").iterdir()):
            if not (folder / file).exists():
                continue
            if proxy == "apache":
                shutil.copytree(folder, scratch / folder.name)
                folder = scratch / folder.name
                lines = [f"LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so" for name in APACHE_MODULES]
                text = "\n".join(lines + ["TypesConfig /etc/mime.types", (folder / file).read_text()])
                (folder / file).write_text(text)
            maps = []
            for part in sorted({p.parent.relative_to(folder) for p in folder.rglob("*") if p.is_file()}):
                if str(part) != ".":
                    maps += ["--map", f"/{part}={folder / part}"]
            yield f"{proxy} {folder.name}", folder, [file, "--proxy", proxy] + maps
    yield "lighttpd", OWN / "lighttpd", [
        "lighttpd.conf", "--proxy", "lighttpd", "--map", f"/srv/www={OWN / 'lighttpd/pages'}",
        "--request", "GET http://shop.example/",
    ]
    yield "varnish", OWN / "varnish", [
        "default.vcl", "--proxy", "varnish", "--request", "GET http://shop.example/",
        "--request", "GET http://shop.example/api/",
    ]


def snapshot():
    """Every file and folder of the machine that a rehearsal might have touched, with its times and size."""
    seen = {}
    for top in ["/etc", "/var", "/run", "/srv", "/opt", "/home", "/root", "/dev/shm", str(TESTS)]:
        for folder, folders, files in os.walk(top):
            for name in folders + files:
                path = os.path.join(folder, name)
                try:
                    status = os.lstat(path)
                except OSError:
                    continue
                seen[path] = (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)
    return seen


def main():
    before = snapshot()
    print(f"| configuration | answers | as predicted | no prediction | differ | seconds |")
    print(f"| --- | ---: | ---: | ---: | ---: | ---: |")
    total = [0, 0, 0, 0]
    wrong, count = [], 0
    for name, folder, arguments in cases(pathlib.Path(tempfile.mkdtemp(prefix="rehearsals-"))):
        start = time.monotonic()
        done = subprocess.run(
            [PROGRAM, "rehearse", "--quick", "--format", "json", *arguments], cwd=folder, capture_output=True, text=True)
        seconds = time.monotonic() - start
        if done.returncode > 1:
            print(f"| {name} | | | | | {seconds:.1f} |")
            reason = (done.stderr.strip().splitlines() or ["?"])[0]
            if name in EXPLAINED:
                print(f"  {EXPLAINED[name]}")
            else:
                wrong.append(f"{name}: {done.stderr.strip()[-600:]}")
            continue
        count += 1
        rows = json.loads(done.stdout)["rows"]
        differ = [row for row in rows if not row["agrees"]]
        known = [row for row in rows if row["predicted"]]
        numbers = [len(rows), sum(row["agrees"] for row in known), len(rows) - len(known), len(differ)]
        total = [a + b for a, b in zip(total, numbers)]
        print(f"| {name} | " + " | ".join(map(str, numbers)) + f" | {seconds:.1f} |", flush=True)
        if differ and name not in EXPLAINED:
            for row in differ[:3]:
                wrong.append(f"{name}: {row['place']} {row['failure']} {row['caller']}: {row['difference']}")
    print(f"| {count} configurations | " + " | ".join(map(str, total)) + " | |")
    for name, reason in EXPLAINED.items():
        print(f"{name}: {reason}")
    after = snapshot()
    touched = sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
    print(f"{len(before)} files and folders looked at before and after, {len(touched)} differ")
    for path in touched[:20]:
        print(f"  {path}")
    for line in wrong:
        print(f"WRONG {line}")
    return 1 if wrong or touched else 0


sys.exit(main())
