"""Looks at built pages in a browser and prints what is wrong with them as JSON: inspect_pages.py PUBLIC errors|site"""

import json
import pathlib
import sys
import time

from chromium import AXE, DESKTOP, PHONE, VIEWS, View, browser, error_pages, hosted, new_context, site_pages, turn
from layout import DROPPED_STYLES, OVERFLOW, SMALL_TARGETS

# The error pages share one template. All of them are looked at in both sizes, each in a colour scheme of its own; these,
# which differ most, in every view. axe, which is slow, judges all of them in one view, and these in four.
SAMPLE = {"404.html", "413.html", "502.html", "503.html"}
SAMPLE_VIEWS = {"phone dark", "desktop light"}
# Each template of the site in both sizes and both colours; its home page in all four views.
SITE_AXE_VIEWS = {"phone dark", "desktop light"}
JUDGE = """() => axe.run(document, {resultTypes: ['violations'], preload: false})
  .then(({passes, violations}) => ({violations, rules: passes.length + violations.length}))"""


def failure(request):
    """What went wrong with a request; nothing where the browser itself gave it up, as it does for the icon of a page that
    it leaves."""
    return [] if request.failure == "net::ERR_ABORTED" else [f"failed request: {request.url} ({request.failure})"]


class Inspection:
    """Opens pages one after the other and collects problems."""

    def __init__(self, public):
        self.public = public
        self.problems = []
        self.visits = self.judged = self.rules = 0

    def inspect_errors(self, chromium):
        # Languages that are written from the right have pages of their own.
        for view in (view for view in VIEWS if not view.rtl):
            page = self.open(chromium, view)
            for path in error_pages(self.public):
                if view.name in SAMPLE_VIEWS and path.name not in SAMPLE:
                    continue
                self.visit(page, path.as_uri(), view, axe=view.name == "phone light" or path.name in SAMPLE)
                for style in page.evaluate(DROPPED_STYLES):
                    self.report(self.name(path.as_uri()), view, f"the browser drops {style}")
            page.context.close()

    def inspect_site(self, chromium):
        for view in VIEWS:
            page = self.open(chromium, view)
            for path in site_pages(self.public):
                is_home = path == self.public / "site/index.html"
                self.visit(page, path.as_uri(), view, axe=is_home or view.name in SITE_AXE_VIEWS)
            with hosted(self.public / "site") as address:
                self.visit(page, address + "no/such/page", view, missing=True)
            page.context.close()
        self.walk_without_script(chromium)
        self.find_cause_without_script(chromium)
        self.look_at_card(chromium)

    def open(self, chromium, view):
        context = new_context(chromium, view)
        context.add_init_script(AXE)
        return context.new_page()

    def visit(self, page, url, view, axe=True, missing=False):
        requests, messages = [], []
        listeners = {
            "request": lambda request: requests.append(request.url),
            "requestfailed": lambda request: messages.extend(failure(request)),
            "console": lambda message: messages.append(f"{message.type}: {message.text}"),
            "pageerror": lambda error: messages.append(f"script error: {error}"),
        }
        for event, listener in listeners.items():
            page.on(event, listener)
        page.goto(url, wait_until="load")
        turn(page, view)
        for event, listener in listeners.items():
            page.remove_listener(event, listener)

        name = self.name(url)
        for message in messages:
            # The browser's own remark about the page it was asked for.
            if not (missing and "status of 404" in message):
                self.report(name, view, f"console: {message}")
        self.check_requests(requests, url, name, view)
        self.check_layout(page, name, view)
        if axe:
            self.check_axe(page, name, view)
        self.visits += 1

    def check_requests(self, requests, url, name, view):
        """An error page asks for nothing but itself; the site for nothing of anybody else's."""
        own = url if "/error-pages/" in url else url.split("no/such/page")[0][:7]
        for request in requests:
            # A picture inside the page counts as a request to a browser.
            if not request.startswith((own, "data:")):
                self.report(name, view, f"request: {request}")

    def check_layout(self, page, name, view):
        overflow = page.evaluate(OVERFLOW)
        if overflow:
            self.report(name, view, f"scrolls sideways: {overflow}")
        for target in page.evaluate(SMALL_TARGETS):
            self.report(name, view, f"target under 24 px: {target}")
        if page.locator("h1").count() != 1:
            self.report(name, view, f"{page.locator('h1').count()} h1 elements")

    def check_axe(self, page, name, view):
        result = page.evaluate(JUDGE)
        self.judged += 1
        self.rules = max(self.rules, result["rules"])
        for violation in result["violations"]:
            nodes = "; ".join(node["html"][:120] for node in violation["nodes"][:2])
            self.report(name, view, f"axe {violation['id']}: {violation['help']} ({len(violation['nodes'])}×: {nodes})")

    def walk_without_script(self, chromium):
        """From file://, without scripts: styles arrive, and links lead from page to page."""
        view = View("without script", DESKTOP, script=False)
        context = new_context(chromium, view)
        page = context.new_page()
        page.goto((self.public / "site/index.html").as_uri())
        for step in range(12):
            name = self.name(page.url)
            if not page.locator("h1").is_visible() or len(page.locator("main").inner_text()) < 60:
                self.report(name, view, "there is nothing to read")
            if page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgba(0, 0, 0, 0)":
                self.report(name, view, "the style sheet did not arrive")
            links = page.locator("main a[href]:visible, nav a[href]:visible")
            targets = [link for link in links.all() if ":" not in link.get_attribute("href")]
            link = targets[(step * 7) % len(targets)]
            href = link.get_attribute("href")
            link.click()
            if not page.url.startswith(self.public.as_uri()):
                self.report(name, view, f"the link {href} leads away to {page.url}")
                break
            self.visits += 1
        context.close()

    def find_cause_without_script(self, chromium):
        """From the home page to a cause: what one sees, whose log, what it says."""
        view = View("without script", PHONE, script=False)
        context = new_context(chromium, view)
        page = context.new_page()
        page.goto((self.public / "site/index.html").as_uri())
        page.locator("a[href='troubleshooter/index.html']").first.click()
        page.locator(".answers a", has_text="502").click()
        lines = page.locator("details", has=page.locator("summary", has_text="nginx"))
        if lines.locator("a").first.is_visible():
            self.report(self.name(page.url), view, "the lines show before their program is chosen")
        lines.locator("summary").click()
        lines.locator("a", has_text="111").first.click()
        if "/causes/" not in page.url or not page.locator("#symptom").is_visible():
            self.report(self.name(page.url), view, "the troubleshooter does not lead to a cause")
        self.visits += 4
        context.close()

    def look_at_card(self, chromium):
        """The picture for link previews is one that browsers can read."""
        view = VIEWS[0]
        context = new_context(chromium, view)
        page = context.new_page()
        page.goto((self.public / "site/assets/card.png").as_uri())
        size = page.evaluate("[document.images[0].naturalWidth, document.images[0].naturalHeight]")
        if size != [1200, 630]:
            self.report("assets/card.png", view, f"the picture is {size} pixels")
        context.close()

    def name(self, url):
        return url.removeprefix(self.public.as_uri() + "/")

    def report(self, page, view, problem):
        self.problems.append({"page": page, "view": view.name, "problem": problem})


def main(public, part):
    start = time.monotonic()
    inspection = Inspection(public)
    with browser() as chromium:
        {"errors": inspection.inspect_errors, "site": inspection.inspect_site}[part](chromium)
    summary = f"{part}, {inspection.visits} visits, {inspection.judged} of them judged by axe ({inspection.rules} rules) "
    summary += f"in {len(VIEWS)} views, {time.monotonic() - start:.0f} s"
    print(json.dumps({"problems": inspection.problems, "summary": summary}))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2])
