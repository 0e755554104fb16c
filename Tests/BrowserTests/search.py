"""Searches a built site in a browser with the keyboard alone, and prints what is wrong as JSON: search.py PUBLIC

Over HTTP under the strictest policy and from file://, on a phone and at a desk: the box opens, says what it finds, corrects,
leads on, marks the words on arrival; nothing is fetched before it is touched; the tokeniser and the ranking are the ones of
the command line.
"""

import functools
import http.server
import json
import pathlib
import subprocess
import sys
import threading

from chromium import AXE, DESKTOP, PHONE, View, browser, new_context

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'"
)
FIXTURES = pathlib.Path(__file__).parent.parent / "SearchTests/Fixtures"
VIEWS = [View("desk", DESKTOP), View("phone", PHONE, "dark"), View("desk rtl", DESKTOP, rtl=True)]


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()


class Search:
    def __init__(self, public, interlude):
        self.site, self.interlude, self.problems, self.steps = public / "site", interlude, [], 0

    def check(self, truth, problem, where):
        self.steps += 1
        if not truth:
            self.problems.append({"page": where, "view": "search", "problem": problem})

    def run(self, chromium, start):
        for view in VIEWS:
            where = f"{view.name} {start[:4]}"
            context = new_context(chromium, view)
            page = context.new_page()
            requests = []
            page.on("request", lambda request: requests.append(request.url))
            page.on("console", lambda message: self.check(False, f"console: {message.text}", where))
            page.on("pageerror", lambda error: self.check(False, f"script error: {error}", where))
            page.goto(start + "codes/502/index.html")
            self.check(not any(url.startswith(start + "search/") or "/assets/search.js" in url for url in requests), "the search was fetched unasked", where)
            if view.rtl:
                page.evaluate("document.documentElement.dir = 'rtl'")
            self.type(page, "/", "tiemout nginx")
            panel = page.locator(".panel")
            self.check("timeout" in page.locator(".corrected").inner_text(), "the correction is not named", where)
            self.check(page.locator("[role=status]").inner_text() != "", "the count is not said", where)
            self.check(page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "scrolls sideways", where)
            page.evaluate(AXE)
            violations = page.evaluate("axe.run(document, {resultTypes: ['violations'], preload: false}).then(({violations}) => violations.map(({id}) => id))")
            self.check(not violations, f"axe: {violations}", where)
            page.keyboard.press("ArrowDown")
            page.keyboard.press("End")
            self.check(self.active(page) == page.locator("[role=option]").count() - 1, "End does not lead to the last result", where)
            page.keyboard.press("Home")
            self.check(self.active(page) == 0, "Home does not lead to the first result", where)
            page.keyboard.press("Escape")
            self.check(panel.is_hidden(), "Escape does not close", where)
            page.keyboard.press("Escape")
            self.check(page.locator("#page\\.search").input_value() == "", "a second Escape does not clear", where)
            self.type(page, "Control+k", "zzxqvyq")
            self.check(page.locator(".nothing a").count() >= 1, "nonsense is offered nothing", where)
            self.check(page.locator("[role=option]").count() == 0, "nonsense finds something", where)
            self.type(page, "Control+k", "upstream prematurely closed connection")
            self.check(page.locator(".panel mark").count() > 0, "no word is marked", where)
            page.keyboard.press("ArrowDown")
            with page.expect_navigation():
                page.keyboard.press("Enter")
            page.wait_for_selector("mark.found")
            self.type(page, "/", "upload size")
            with page.expect_navigation():
                page.keyboard.press("Enter")
            page.wait_for_selector("#page\\.results li")
            self.check("q=upload+size" in page.url, "Enter does not lead to the page of results", where)
            page.evaluate(AXE)
            violations = page.evaluate("axe.run(document, {resultTypes: ['violations'], preload: false}).then(({violations}) => violations.map(({id}) => id))")
            self.check(not violations, f"axe on the page of results: {violations}", where)
            context.close()

    def type(self, page, opener, text):
        page.keyboard.press("Escape")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press(opener)
        page.keyboard.type(text)
        page.wait_for_selector(f"form.search[data-answered='{text}']")

    def active(self, page):
        return page.evaluate("[...document.querySelectorAll('[role=option]')].findIndex(({id}) => id === document.activeElement.getAttribute('aria-activedescendant'))")

    def same(self, chromium, start):
        """The browser's tokens and results are the command line's."""
        page = chromium.new_page()
        page.goto(start + "index.html")
        page.focus("#page\\.search")
        # `wait_for_function` would need `eval`, which the policy forbids.
        while not page.evaluate("Boolean(self.interludeSearch?.search)"):
            page.wait_for_timeout(50)
        for case in json.loads((FIXTURES / "tokens.json").read_text()):
            found = page.evaluate("""text => interludeSearch.tokens(text).map(({term, exact, kind}) =>
                term + {word: '', whole: '=', part: '-', hump: '+'}[kind] + (exact ? `{${exact}}` : ''))""", case["text"])
            self.check(found == case["tokens"], f"other tokens for {case['text']}: {found}", "tokens")
        queries = [line.split(" | ", 1)[1].rsplit(" |", 1)[0] for line in (FIXTURES / "relevance.txt").read_text().splitlines() if line[:1] not in ("", "#")]
        command = [self.interlude, "search", "-", "--format", "json", "--index", str(self.site / "search")]
        answers = subprocess.run(command, input="\n".join(queries), capture_output=True, text=True, check=True).stdout.splitlines()
        for query, answer in zip(queries, map(json.loads, answers), strict=True):
            found = page.evaluate("""async query => {
                const {corrected, count, results} = await interludeSearch.search(query);
                return {corrected, count, urls: results.slice(0, 10).map(({path}) => path)};
            }""", query)
            want = {"corrected": answer["corrected"], "count": answer["count"], "urls": [result["url"] for result in answer["results"]]}
            self.check(found == want, f"the browser answers “{query}” otherwise: {found} instead of {want}", "ranking")
        page.close()

    def without_script(self, chromium, start):
        context = chromium.new_context(java_script_enabled=False)
        page = context.new_page()
        page.goto(start + "codes/502/index.html")
        page.fill("#page\\.search", "dns")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        self.check("/search/index.html" in page.url, "without scripts the form leads nowhere", "no script")
        self.check(page.locator("main a").count() > 100, "without scripts there is no list of everything", "no script")
        context.close()


def main(public, interlude):
    handler = functools.partial(Handler, directory=str(public / "site"))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    hosted = f"http://127.0.0.1:{server.server_port}/"
    search = Search(public, interlude)
    with browser() as chromium:
        for start in (hosted, (public / "site").as_uri() + "/"):
            search.run(chromium, start)
            search.without_script(chromium, start)
        search.same(chromium, hosted)
    print(json.dumps({"problems": search.problems, "summary": f"{search.steps} steps"}))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2])
