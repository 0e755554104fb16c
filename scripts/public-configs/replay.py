#!/usr/bin/env python3
"""Runs nginx configurations on the real nginx, breaks what is behind them, and compares with `interlude trace`.

    replay.py INTERLUDE FOLDER RESULTS.json [NAME…]      as root

Each runs in a machine of its own (sandbox.py). All its upstreams fail alike (upstream.py); each place gets one request a
failure. Compared are status, kind of body and, for a file, which one.
"""
import csv, http.client, json, multiprocessing, os, pathlib, re, socket, ssl, subprocess, sys, tempfile, time

import places, sandbox, upstream

HERE = pathlib.Path(__file__).parent
FAILURES = ["refused", "closed", "garbage", "status:503"]
LIMIT = 14  # places asked of one configuration


def ask(place):
    """What nginx answers: status, kind of body, file or target."""
    connection = None
    try:
        if place["tls"]:
            context = ssl._create_unverified_context()
            plain = socket.create_connection((place["address"], place["port"]), 12)
            connection = http.client.HTTPConnection(place["host"])
            connection.sock = context.wrap_socket(plain, server_hostname=place["host"])
        else:
            connection = http.client.HTTPConnection(place["address"], place["port"], timeout=12)
        connection.request("GET", place["path"], headers={"Host": place["host"], "Connection": "close"})
        answer = connection.getresponse()
        status, headers, body = answer.status, dict(answer.getheaders()), answer.read()
    except http.client.BadStatusLine as problem:
        line = str(problem)
        return {"status": 0, "kind": "none", "what": line[:80]}
    except (OSError, http.client.HTTPException) as problem:
        if "PROTOCOL_VERSION" in repr(problem):
            return None  # SSLv3 alone, which no OpenSSL of today speaks
        return {"status": 0, "kind": "none", "what": repr(problem)[:80]}
    text = body.decode("utf-8", "replace")
    if "Location" in headers and 300 <= status < 400:
        return {"status": status, "kind": "redirect", "what": headers["Location"]}
    if text.startswith("PAGE "):
        return {"status": status, "kind": "file", "what": text[5:].strip()}
    if upstream.MARK in text or text.startswith(upstream.GARBAGE.decode()[:20]):
        return {"status": status, "kind": "upstream", "what": ""}
    if "<hr><center>nginx" in text or "<hr><center>openresty" in text or text.startswith(("GIF89a", "Active connections")):
        return {"status": status, "kind": "builtin", "what": ""}
    return {"status": status, "kind": "inline" if text else "none", "what": text[:200]}


def trace(program, place, failure):
    host = place["host"] if place["port"] in (80, 443) else f"{place['host']}:{place['port']}"
    scheme = "https" if place["tls"] else "http"
    if scheme == "https" and place["port"] == 80 or scheme == "http" and place["port"] == 443:
        host += f":{place['port']}"
    command = [program, "trace", "/etc/nginx/nginx.conf", "--request", f"GET {scheme}://{host}{place['path']}", "--failure", failure,
               "--client", "127.0.0.1", "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True)
    try:
        told = json.loads(done.stdout)
    except ValueError:
        return {"status": -1, "kind": "?", "what": (done.stdout + done.stderr)[-300:], "certainty": "none", "command": command}
    body = told["body"]
    what = body.get("path") or body.get("text") or told["location"] or ""
    return {"status": told["status"], "kind": body["kind"], "what": what, "certainty": told["certainty"], "command": command,
            "steps": [step["what"] for step in told["steps"]]}


def same(real, told):
    if real["status"] != told["status"]:
        return False
    if real["status"] == 0:
        return True
    kinds = {real["kind"], told["kind"]}
    if kinds == {"inline", "none"}:
        return not (real["what"] or told["what"])
    if len(kinds) > 1:
        return False
    return real["kind"] != "file" or os.path.normpath(real["what"]) == os.path.normpath(told["what"])


def replay(program, path, queue):
    """In a process of its own: everything about one configuration."""
    shared = [str(pathlib.Path(program).parent)]
    text, beside = path.read_text(errors="replace"), path.parent
    with tempfile.TemporaryDirectory() as scratch:
        copy = {str(file.relative_to(beside)): file.read_bytes() for file in beside.rglob("*") if file.is_file() and file.stat().st_size < 300_000}
        sandbox.enter(scratch, shared)
        os.makedirs("/beside")
        for name, content in copy.items():
            target = pathlib.Path("/beside") / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        sandbox.install(text, "/beside")
        result = {"verdict": sandbox.verdict(), "answers": []}
        if result["verdict"]["accepted"]:
            tree = places.parse(dump(result["verdict"]["modules"]))
            places.furnish(tree)
        started = time.monotonic()
        done = subprocess.run([program, "check", "/etc/nginx/nginx.conf", "--format", "json"], capture_output=True, text=True)
        result["seconds"] = round(time.monotonic() - started, 3)
        result["exit"] = done.returncode
        try:
            result["findings"] = json.loads(done.stdout)["diagnostics"]
        except ValueError:
            result["findings"], result["unreadable"] = [], (done.stdout + done.stderr)[-500:]
        if result["verdict"]["accepted"]:
            result["answers"] = answers(program, tree, result["verdict"]["modules"])
        queue.put(result)
    os._exit(0)


def reach(place, running):
    """Waits until nginx takes connections, ten seconds at most."""
    for _ in range(100):
        try:
            socket.create_connection((place["address"], place["port"]), 1).close()
            return
        except OSError:
            if running.poll() is not None:
                return
            time.sleep(0.1)


def dump(modules):
    """What `nginx -T` prints."""
    return subprocess.run(["nginx", "-T", "-g", modules] if modules else ["nginx", "-T"], capture_output=True, text=True, errors="replace").stdout


def answers(program, tree, modules):
    if places.passes_to_itself(tree):
        return []  # what fails there is nginx itself
    asked = places.places(tree)[:LIMIT]
    mine = {int(words[1].rpartition(":")[2]) for words, _, _ in places.walk(tree) if words[0] == "listen" and words[1].rpartition(":")[2].isdigit()} or {80}
    # The upstream here does not speak HTTP/2.
    failures = FAILURES[:2] if any(words[0] == "grpc_pass" for words, _, _ in places.walk(tree)) else FAILURES
    if not asked:
        return []
    server, elsewhere = upstream.Upstream("/stub.crt", "/stub.key"), sandbox.Elsewhere()
    elsewhere.run(upstream.names, sandbox.UPSTREAM, "0.0.0.0")
    for resolver in {word.split(":")[0] for words, _, _ in places.walk(tree) if words[0] == "resolver" for word in words[1:] if word.startswith("127.")}:
        upstream.names(sandbox.UPSTREAM, resolver)
    missing = "".join(f"{name} off;" for name in ("daemon", "master_process") if not any(words[0] == name for words, _ in tree))
    told = []
    for failure in failures:
        server.failure = failure
        if failure != "refused" and not server.listeners:
            for address in places.upstreams(tree):
                if isinstance(address, str):
                    pathlib.Path(address).parent.mkdir(parents=True, exist_ok=True)
                    pathlib.Path(address).unlink(missing_ok=True)
                    server.listen(address)
                    os.chmod(address, 0o777)
                    continue
                if address not in mine:  # nginx itself otherwise
                    server.listen(("0.0.0.0", address))
                elsewhere.run(server.listen, ("0.0.0.0", address))
        # Anew for each, so that nothing remembers who failed before.
        running = subprocess.Popen(["nginx", "-g", modules + missing], stdout=subprocess.DEVNULL, stderr=open("/nginx.err", "w"))
        reach(asked[0], running)
        if running.poll() is not None and "daemon" in missing:
            told.append({"place": None, "failure": "start", "real": open("/nginx.err").read()[-300:]})
            break
        for place in asked:
            if not (real := ask(place)):
                continue
            said = trace(program, place, failure)
            told.append({"place": place, "failure": failure, "real": real, "told": said, "same": same(real, said)})
        running.terminate()
        running.wait()
    server.close()
    return told


def main():
    program, folder, results = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3])
    collected = []
    with open(HERE / "list.tsv", newline="") as file:
        listed = [row for row in csv.DictReader(file, delimiter="\t") if row["kind"].startswith("nginx")]
    for row in listed:
        path = folder / row["source"] / row["name"] / row["path"]
        if not path.exists() or sys.argv[4:] and not any(name in str(path) for name in sys.argv[4:]):
            continue
        queue = multiprocessing.SimpleQueue()
        child = multiprocessing.Process(target=replay, args=(program, path, queue))
        child.start()
        deadline = time.monotonic() + 240
        while queue.empty() and child.is_alive() and time.monotonic() < deadline:
            time.sleep(0.05)
        result = {**row, "lines": path.read_bytes().count(b"\n"), **(queue.get() if not queue.empty() else {"verdict": None, "answers": [], "findings": [], "lost": True})}
        child.kill()
        child.join()
        collected.append(result)
        compared = [answer for answer in result["answers"] if "same" in answer]
        wrong = [answer for answer in compared if not answer["same"]]
        print(f"{row['name']} {row['path']}: {'lost' if result.get('lost') else result['verdict']['accepted']}, {len(compared)} answers, {len(wrong)} differ", flush=True)
        results.write_text(json.dumps(collected, indent=1))


if __name__ == "__main__":
    main()
