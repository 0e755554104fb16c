"""Looks at built pages in a browser and prints what is wrong with them as JSON: inspect_pages.py PUBLIC"""

import json
import pathlib
import sys
import time

from chromium import AXE, VIEWS, browser, error_pages, new_context, site_pages, turn

OVERFLOW = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return null;
  const wide = [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > width + 1);
  return `${document.documentElement.scrollWidth} px wide, for example ` +
    wide.slice(-3).map(e => e.tagName.toLowerCase() + '.' + e.className).join(', ');
}"""
SMALL_TARGETS = """() => [...document.querySelectorAll('button, input, select, summary, nav a, .actions a, footer a')]
  .map(e => [e, e.getBoundingClientRect()])
  .filter(([e, box]) => box.width > 0 && (box.width < 24 || box.height < 24) && getComputedStyle(e).display !== 'inline')
  .map(([e, box]) => `${e.tagName.toLowerCase()} “${e.textContent.trim().slice(0, 20)}” ${box.width}×${box.height}`)"""


class Inspection:
    """Opens pages one after the other and collects problems."""

    def __init__(self, public):
        self.public = public
        self.problems = []
        self.visits = 0
        self.rules = 0

    def visit(self, context, path, view, is_error_page):
        name = str(path.relative_to(self.public))
        page = context.new_page()
        requests, messages = [], []
        page.on("request", lambda request: requests.append(request.url))
        page.on("requestfailed", lambda request: messages.append(f"failed request: {request.url}"))
        page.on("console", lambda message: messages.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: messages.append(f"script error: {error}"))
        page.goto(path.as_uri(), wait_until="load")
        turn(page, view)
        for message in messages:
            self.report(name, view, f"console: {message}")
        foreign = [url for url in requests if not url.startswith("file:" if not is_error_page else path.as_uri())]
        # A browser asks for a picture inside the page as well; it stays inside the page.
        for url in foreign:
            if not url.startswith("data:"):
                self.report(name, view, f"request: {url}")
        self.check_layout(page, name, view)
        self.check_axe(page, name, view)
        page.close()
        self.visits += 1

    def check_layout(self, page, name, view):
        overflow = page.evaluate(OVERFLOW)
        if overflow:
            self.report(name, view, f"scrolls sideways: {overflow}")
        for target in page.evaluate(SMALL_TARGETS):
            self.report(name, view, f"target under 24 px: {target}")
        if page.locator("h1").count() != 1:
            self.report(name, view, f"{page.locator('h1').count()} h1 elements")

    def check_axe(self, page, name, view):
        page.evaluate(AXE)
        result = page.evaluate("axe.run(document, {resultTypes: ['violations', 'incomplete'], preload: false})")
        self.rules = max(self.rules, len(result["passes"]) + len(result["violations"]))
        for violation in result["violations"]:
            nodes = "; ".join(node["html"][:120] for node in violation["nodes"][:2])
            self.report(name, view, f"axe {violation['id']}: {violation['help']} ({len(violation['nodes'])}×: {nodes})")

    def report(self, page, view, problem):
        self.problems.append({"page": page, "view": view.name, "problem": problem})


def main(public):
    start = time.monotonic()
    inspection = Inspection(public)
    with browser() as chromium:
        for view in VIEWS:
            context = new_context(chromium, view)
            for path in error_pages(public):
                # Mirroring one page of a template is enough.
                if not view.rtl or path.name in ("502.html", "413.html"):
                    inspection.visit(context, path, view, is_error_page=True)
            for path in site_pages(public):
                inspection.visit(context, path, view, is_error_page=False)
            context.close()
    print(json.dumps({
        "problems": inspection.problems,
        "summary": f"{inspection.visits} visits in {len(VIEWS)} views, up to {inspection.rules} axe rules each, "
        f"{time.monotonic() - start:.0f} s",
    }))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
