"""Looks at every kind of error page in every theme and language, as the gallery of a built site holds them, and prints what
is wrong as JSON: themes.py PUBLIC"""

import json
import pathlib
import sys
import time

from chromium import AXE, DESKTOP, PHONE, View, browser, new_context
from inspect_pages import JUDGE
from layout import DROPPED_STYLES, OVERFLOW, SMALL_TARGETS

# A desktop window of 1280 by 800 at 400 %.
ZOOMED = {"width": 320, "height": 200}
# axe is slow: a language from the left, one from the right, one without spaces; a broken station, a broken link.
AXE_LANGUAGES, AXE_CODES = {"en", "ar", "ja"}, {"502", "522"}
AXE_VIEWS = [View("phone", PHONE), View("desktop", DESKTOP)]
# Without a style sheet everything still stands there, in an order that makes sense, and no drawing fills the screen.
UNSTYLED = """() => {
  document.querySelectorAll('style').forEach(style => style.remove());
  const order = ['.brand', 'h1', '.path', '.text', '.actions', 'footer'].map(name => document.querySelector(name));
  const problems = [];
  order.forEach((element, index) => {
    const box = element?.getBoundingClientRect();
    if (!box || box.height < 8) problems.push(`entry ${index} cannot be seen`);
    if (index && box && box.top < order[index - 1].getBoundingClientRect().top) problems.push(`entry ${index} stands too high`);
  });
  for (const svg of document.querySelectorAll('svg')) {
    if (svg.parentElement.closest('svg') === null && svg.getBoundingClientRect().height > 320) problems.push('a drawing is huge');
  }
  return problems;
}"""


class Themes:
    def __init__(self, gallery):
        self.gallery, self.problems, self.visits, self.judged = gallery, [], 0, 0
        self.pages = sorted(gallery.glob("pages/*/*/*.html"))

    def report(self, path, view, problem):
        self.problems.append({"page": str(path.relative_to(self.gallery)), "view": view.name, "problem": problem})

    def open(self, chromium, view, axe=True):
        """A page in a browser without a network."""
        context = new_context(chromium, view)
        context.set_offline(True)
        if axe:
            context.add_init_script(AXE)
        page = context.new_page()
        self.asked = []
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("console", lambda message: self.asked.append(f"console: {message.text}"))
        return page

    def visit(self, page, path, view):
        self.asked.clear()
        page.goto(path.as_uri(), wait_until="load")
        self.visits += 1
        for url in self.asked:
            if url != path.as_uri():
                self.report(path, view, f"asks for {url}")
        if overflow := page.evaluate(OVERFLOW):
            self.report(path, view, f"scrolls sideways: {overflow}")
        for target in page.evaluate(SMALL_TARGETS):
            self.report(path, view, f"target under 24 px: {target}")

    def run(self, chromium):
        narrow = View("phone", PHONE)
        page = self.open(chromium, narrow, axe=False)
        for path in self.pages:
            if ".dark." in path.name:
                continue
            self.visit(page, path, narrow)
            for style in page.evaluate(DROPPED_STYLES):
                self.report(path, narrow, f"the browser drops {style}")
            for problem in page.evaluate(UNSTYLED):
                self.report(path, narrow, f"without a style sheet: {problem}")
        page.context.close()
        for view in AXE_VIEWS + [View("400 %", ZOOMED)]:
            page = self.open(chromium, view)
            for path in self.pages:
                if path.parent.name in AXE_LANGUAGES and path.name.split(".")[0] in AXE_CODES:
                    self.visit(page, path, view)
                    result = page.evaluate(JUDGE)
                    self.judged += 1
                    for violation in result["violations"]:
                        nodes = "; ".join(node["html"][:120] for node in violation["nodes"][:2])
                        self.report(path, view, f"axe {violation['id']}: {violation['help']} ({nodes})")
            page.context.close()
        self.look_at_gallery(chromium)

    def look_at_gallery(self, chromium):
        """The choices work without a script, and only what is chosen is fetched."""
        path = self.gallery / "index.html"
        for view in [View("phone dark", PHONE, "dark"), View("desktop light", DESKTOP)]:
            page = self.open(chromium, view, axe=False)
            page.goto(path.as_uri(), wait_until="load")
            page.evaluate(AXE)
            if overflow := page.evaluate(OVERFLOW):
                self.report(path, view, f"scrolls sideways: {overflow}")
            for violation in page.evaluate(JUDGE)["violations"]:
                nodes = "; ".join(node["html"][:120] for node in violation["nodes"][:2])
                self.report(path, view, f"axe {violation['id']}: {violation['help']} ({nodes})")
            page.context.close()
        view = View("without script", DESKTOP, script=False)
        page = self.open(chromium, view, axe=False)
        # What Arabic visitors see, in the dark, on a phone.
        page.goto((self.gallery / "ar/index.html").as_uri(), wait_until="load")
        for choice in ["scheme-dark", "screen-phone"]:
            page.locator(f"#{choice}").check()
        frame = page.locator(".wall .dark iframe").first
        frame.scroll_into_view_if_needed()
        page.wait_for_timeout(500)
        if page.locator(".wall .light").first.is_visible():
            self.report(path, view, "what was not chosen is shown")
        inside = frame.element_handle().content_frame()
        shown = inside.evaluate("""() => [document.documentElement.lang, innerWidth,
          Math.max(...getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g)) < 100]""")
        if shown != ["ar", 390, True]:
            self.report(path, view, f"the frame shows {shown}")
        page.context.close()


def main(public):
    start = time.monotonic()
    themes = Themes(public / "site/gallery")
    with browser() as chromium:
        themes.run(chromium)
    summary = f"{len(themes.pages)} pages, {themes.visits} visits, {themes.judged} judged by axe, {time.monotonic() - start:.0f} s"
    print(json.dumps({"problems": themes.problems, "summary": summary}))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
