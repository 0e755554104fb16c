"""Uses a help site's comforts as a reader does, under the policy its host sends: comforts.py PUBLIC"""

import functools
import gzip
import http.server
import json
import pathlib
import sys
import threading
import time

from chromium import AXE, DESKTOP, PHONE, SiteHandler, View, browser, new_context, turn
from layout import OVERFLOW, SMALL_TARGETS

WIDE = {"width": 1440, "height": 900}
TABS = "articles/guides/checking-a-config/"
LONG = "articles/guides/writing/"
TIMEOUTS = "articles/operate/timeouts/"
# A page with words of the glossary, and pages of causes.
WORDS = "articles/operate/health-checks/"
CAUSES = ["upstream-not-listening", "dns-resolution-failure", "upstream-read-timeout", "no-healthy-upstreams", "container-crashloop", "tls-cert-expired-or-untrusted"]
FORM = "https://forms.example.com/helpful"
BUDGET = 10 * 1024


class HostedAsTold(SiteHandler):
    """A host that sends the header fields of `_headers`."""

    def end_headers(self):
        lines = pathlib.Path(self.directory, "_headers").read_text().splitlines()
        for line in lines[1:]:
            name, _, value = line.strip().partition(": ")
            self.send_header(name, value)
        super().end_headers()


class Reader:
    def __init__(self, chromium, site, address):
        self.chromium, self.site, self.address = chromium, site, address
        self.problems = []
        self.checks = 0

    def check(self, holds, view, problem):
        self.checks += 1
        if not holds:
            self.problems.append({"page": "comforts", "view": view.name, "problem": problem})

    def open(self, view, path):
        context = new_context(self.chromium, view)
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=self.address.rstrip("/"))
        context.add_init_script(AXE)
        context.add_init_script("window.print = () => { window.printed = (window.printed ?? 0) + 1 }")
        page = context.new_page()
        page.on("console", lambda message: self.check(False, view, f"{path}: console: {message.text}"))
        page.on("pageerror", lambda error: self.check(False, view, f"{path}: script error: {error}"))
        page.goto(self.address + path, wait_until="load")
        return page

    def copies(self, view):
        page = self.open(view, LONG)
        block = page.locator(".prose > .copyable").first
        button = block.locator("button.copy")
        button.focus()
        page.keyboard.press("Enter")
        page.wait_for_timeout(100)
        text = block.locator("pre").text_content()
        self.check(page.evaluate("navigator.clipboard.readText()") == text.rstrip("\n"), view, "the copy differs")
        self.check(button.inner_text() == "Copied", view, "the button does not say that it has copied")
        page.context.close()

    def copies_page(self, view):
        page = self.open(view, LONG)
        if view.size == PHONE:
            page.locator(".contents summary").click()
        page.get_by_role("button", name="Copy as Markdown").click()
        page.wait_for_timeout(300)
        text = page.evaluate("navigator.clipboard.readText()")
        twin = (self.site / LONG / "index.md").read_text()
        self.check(text.replace("\r", "") == twin, view, f"the copied page is no Markdown: {text[:60]}")
        page.context.close()

    def chooses_colours(self, view):
        page = self.open(view, LONG)
        paper = "getComputedStyle(document.documentElement).backgroundColor"
        device = page.evaluate(paper)
        # At the first paint the choice must be there, so the root has it before the body is read.
        page.add_init_script("new MutationObserver((_, o) => { if (document.body) { window.first = document.documentElement.dataset.theme ?? 'none'; o.disconnect() } }).observe(document, {childList: true, subtree: true})")
        page.locator(".theme").click()
        chosen = page.evaluate(paper)
        theme = page.evaluate("document.documentElement.dataset.theme")
        self.check(chosen != device and theme in ("light", "dark"), view, f"the colours stay {device}")
        page.reload(wait_until="load")
        self.check(page.evaluate(paper) == chosen, view, "the chosen colours are forgotten")
        self.check(page.evaluate("window.first") == theme, view, "the page is painted before it knows the colours")
        page.emulate_media(media="print")
        self.check(page.evaluate(paper) == "rgb(255, 255, 255)", view, "chosen colours are printed")
        page.emulate_media(media="screen", forced_colors="active")
        forced = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()")
        self.check(forced == "Canvas", view, f"chosen colours win over forced ones: {forced}")
        page.emulate_media(forced_colors="none")
        for _ in range(2):
            page.locator(".theme").click()
        self.check(page.evaluate("document.documentElement.dataset.theme") is None, view, "there is no way back to the device's colours")
        page.context.close()

    def header_yields(self, view):
        page = self.open(view, LONG)
        bottom = "document.querySelector('.masthead').getBoundingClientRect().bottom"
        page.mouse.wheel(0, 2500)
        page.wait_for_timeout(500)
        self.check(page.evaluate(bottom) <= 1, view, "the header stays while one reads on")
        page.mouse.wheel(0, -300)
        page.wait_for_timeout(500)
        box = page.locator("#page\\.search").bounding_box()
        self.check(box and 0 <= box["y"] < 60, view, f"the search does not come back: {box}")
        page.mouse.wheel(0, 600)
        page.wait_for_timeout(500)
        self.check(page.evaluate(bottom) <= 1, view, "the header does not go again")
        page.keyboard.press("Control+k")
        page.wait_for_timeout(300)
        box = page.locator("#page\\.search").bounding_box()
        self.check(box and 0 <= box["y"] < 60, view, f"the search is not seen when it is called: {box}")
        page.context.close()

    def hides_no_column(self, view):
        """What does not fit a phone is stacked with its column's name, or says that it scrolls."""
        page = self.open(view, TIMEOUTS)
        cut = page.evaluate("""() => [...document.querySelectorAll('.prose .stacked')].filter(table =>
            table.scrollWidth > table.clientWidth + 1 || [...table.querySelectorAll('td:not(:empty)')].some(cell => {
              const box = cell.getBoundingClientRect();
              return !box.width || box.right > innerWidth;
            })).length""")
        self.check(page.locator(".prose .stacked").count() > 0, view, "there is no table of many columns to try")
        self.check(cut == 0, view, f"{cut} tables hide a column")
        label = page.evaluate("getComputedStyle(document.querySelector('.stacked td[data-label]'), '::before').content")
        self.check(len(label) > 4, view, f"a cell does not name its column: {label}")
        shadow = page.evaluate("getComputedStyle(document.querySelector('.prose pre')).backgroundAttachment")
        self.check("local" in shadow and "scroll" in shadow, view, "code has no sign that it goes on")
        page.context.close()

    def wraps(self, view):
        page = self.open(view, TIMEOUTS)
        wrap = page.locator(".wrap").first
        self.check(wrap.count() == 1, view, "no long line can be wrapped")
        wrap.focus()
        page.keyboard.press("Enter")
        pre = page.locator(".copyable:has(.wrap) > pre").first
        self.check(pre.evaluate("e => e.scrollWidth <= e.clientWidth + 1"), view, "the lines do not wrap")
        self.check(wrap.get_attribute("aria-pressed") == "true", view, "the button does not say so")
        page.context.close()

    def links_headings(self, view):
        page = self.open(view, LONG)
        anchor = page.locator(".prose h2 > .anchor").nth(1)
        anchor.focus()
        self.check(anchor.evaluate("e => getComputedStyle(e).opacity") == "1", view, "a heading's link is not seen when it has the focus")
        page.keyboard.press("Enter")
        page.wait_for_timeout(100)
        self.check(page.evaluate("decodeURIComponent(location.hash.slice(1)) === document.querySelectorAll('.prose h2')[1].id"), view, "a heading's link leads elsewhere")
        page.context.close()

    def remembers_tabs(self, view):
        page = self.open(view, TABS)
        inputs = page.locator(".tabs > input")
        names = page.locator(".tabs > label").all_inner_texts()
        self.check(inputs.count() > 2 and inputs.nth(0).is_checked(), view, "there are no tabs to try")
        page.locator(".tabs > label").nth(1).click()
        self.check(inputs.nth(1).is_checked() and page.locator(".tab-panel").nth(1).is_visible(), view, "no tab opens")
        page.reload(wait_until="load")
        self.check(inputs.nth(1).is_checked(), view, f"{names[1]} is forgotten")
        inputs.nth(1).focus()
        page.keyboard.press("ArrowRight")
        self.check(inputs.nth(2).is_checked(), view, "the arrow key does not lead to the next tab")
        page.context.close()

    def follows(self, view):
        page = self.open(view, LONG)
        links = page.locator(".contents a")
        count = links.count()
        found = []
        for number in (2, count // 2):
            page.evaluate("id => document.getElementById(id).scrollIntoView({behavior: 'instant'})",
                          links.nth(number).get_attribute("href")[1:])
            self.wait_for_heading(page, links.nth(number).get_attribute("href"))
            current = page.locator(".contents [aria-current]")
            self.check(current.count() == 1, view, f"{current.count()} headings are marked")
            found.append(current.first.get_attribute("href") == links.nth(number).get_attribute("href"))
        self.check(all(found), view, "the list of headings does not follow")
        page.context.close()

    def wait_for_heading(self, page, href):
        """A busy machine takes its time to notice that a page was scrolled."""
        for _ in range(100):
            current = page.locator(".contents [aria-current]")
            if current.count() == 1 and current.first.get_attribute("href") == href:
                break
            page.wait_for_timeout(50)

    def prints(self, view):
        page = self.open(view, LONG)
        if view.size == PHONE:
            page.locator(".contents summary").click()
        page.evaluate("document.querySelectorAll('.prose > h2')[2].scrollIntoView({behavior: 'instant'})")
        self.wait_for_heading(page, "#" + page.locator(".prose > h2").nth(2).get_attribute("id"))
        buttons = page.locator(".printing button")
        # Where the list lies above the text, reaching for it goes back to the beginning.
        index = 2 if view.size == WIDE else 0
        buttons.nth(1).evaluate("button => button.click()") if view.size == WIDE else buttons.nth(1).click()
        page.emulate_media(media="print")
        heads = page.locator(".prose > h2")
        self.check(page.evaluate("window.printed") == 1, view, "nothing is printed")
        shown = [n for n in range(heads.count()) if heads.nth(n).is_visible()]
        self.check(len(shown) == 1 and (view.size != WIDE or shown == [index]), view, f"sections {shown} are printed")
        self.check(page.locator("h1").is_visible(), view, "the title is not printed")
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        self.check(heads.first.is_visible() and heads.last.is_visible(), view, "the rest does not come back")
        self.check(not page.locator(".copy").first.is_visible(), view, "buttons are printed")
        page.emulate_media(media="screen")
        buttons.nth(0).click()
        self.check(page.evaluate("window.printed") == 2, view, "the whole page is not printed")
        page.context.close()

    def sends_a_verdict(self, view):
        page = self.open(view, LONG)
        sent = []

        def answer(route):
            sent.append(route.request.post_data)
            route.fulfill(body="Thank you.", content_type="text/plain")

        page.route(FORM, answer)
        page.locator(".helpful button").nth(1).click()
        page.wait_for_url(FORM)
        self.check(sent == ["page=articles%2Fguides%2Fwriting%2F&lang=en&helpful=no"], view, f"what is sent: {sent}")
        page.context.close()

    def looks_well(self, view, path):
        page = self.open(view, path)
        turn(page, view)
        result = page.evaluate("axe.run(document, {resultTypes: ['violations'], preload: false})")
        for violation in result["violations"]:
            nodes = "; ".join(node["html"][:120] for node in violation["nodes"][:2])
            self.check(False, view, f"{path}: axe {violation['id']}: {violation['help']} ({nodes})")
        self.check(not page.evaluate(OVERFLOW), view, f"{path} scrolls sideways")
        for target in page.evaluate(SMALL_TARGETS):
            self.check(False, view, f"{path}: target under 24 px: {target}")
        page.context.close()

    def confirms_at_once(self, view):
        """The command that confirms a cause is on the first screen."""
        for name in CAUSES:
            page = self.open(view, f"articles/causes/{name}/")
            bottom = page.locator(".title + .callout pre").evaluate("(pre) => pre.getBoundingClientRect().bottom")
            self.check(bottom <= view.size["height"], view, f"{name}: the command ends at {bottom:.0f}")
            self.check(page.locator(".title + .callout a").get_attribute("href").startswith("#"), view, f"{name}: no way to its answer")
            page.context.close()

    def explains_words(self, view):
        page = self.open(view, WORDS)
        term = page.locator("a.term").first
        note = page.locator("[role=tooltip]")
        term.dispatch_event("pointerdown", {"pointerType": "touch"})
        term.dispatch_event("click")
        note.wait_for()
        self.check(page.url.endswith(WORDS), view, "the first touch leads away")
        page.keyboard.press("Escape")
        term.focus()
        note.wait_for()
        text = note.text_content()
        self.check(len(text) > 30, view, f"a word is explained by “{text}”")
        self.check(term.get_attribute("aria-describedby") == note.get_attribute("id"), view, "the word does not name its explanation")
        box = note.bounding_box()
        self.check(box["x"] >= 0 and box["x"] + box["width"] <= view.size["width"], view, f"the explanation hangs out: {box}")
        page.keyboard.press("Escape")
        self.check(note.count() == 0, view, "Escape leaves the explanation there")
        if view.size != PHONE:
            term.hover()
            note.wait_for()
            note.hover()
            page.wait_for_timeout(400)
            self.check(note.count() == 1, view, "the explanation goes when it is pointed at")
            page.mouse.move(2, 2)
            page.wait_for_timeout(400)
            self.check(note.count() == 0, view, "the explanation stays")
        term.focus()
        with page.expect_navigation():
            page.keyboard.press("Enter")
        self.check("/understand/words/" in page.url and "#" in page.url, view, f"the word leads to {page.url}")
        page.context.close()

    def does_without_script(self, view):
        page = self.open(view, TABS)
        self.check(page.locator(".copy, .printing").count() == 0, view, "there are buttons that need a script")
        page.locator(".tabs > label").nth(1).click()
        self.check(page.locator(".tab-panel").nth(1).is_visible(), view, "tabs do not open")
        page.context.close()

    def is_small(self, view):
        page = (self.site / "index.html").read_text()
        files = [self.site / "assets" / name for name in ("site.css", "site.js")]
        size = sum(len(gzip.compress(path.read_bytes(), 9)) for path in files)
        self.check(all(path.name in page for path in files), view, "the page does not name its files")
        self.check(size <= BUDGET, view, f"style and script are {size} bytes in gzip")
        return size


def main(public):
    start = time.monotonic()
    site = public / "site"
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(HostedAsTold, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with browser() as chromium:
        reader = Reader(chromium, site, f"http://127.0.0.1:{server.server_port}/")
        for view in [View("wide light", WIDE), View("phone dark", PHONE, "dark")]:
            reader.copies(view)
            reader.copies_page(view)
            reader.chooses_colours(view)
            reader.header_yields(view)
            reader.links_headings(view)
            reader.remembers_tabs(view)
            reader.follows(view)
            reader.prints(view)
            reader.sends_a_verdict(view)
            reader.explains_words(view)
        for view in [View("desktop", {"width": 1280, "height": 800}), View("phone", {"width": 390, "height": 844})]:
            reader.confirms_at_once(view)
        phone = View("phone light", {"width": 390, "height": 664})
        reader.hides_no_column(phone)
        reader.wraps(phone)
        for view in [View("wide dark", WIDE, "dark"), View("phone light", PHONE), View("desktop rtl", DESKTOP, rtl=True)]:
            for path in [LONG, TABS, TIMEOUTS, "codes/502/", "codes/404/", "", "troubleshooter/502/"]:
                reader.looks_well(view, path)
        reader.does_without_script(View("without script", DESKTOP, script=False))
        size = reader.is_small(View("any", DESKTOP))
    summary = f"{reader.checks} checks, style and script {size} bytes in gzip, {time.monotonic() - start:.0f} s"
    print(json.dumps({"problems": reader.problems, "summary": summary}))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
