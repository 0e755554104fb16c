"""Works with a preview as a writer does, and prints what goes wrong as JSON: preview.py INTERLUDE SOURCE"""

import contextlib
import json
import pathlib
import re
import subprocess
import sys
import time

from chromium import AXE, DESKTOP, PHONE, View, browser, new_context
from layout import OVERFLOW

ARTICLE = "content/articles/causes/long.md"
ADDRESS = "articles/causes/long/"
OVERLAY = "#interlude-problems"


@contextlib.contextmanager
def preview(program, source):
    process = subprocess.Popen(
        [program, "serve", "--source", str(source), "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True)
    try:
        yield re.search(r"http://\S+/", process.stdout.readline())[0]
    finally:
        process.terminate()
        process.wait()


class Writer:
    """Edits a file, looks at a page, and collects what is wrong."""

    def __init__(self, chromium, address, source):
        self.chromium, self.address, self.source = chromium, address, source
        self.problems = []
        self.checks = 0

    def check(self, holds, view, problem):
        self.checks += 1
        if not holds:
            self.problems.append({"page": "preview", "view": view.name, "problem": problem})

    def write(self, text):
        (self.source / ARTICLE).write_text(text)

    def open(self, view, path):
        context = new_context(self.chromium, view)
        context.add_init_script(AXE)
        page = context.new_page()
        # The status of an error page is no message of the page's own.
        page.on("console", lambda message: self.check(
            message.type not in ("error", "warning") or "the server responded with a status of" in message.text,
            view, f"console: {message.text}"))
        page.on("pageerror", lambda error: self.check(False, view, f"script error: {error}"))
        page.goto(self.address + path, wait_until="load")
        return page

    def axe(self, page, view, what):
        result = page.evaluate("axe.run(document, {resultTypes: ['violations'], preload: false})")
        for violation in result["violations"]:
            nodes = "; ".join(node["html"][:120] for node in violation["nodes"][:2])
            self.check(False, view, f"{what}: axe {violation['id']}: {violation['help']} ({nodes})")

    def reload_keeps_the_place(self, view, path, good):
        page = self.open(view, path)
        page.evaluate("scrollTo(0, 700)")
        page.wait_for_timeout(100)
        y = page.evaluate("scrollY")
        word = f"Written at {time.monotonic_ns()}."
        with page.expect_navigation(wait_until="load", timeout=20_000):
            self.write(good + f"\n{word}\n")
        page.wait_for_timeout(150)
        found = page.evaluate("scrollY")
        self.check(y > 100 or path == "__errors/", view, f"{path} is too short to lose a place")
        self.check(abs(found - y) <= 1, view, f"{path}: the page was at {y} and is at {found} after the reload")
        if path == ADDRESS:
            self.check(word in page.locator("main").inner_text(), view, "the reloaded page has not the new words")
        page.context.close()

    def overlay_comes_and_goes(self, view, path, good):
        page = self.open(view, path)
        panel = page.locator(OVERLAY).locator("section")
        self.check(page.locator(OVERLAY).count() == 0, view, "there is an overlay without a problem")
        self.write(good.replace("title:", "titel:", 1))
        panel.wait_for(timeout=20_000)
        text = panel.inner_text()
        for word in [ARTICLE + ":2:1", "^^^^^", "help:", "title", "last build that succeeded"]:
            self.check(word in text, view, f"the overlay does not say {word!r}: {text!r}")
        self.axe(page, view, "overlay")
        self.check(not page.evaluate(OVERFLOW), view, "the overlay makes the page scroll sideways")
        page.keyboard.press("Escape")
        badge = page.locator(OVERLAY).locator(".badge")
        self.check(not panel.is_visible() and badge.is_visible(), view, "Escape does not close the overlay")
        self.axe(page, view, "badge")
        badge.focus()
        page.keyboard.press("Enter")
        self.check(panel.is_visible(), view, "Enter on the badge does not open the overlay")
        self.check(
            page.evaluate(f"document.querySelector('{OVERLAY}').shadowRoot.activeElement?.textContent")[:5] == "Close",
            view, "the overlay does not take the focus")
        page.keyboard.press("Enter")
        self.check(not panel.is_visible(), view, "its button does not close the overlay")
        page.reload()
        page.locator(OVERLAY).wait_for(state="attached")
        self.check(not panel.is_visible(), view, "the overlay comes back although it was closed")
        self.write(good)
        page.locator(OVERLAY).wait_for(state="detached", timeout=20_000)
        page.context.close()


def main(program, source):
    start = time.monotonic()
    good = "---\ntitle: A long article\n---\n## Section\n\n" + "A paragraph of some words.\n\n" * 80
    (source / ARTICLE).write_text(good)
    with preview(program, source) as address, browser() as chromium:
        writer = Writer(chromium, address, source)
        for view in [View("desktop light", DESKTOP), View("phone dark", PHONE, "dark")]:
            for path in [ADDRESS, "__errors/"]:
                writer.reload_keeps_the_place(view, path, good)
            for path in [ADDRESS, "__errors/ar/502.html"]:
                writer.overlay_comes_and_goes(view, path, good)
            index = writer.open(view, "__errors/")
            writer.axe(index, view, "index of error pages")
            writer.check(not index.evaluate(OVERFLOW), view, "the index of error pages scrolls sideways")
            index.context.close()
    summary = f"{writer.checks} checks, {time.monotonic() - start:.0f} s"
    print(json.dumps({"problems": writer.problems, "summary": summary}))


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]).resolve())
