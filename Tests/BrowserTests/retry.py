"""Visits a site that is down and comes back, and prints what its error page does wrong as JSON: retry.py PAGE [PAGE…]"""

import contextlib
import http.server
import json
import pathlib
import sys
import threading
import time

from chromium import AXE, DESKTOP, PHONE, View, browser, new_context, turn
from layout import OVERFLOW

VIEW = View("desktop light", DESKTOP)
BOX = "form[name=retry] input"


class Outage(http.server.ThreadingHTTPServer):
    """A site that answers with `status` and, when that is 502, with the error page. It remembers what it was asked."""

    daemon_threads = True

    def __init__(self, page, says_method=True):
        super().__init__(("127.0.0.1", 0), Handler)
        # Half a minute is long for a test; the script is untouched, and so is its digest.
        self.page = page.replace('value="30"', 'value="1"').encode()
        self.status, self.extra, self.requests = 502, {}, []
        self.says_method = says_method
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_port}/order?n=1"

    def count(self, method):
        return sum(1 for request in self.requests if request[0] == method)

    def times(self, method):
        return [request[1] for request in self.requests if request[0] == method]


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        server = self.server
        if self.path.startswith("/form"):
            return self.answer(200, b"<title>Form</title><form method=post action=/order?n=1><button>Buy</button></form>")
        if not self.path.startswith("/order"):
            return self.answer(404, b"")
        server.requests.append((self.command, time.monotonic(), dict(self.headers)))
        length = int(self.headers.get("Content-Length") or 0)
        self.rfile.read(length)
        self.answer(server.status, server.page if server.status == 502 else b"<title>Welcome</title><p>Back.")

    do_HEAD = do_POST = do_GET

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        # As the generated configurations say it.
        if self.server.says_method and self.command == "GET":
            self.send_header("Server-Timing", "method;desc=GET")
        for name, value in self.server.extra.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Visitor:
    def __init__(self, chromium, page):
        self.chromium, self.page = chromium, page
        self.problems, self.checks, self.what = [], 0, ""

    def check(self, holds, problem):
        self.checks += 1
        if not holds:
            self.problems.append({"page": self.what, "view": VIEW.name, "problem": problem})

    @contextlib.contextmanager
    def visiting(self, what, path=None, view=VIEW, says_method=True):
        """The error page of a site that is down, reached by its address or from `path`."""
        self.what = what
        server = Outage(self.page, says_method)
        context = new_context(self.chromium, view)
        context.add_init_script(AXE)
        # No jitter, so that times can be compared.
        context.add_init_script("Math.random = () => 0")
        page = context.new_page()
        page.on("console", lambda message: self.check(
            message.type not in ("error", "warning") or "Failed to load resource" in message.text, f"console: {message.text}"))
        page.on("pageerror", lambda error: self.check(False, f"script error: {error}"))
        page.on("dialog", lambda dialog: self.check(False, f"asks: {dialog.message}"))
        page.goto(server.address if path is None else server.address.replace("/order?n=1", path))
        try:
            yield page, server
        finally:
            context.close()
            server.shutdown()

    def until(self, holds, seconds=12):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if holds():
                return True
            self.pages_turn()
        return False

    def pages_turn(self):
        self.current.wait_for_timeout(100)

    def comes_back(self):
        with self.visiting("comes back") as (page, server):
            self.current = page
            self.check(page.locator(BOX).is_visible() and page.locator(BOX).is_checked(), "there is no ticked box")
            self.check(page.locator("output").inner_text() == "", "there is news before there is any")
            self.check(self.until(lambda: server.count("HEAD") == 2), "it does not ask again and again")
            server.status = 200
            with page.expect_navigation(timeout=15_000):
                self.check(self.until(lambda: server.count("HEAD") == 3), "it does not ask a third time")
                self.check(self.until(lambda: page.locator("output b").is_visible(), 3), "it does not say that the site is back")
            self.check(page.title() == "Welcome", f"it does not show the page: {page.title()}")
            self.check(server.count("GET") == 2, f"it fetched the page {server.count('GET')} times, not twice")
            heads = server.times("HEAD")
            gaps = [later - earlier for earlier, later in zip([server.times("GET")[0]] + heads, heads)]
            self.check(gaps[0] >= 0.9 and gaps[1] >= 1.9 and gaps[2] >= 3.9, f"it does not back off: {gaps}")
            asked = [request[2] for request in server.requests if request[0] == "HEAD"]
            self.check(all("no-cache" in headers.get("Cache-Control", "") for headers in asked), "a cache may answer")

    def only_says(self, what, **options):
        """The site is back, but the page cannot know that it may be loaded again."""
        with self.visiting(what, **options) as (page, server):
            self.current = page
            if "path" in options:
                with page.expect_navigation():
                    page.get_by_role("button").click()
            if what == "was reloaded":
                page.reload()
            before = server.count("GET") + server.count("POST")
            server.status = 200
            self.check(self.until(lambda: page.locator("output b").is_visible()), "it does not say that the site is back")
            page.wait_for_timeout(2500)
            self.check(server.count("GET") + server.count("POST") == before, "it loaded the page")
            self.check(not page.locator(BOX).is_checked(), "the box is still ticked")
            self.check(page.title() != "Welcome", "it left the page")
            if "path" in options:
                page.locator(BOX).check()
                page.wait_for_timeout(3500)
                self.check(server.count("GET") + server.count("POST") == before, "it loaded the page when ticked again")

    def honours_retry_after(self):
        with self.visiting("is asked to wait") as (page, server):
            self.current = page
            server.status, server.extra = 429, {"Retry-After": "5"}
            self.check(self.until(lambda: server.count("HEAD") == 1), "it does not ask")
            server.extra = {"Retry-After": time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 30))}
            self.check(self.until(lambda: server.count("HEAD") == 2), "it does not ask again")
            first, second = server.times("HEAD")
            self.check(second - first >= 4.9, f"it asked after {second - first:.1f} s instead of 5")
            shown = lambda: int(page.locator("#left").inner_text() or 0)
            self.check(self.until(lambda: shown() >= 15, 3), f"it does not know dates: {shown()} s")
            self.check(server.count("GET") == 1, "it loaded the page although it was asked to wait")
        with self.visiting("is asked to wait for hours") as (page, server):
            self.current = page
            server.status, server.extra = 503, {"Retry-After": "7200"}
            self.check(self.until(lambda: server.count("HEAD") == 1 and not page.locator(BOX).is_checked()), "it goes on")

    def can_be_stopped(self):
        with self.visiting("is stopped") as (page, server):
            self.current = page
            page.locator("form[name=retry] label").click()
            page.wait_for_timeout(2500)
            self.check(server.count("HEAD") == 0, "it asks although it was stopped")
            page.locator(BOX).focus()
            page.keyboard.press("Space")
            self.check(self.until(lambda: server.count("HEAD") == 1), "it does not go on")
        with self.visiting("is not looked at") as (page, server):
            self.current = page
            page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
            page.wait_for_timeout(2500)
            self.check(server.count("HEAD") == 0, "it asks although nobody looks")
            page.evaluate("delete document.hidden")
            self.check(self.until(lambda: server.count("HEAD") == 1), "it does not go on")
        with self.visiting("is offline") as (page, server):
            self.current = page
            page.context.set_offline(True)
            shown = page.locator("#left").inner_text()
            page.wait_for_timeout(2500)
            self.check(page.locator("#left").inner_text() == shown, "the time runs without a network")
            page.context.set_offline(False)
            self.check(self.until(lambda: server.count("HEAD") == 1), "it does not go on")

    def unreachable(self):
        with self.visiting("cannot be reached") as (page, server):
            self.current = page
            page.route("**/*", lambda route: route.abort())
            self.check(self.until(lambda: int(page.locator("#left").inner_text()) > 1), "it gives up")
            self.check(page.locator(BOX).is_checked(), "it takes no answer for an answer")
            self.check(not page.locator("output b").is_visible(), "it says that the site is back")

    def without_script(self):
        with self.visiting("runs no script", view=View("desktop, no script", DESKTOP, script=False)) as (page, server):
            self.check(not page.locator("form").is_visible(), "a box without use")
            server.status = 200
            page.locator(".actions a").first.click()
            self.check(page.title() == "Welcome", "the plain link does not work")

    def looks(self):
        for view in [VIEW, View("phone dark", PHONE, "dark"), View("phone rtl", PHONE, rtl=True)]:
            with self.visiting(f"looks right, {view.name}", view=view) as (page, server):
                turn(page, view)
                for state in ["waiting", "back"]:
                    if state == "back":
                        page.evaluate("document.querySelector('output b').hidden = false")
                    result = page.evaluate("axe.run(document, {resultTypes: ['violations'], preload: false})")
                    for violation in result["violations"]:
                        self.check(False, f"{state}: axe {violation['id']}: {violation['nodes'][0]['html'][:120]}")
                    self.check(not page.evaluate(OVERFLOW), f"{state}: scrolls sideways")
                box = page.locator(".actions label").bounding_box()
                self.check(box["height"] >= 24, f"the box is a small target: {box['height']} px")
        with self.visiting("has a name") as (page, server):
            box = page.get_by_role("checkbox")
            self.check(box.count() == 1, "no box for assistive technology")
            self.check(page.get_by_role("status").count() == 1, "no live region")
            live = page.locator("#left").evaluate("element => !!element.closest('[aria-live], [role], output')")
            self.check(not live, "the seconds would be spoken, one by one")

    def run(self):
        self.comes_back()
        self.only_says("was posted to", path="/form")
        self.only_says("is not told the method", says_method=False)
        self.only_says("was reloaded")
        self.honours_retry_after()
        self.can_be_stopped()
        self.unreachable()
        self.without_script()
        self.looks()


def main(paths):
    start = time.monotonic()
    problems, checks = [], 0
    with browser() as chromium:
        for path in paths:
            visitor = Visitor(chromium, pathlib.Path(path).read_text())
            visitor.run() if path == paths[0] else visitor.looks()
            problems += visitor.problems
            checks += visitor.checks
    summary = f"{checks} checks on {len(paths)} pages, {time.monotonic() - start:.0f} s"
    print(json.dumps({"problems": problems, "summary": summary}))


if __name__ == "__main__":
    main(sys.argv[1:])
