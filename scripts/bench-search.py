"""Searches made-up sites of several sizes in Chromium, with Interlude's box and with Pagefind's, in turn, and prints a table.

    bench-search.py INTERLUDE BENCH SOURCE COUNT...

Bytes are counted where they are sent, since a page does not see what a worker fetches: headers and bodies of everything that
is not loaded unless a page is searched (for Pagefind also the interface's script and style), text as gzip as a host would
send it, Pagefind's own compressed files as they are. Times are from the input event of a whole query to the first
result on the screen, over loopback. Interlude's pages are served with its own policy; Pagefind's need `wasm-unsafe-eval`.
"""

import functools
import gzip
import http.server
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Tests/BrowserTests"))
from chromium import browser

QUERIES = """bad gateway|upstream timeout|connection refused|certificate handshake|rate limit|resolver cache|tiemout|
cookie header|worker pool exhausted|kernel signal|how do i raise the buffer limit|balancer probe|replica volume|conection|
502|queue backlog|session token|thread latency|listener socket|container kernel|retry probe|throughput|gateway timeout|
response header too large|disk full|health check|process signal|cahce|keep-alive|permission denied""".replace("\n", "").split("|")

WATCH = """
(() => {
  const search = self.benchSearch = {};
  const seen = () => {
    if (!search.start || search.end) return;
    const found = [...document.querySelectorAll(search.results)].some((each) => !/^Searching/.test(each.textContent));
    if (found) search.end = performance.now();
  };
  addEventListener("input", () => { search.start = performance.now(); search.end = 0; }, true);
  new MutationObserver((changes) => {
    if (search.start && changes.some(({ target }) => target.nodeType === 1 && target.closest?.(search.list))) seen();
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden"] });
})();
"""


class Host(http.server.SimpleHTTPRequestHandler):
    """A static host that compresses text, and keeps connections open."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    kept = {}

    def __init__(self, *arguments, policy=None, sent=None, **options):
        self.policy = policy
        self.sent = sent
        super().__init__(*arguments, **options)

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        path = pathlib.Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        if path not in self.kept:
            if not path.is_file():
                return self.send_error(404)
            kind = self.guess_type(str(path))
            isText = kind.startswith("text/") or "javascript" in kind or "json" in kind
            body = path.read_bytes()
            self.kept[path] = (kind, isText, gzip.compress(body, 6) if isText else body)
        kind, isText, body = self.kept[path]
        self.send_response(200)
        self.send_header("Content-Type", kind)
        if isText:
            self.send_header("Content-Encoding", "gzip")
        if self.policy:
            self.send_header("Content-Security-Policy", self.policy)
        self.send_header("Content-Length", str(len(body)))
        self.sent.append((self.path, sum(map(len, self._headers_buffer)) + 2 + len(body)))
        self.end_headers()
        self.wfile.write(body)


def host(folder, policy=None):
    sent = []
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Host, directory=str(folder), policy=policy, sent=sent))
    server.sent = sent
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class Box:
    """A page with a search box, and what it loads."""

    def __init__(self, chromium, server, path, field, results, listed, answered, counts):
        self.sent, self.counts = server.sent, counts
        self.sent.clear()
        self.context = chromium.new_context()
        self.page = self.context.new_page()
        self.problems = []
        self.field, self.answered = field, answered
        self.page.on("console", lambda message: self.problems.append(message.text) if "Content Security" in message.text else None)
        self.page.add_init_script(WATCH)
        self.page.goto(f"http://127.0.0.1:{server.server_port}/{path}")
        self.page.evaluate("([results, list]) => Object.assign(benchSearch, {results, list})", [results, listed])

    @property
    def bytes(self):
        """Of what counts, so far."""
        return sum(size for path, size in list(self.sent) if self.counts(path))

    def ask(self, query):
        """Bytes and milliseconds of one query, typed at once."""
        before = self.bytes
        self.page.locator(self.field).fill("")
        self.page.wait_for_timeout(30)
        self.page.evaluate("benchSearch.start = benchSearch.end = 0")
        self.page.focus(self.field)
        self.page.keyboard.insert_text(query)
        for _ in range(600):
            self.page.wait_for_timeout(10)
            if self.answered(self.page, query):
                break
        self.page.wait_for_timeout(60)
        state = self.page.evaluate("[benchSearch.start, benchSearch.end]")
        return self.bytes - before, (state[1] - state[0] if state[1] else None)

    def close(self):
        self.context.close()


def interlude_box(chromium, server):
    return Box(
        chromium, server, "codes/502/index.html", "#page\\.search", ".panel:not([hidden]) [role=option], .nothing", "form.search",
        lambda page, query: page.evaluate("document.querySelector('form.search').dataset.answered") == query,
        lambda path: "/search" in path or path.endswith(".md"))


def pagefind_box(chromium, server):
    return Box(
        chromium, server, "bench.html", ".pagefind-ui__search-input", ".pagefind-ui__result-link", ".pagefind-ui",
        lambda page, query: page.evaluate(
            "(q) => { const text = document.querySelector('.pagefind-ui__message')?.textContent ?? ''; return /^(No|[0-9])/.test(text) && text.includes(q) }", query),
        lambda path: path.startswith("/pagefind/"))


def measure(chromium, make, server):
    cold, first = [], []
    for query in QUERIES:
        box = make(chromium, server)
        size, milliseconds = box.ask(query)
        # What the page loads for the box alone.
        cold.append(box.bytes)
        first.append(milliseconds)
        box.close()
    box = make(chromium, server)
    box.ask(QUERIES[0])
    later = [box.ask(query) for query in QUERIES[1:]]
    problems = box.problems
    box.close()
    times = sorted(milliseconds for _, milliseconds in later if milliseconds is not None)
    return {
        "cold": statistics.median(cold), "most": max(cold), "first": statistics.median([each for each in first if each]),
        "later": statistics.median(size for size, _ in later), "median": statistics.median(times),
        "p95": times[min(len(times) - 1, int(len(times) * 0.95))], "violations": len(problems), "missed": len(later) - len(times),
    }


def write_site(starter, content):
    """The starter's codes without its articles, so that a site of 100 articles has 100."""
    shutil.copytree(starter / "locales", content / "locales")
    shutil.copy(starter / "logo.svg", content)
    settings = (starter / "site.yaml").read_text().split("\n# What your readers call")[0]
    (content / "site.yaml").write_text(settings)
    (content / "errors").mkdir()
    for path in (starter / "errors").glob("[0-9][0-9][0-9].md"):
        front = re.sub(r"(?m)^article: .*$", "article: ../articles/bench/topic-0/article-0.md", path.read_text().split("---\n")[1])
        sections = "".join(f"\n## For {reader}\n\nText.\n" for reader in ("visitors", "site owners", "developers"))
        (content / "errors" / path.name).write_text(f"---\n{front}---\nText.\n{sections}")


def timed(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command[0]}: {(done.stdout + done.stderr)[-1500:]}")
    return time.monotonic() - start, done.stdout


def main(interlude, bench, source, counts):
    pagefind = [sys.executable, "-m", "pagefind"]
    print("| articles | engine | indexing | files | cold first query | of it, most | time | later query | time | p95 | violations |")
    print("| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for count in counts:
        with tempfile.TemporaryDirectory() as folder, browser() as chromium:
            folder = pathlib.Path(folder)
            write_site(pathlib.Path(source) / "content", folder / "content")
            timed([bench, "corpus", count, str(folder / "content/articles/bench")])
            _, text = timed([interlude, "build", "--source", str(folder), "--timings"])
            index = float(re.search(r"search index +([0-9.]+) ms", text).group(1)) / 1000
            site = folder / "public/site"
            files = len(list((site / "search").glob("*.js")))
            policy = re.search(r"Content-Security-Policy: (.*)", (site / "_headers").read_text()).group(1)
            # Pagefind reads the same pages and lies beside them.
            found, text = timed(pagefind + ["--site", str(site), "--output-path", str(site / "pagefind")])
            (site / "bench.html").write_text(
                '<!doctype html><html lang="en"><link rel="stylesheet" href="pagefind/pagefind-ui.css"><script src="pagefind/pagefind-ui.js"></script>'
                '<div id="search"></div><script>new PagefindUI({element: "#search", showImages: false, debounceTimeoutMs: 0})</script>')
            own, other = host(site, policy), host(site)
            try:
                rows = [
                    ("Interlude", index, files, measure(chromium, interlude_box, own)),
                    ("Pagefind", found, sum(1 for each in (site / "pagefind").rglob("*") if each.is_file()), measure(chromium, pagefind_box, other)),
                ]
            finally:
                own.shutdown()
                other.shutdown()
            for name, seconds, files, row in rows:
                print(
                    f"| {count} | {name} | {seconds:.1f} s | {files} | {row['cold'] / 1000:.0f} kB | {row['most'] / 1000:.0f} kB | {row['first']:.0f} ms"
                    f" | {row['later'] / 1000:.0f} kB | {row['median']:.0f} ms | {row['p95']:.0f} ms | {row['violations']} |",
                    flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:] or ["1000"])
