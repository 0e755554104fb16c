"""Searches a built site in a browser with the keyboard alone, and prints what is wrong as JSON: search.py PUBLIC

Over HTTP under the strictest policy and from file://, on a phone and at a desk: the box opens, says what it finds, corrects,
leads on, marks the words on arrival; nothing is fetched before it is touched; the tokeniser and the ranking are the ones of
the command line.
"""

import functools
import http.server
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.parse

from chromium import AXE, DESKTOP, PHONE, View, browser, new_context

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'"
)
FIXTURES = pathlib.Path(__file__).parent.parent / "SearchTests/Fixtures"
VIEWS = [View("desk", DESKTOP), View("phone", PHONE, "dark"), View("desk rtl", DESKTOP, rtl=True), View("phone rtl", PHONE, rtl=True)]


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def send_error(self, code, *arguments):
        body = (pathlib.Path(self.directory) / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Engine(http.server.BaseHTTPRequestHandler):
    """A search engine with two documents, which answers as the ones it stands for do (see templates/assets/search/endpoint.js)."""

    asked = []
    section = {"page": "codes/502/", "title": "502 Bad Gateway", "fragment": "for-visitors", "heading": "For visitors", "text": "", "description": "It."}
    page = section | {"page": "articles/causes/dns/", "title": "DNS", "fragment": "", "heading": ""}

    def log_message(self, *arguments):
        pass

    def do_OPTIONS(self):
        self.answer(None)

    def do_POST(self):
        self.do_GET(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def do_GET(self, body=None):
        path, _, query = self.path.partition("?")
        query = dict(urllib.parse.parse_qsl(query)) | (body or {})
        self.asked.append((path, query, self.headers.get("Authorization")))
        marked = "the \u0001gateway\u0002 <b>failed</b>"
        documents = [self.section, self.page]
        self.answer(
            {
                "/meilisearch": lambda: {"hits": [each | {"_formatted": {"text": marked}} for each in documents], "estimatedTotalHits": 2, "query": query["q"]},
                "/typesense": lambda: {"found": 2, "grouped_hits": [{"group_key": [each["page"]], "hits": [{"document": each, "highlights": [{"field": "text", "snippet": marked}]}]} for each in documents]},
                "/algolia": lambda: {"nbHits": 2, "hits": [each | {"objectID": each["page"], "_snippetResult": {"text": {"value": marked, "matchLevel": "full"}}} for each in documents]},
                "/opensearch": lambda: {"hits": {"total": {"value": 9, "relation": "eq"}, "hits": [{"_source": each, "highlight": {"text": [marked]}} for each in documents]}, "aggregations": {"pages": {"value": 2}}},
            }[path]()
        )

    def answer(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Access-Control-Allow-Headers", "authorization")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


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
            self.check("Operate" in page.locator(".hits small").all_inner_texts() or page.locator(".hits small").count() > 5, "no result names its topic", where)
            options = page.locator(".filters select[name=topic] option").all_inner_texts()
            self.check("Causes and fixes" in options and "causes" not in options, f"filters show ids: {options}", where)
            self.check("site owners" in page.locator(".filters select[name=audience]").inner_text(), "the audience is shown by its id", where)
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

    def ways(self, chromium, start):
        """A line of a log, a tab of its own, an address that leads nowhere, a key that can be switched off."""
        page = chromium.new_page()
        page.on("console", lambda message: self.check("404" in message.text, f"console: {message.text}", "ways"))
        page.goto(start + "troubleshooter/index.html")
        line = "2020/06/17 15:42:54 [error] 37#37: *248 client intended to send too large body: 2787366861 bytes, client: 192.0.2.208"
        page.fill("#page\\.search", line)
        page.wait_for_selector(".panel .line span")
        self.check("This line means" in page.locator(".panel .line").inner_text(), "a line of a log is not explained", "ways")
        self.check(not any(re.search(r"\d", mark) for mark in page.locator(".panel mark").all_inner_texts()), "digits of a line are marked", "ways")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        self.check("request-too-large" in page.url, f"Enter leads to {page.url}", "ways")
        page.fill("#page\\.search", "dns")
        page.wait_for_selector("form.search[data-answered=dns]")
        with page.context.expect_page() as opened:
            page.locator("[role=option]").first.click(modifiers=["Control"])
        self.check("request-too-large" in page.url and opened.value.url != page.url, "Ctrl and a click leave the page", "ways")
        page.goto(start + "operate/time-outs.html")
        page.wait_for_selector("#page\\.near a")
        near = page.locator("#page\\.near a").all_inner_texts()
        self.check(1 <= len(near) <= 3 and any("imeout" in each for each in near), f"the address is not searched: {near}", "ways")
        page.goto(start + "search/index.html")
        page.locator(".slash input").uncheck()
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("/")
        self.check(page.evaluate("document.activeElement.id") != "page.search", "the key cannot be switched off", "ways")
        page.goto(start + "codes/502/index.html")
        page.keyboard.press("/")
        self.check(page.evaluate("document.activeElement.id") != "page.search", "the switch is forgotten", "ways")
        self.check(page.locator(".search.keyed").count() == 0, "the key is shown where it is switched off", "ways")
        page.close()

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
        queries = [line.split(" | ", 1)[1].rsplit(" |", 1)[0] for line in (FIXTURES / "judged.en.txt").read_text().splitlines() if line[:1] not in ("", "#")]
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

    def endpoints(self, chromium, source):
        """A site whose box asks another engine, under the policy that was generated for it."""
        engine = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Engine)
        threading.Thread(target=engine.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{engine.server_port}"
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            shutil.copytree(source / "content", folder / "content")
            settings = folder / "content/site.yaml"
            settings.write_text(settings.read_text().replace("search:\n", f"search:\n  endpoint: {address}/meilisearch\n  key: may-search\n"))
            build = subprocess.run([self.interlude, "build", "--source", folder, "--search-export", "meilisearch"], capture_output=True, text=True)
            self.check(build.returncode == 0, f"the site with an endpoint is not built: {build.stdout[-500:]}", "endpoint")
            public = folder / "public"
            documents = [json.loads(line) for line in (public / "search-export/meilisearch/documents.ndjson").open()]
            self.check(len(documents) > 500 and all((public / "site" / each["page"]).is_dir() for each in documents), "a document's page is not there", "endpoint")
            policy = re.search(r"Content-Security-Policy: (.*)", (public / "site/_headers").read_text()).group(1)

            class Strict(Handler):
                def end_headers(self):
                    self.send_header("Content-Security-Policy", policy)
                    http.server.SimpleHTTPRequestHandler.end_headers(self)

            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Strict, directory=str(public / "site")))
            threading.Thread(target=server.serve_forever, daemon=True).start()
            for kind in ["meilisearch", "typesense", "algolia", "opensearch"]:
                page = chromium.new_page()
                page.on("console", lambda message: self.check(False, f"console: {message.text}", kind))
                page.goto(f"http://127.0.0.1:{server.server_port}/codes/503/index.html")
                if kind != "meilisearch":
                    page.evaluate("([kind, url]) => Object.assign(document.querySelector('form.search').dataset, {kind, endpoint: url})", [kind, f"{address}/{kind}"])
                self.type(page, "/", "gateway")
                options = page.locator("[role=option]").all_inner_texts()
                self.check(any("502 Bad Gateway" in each for each in options) and any("DNS" in each for each in options), f"the engine's results are not shown: {options}", kind)
                self.check(page.locator(".panel mark").first.inner_text() == "gateway", "the engine's match is not marked", kind)
                self.check("<b>failed</b>" in page.locator(".panel").inner_text(), "the engine's text is taken for HTML", kind)
                self.check("2" in page.locator("[role=status]").inner_text(), "the engine's count is not said", kind)
                page.keyboard.press("ArrowDown")
                with page.expect_navigation():
                    page.keyboard.press("Enter")
                self.check(page.url.endswith("/codes/502/index.html"), f"the engine's result leads to {page.url}", kind)
                page.close()
            paths = [path for path, _, _ in Engine.asked]
            self.check(Engine.asked[0][2] == "Bearer may-search", "the key is not sent", "meilisearch")
            self.check(set(paths) == {"/meilisearch", "/typesense", "/algolia", "/opensearch"}, f"not all engines were asked: {paths}", "endpoint")
            for kind in set(paths):
                queries = [query.get("q") or query.get("query") or query["source"] for path, query, _ in Engine.asked if path == kind]
                self.check(any("gateway" in query for query in queries), "the query is not sent", kind)
            server.shutdown()
        engine.shutdown()

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
        search.ways(chromium, hosted)
        search.same(chromium, hosted)
        search.endpoints(chromium, pathlib.Path(__file__).parent.parent.parent)
    print(json.dumps({"problems": search.problems, "summary": f"{search.steps} steps"}))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2])
