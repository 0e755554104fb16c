#!/usr/bin/env python3
"""Measures the built site as a slow phone meets it, and prints the table of docs/page-figures.md.

    python3 scripts/page-figures.py public/site      (needs playwright and Chromium)

The phone is Lighthouse's: 412 x 823 at 1.75, a network of 1.6 Mbit/s with 150 ms of latency, a processor slowed down four times. Each page is
loaded five times with an empty cache from a server on this machine that sends gzip; the median counts. Shift is the layout shift (CLS) while the page
loads and is scrolled to its end. Blocking is the time in tasks beyond 50 ms (TBT). The search is the time from the first touch of the box, with
the query pasted at once, to the first result on the screen; its bytes are those fetched after the touch."""
import functools
import gzip
import http.server
import pathlib
import statistics
import sys
import threading

from playwright.sync_api import sync_playwright

PAGES = [
    ("home", ""), ("a code", "codes/502/"), ("a cause", "articles/causes/upstream-not-listening/"),
    ("a long article", "articles/components/nginx/"), ("the troubleshooter", "troubleshooter/502/"), ("the search page", "search/"),
]
QUERIES = ["502 after deploy", "upstream timed out (110: Connection timed out) while reading response header from upstream"]
RUNS = 5
WATCH = """() => {
  window.figures = { shift: 0, blocking: 0, largest: 0 };
  const watch = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch("layout-shift", (entry) => { if (!entry.hadRecentInput) figures.shift += entry.value; });
  watch("longtask", (entry) => { figures.blocking += Math.max(0, entry.duration - 50); });
  watch("largest-contentful-paint", (entry) => { figures.largest = entry.startTime; });
}"""


class Compressing(http.server.SimpleHTTPRequestHandler):
    """Sends texts as gzip, as servers do."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = pathlib.Path(self.translate_path(self.path.split("?")[0]))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            return self.send_error(404)
        body = path.read_bytes()
        packs = path.suffix in (".html", ".css", ".js", ".json", ".svg", ".txt", ".md", ".xml")
        body = gzip.compress(body, 6) if packs else body
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        if packs:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def slow_page(browser):
    context = browser.new_context(viewport={"width": 412, "height": 823}, device_scale_factor=1.75, is_mobile=True, has_touch=True)
    page = context.new_page()
    page.add_init_script(f"({WATCH})()")
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8},
    )
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    received = []
    session.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    return page, received


def load(browser, url):
    page, received = slow_page(browser)
    page.goto(url, wait_until="load")
    page.wait_for_timeout(500)
    weight, files = sum(received), len(received)
    page.evaluate("scrollTo({top: document.body.scrollHeight, behavior: 'instant'})")
    page.wait_for_timeout(300)
    figures = page.evaluate("({...figures, first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0})")
    page.context.close()
    return weight, files, figures["first"], figures["largest"], figures["blocking"], figures["shift"]


def find(browser, url, query):
    page, received = slow_page(browser)
    page.goto(url, wait_until="load")
    page.wait_for_timeout(300)
    received.clear()
    # Typing and the look at the screen are both done inside the page, so that no message to the browser is timed.
    time = page.evaluate(
        """(query) => new Promise((resolve) => {
          const input = document.querySelector("input[type=search]");
          const start = performance.now();
          new MutationObserver(() => {
            const first = document.querySelector("[role=option]");
            if (first && first.getBoundingClientRect().height) requestAnimationFrame(() => resolve(performance.now() - start));
          }).observe(document.body, { childList: true, subtree: true, attributes: true });
          input.focus();
          input.value = query;
          input.dispatchEvent(new InputEvent("input", { bubbles: true }));
        })""",
        query,
    )
    weight = sum(received)
    page.context.close()
    return weight, time


def medians(rows):
    return [statistics.median(column) for column in zip(*rows)]


def main(folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Compressing, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}/"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        print("| page | bytes | files | first paint | largest paint | blocking | shift |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
        for name, path in PAGES:
            weight, files, first, largest, blocking, shift = medians([load(browser, base + path) for _ in range(RUNS)])
            print(f"| {name} | {weight:,.0f} | {files:.0f} | {first:.0f} ms | {largest:.0f} ms | {blocking:.0f} ms | {shift:.3f} |", flush=True)
        print("\n| first search from the home page | bytes | to the first result |\n| --- | ---: | ---: |")
        for query in QUERIES:
            weight, time = medians([find(browser, base, query) for _ in range(RUNS)])
            print(f"| {query} | {weight:,.0f} | {time:.0f} ms |", flush=True)


main(sys.argv[1] if len(sys.argv) > 1 else "public/site")
