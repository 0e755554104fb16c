"""Looks at one page of each kind in colours that the reader forces, and prints what is wrong as JSON: forced_colours.py PUBLIC

Drawings stand out from their ground, what is chosen differs from what is not by more than its colour, and the focus has its ring.
"""

import base64
import json
import pathlib
import sys
import time

from chromium import DESKTOP, View, browser, hosted, new_context
from keyboard import COMPARE, EDGE
from kinds import ERROR_PAGES, KINDS, settle

VIEWS = [View("forced light", DESKTOP), View("forced dark", DESKTOP, "dark")]
# Shapes of which neither line nor surface has three times the luminance of the ground (WCAG 1.4.11).
SHAPES = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
  const luminance = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    const [x, y, z] = [r, g, b].map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return a < 128 ? null : 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const probe = document.createElement('i');
  probe.style.color = 'Canvas';
  document.body.append(probe);
  const ground = luminance(getComputedStyle(probe).color);
  probe.remove();
  const stands = (colour) => {
    const own = colour === 'none' ? null : luminance(colour);
    return own !== null && (Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05) >= 3;
  };
  return [...document.querySelectorAll('svg :is(path, circle, line, rect, ellipse, polygon, polyline)')].filter(e => {
    const style = getComputedStyle(e);
    // What has the very colour of the ground is a gap in something else.
    const paints = [style.fill, style.stroke].filter(paint => paint !== 'none' && luminance(paint) !== ground);
    return paints.length && e.checkVisibility({visibilityProperty: true}) && !e.closest('mask, clipPath, defs') && !paints.some(stands);
  }).map(e => `cannot be seen: ${e.outerHTML.slice(0, 60)} in ${e.closest('svg').outerHTML.slice(0, 60)}`);
}"""


class Walk:
    def __init__(self, chromium, view):
        context = chromium.new_context(viewport=view.size, color_scheme=view.scheme, forced_colors="active", reduced_motion="reduce")
        self.view, self.page, self.reader, self.problems = view, context.new_page(), chromium.new_context().new_page(), []

    def report(self, name, problem):
        self.problems.append({"page": name, "view": self.view.name, "problem": problem})

    def open(self, url):
        self.page.goto(url, wait_until="load")
        settle(self.page)

    def differs(self, name, what, locator, change):
        """The picture of a thing changes, in a way that is no colour of the page's own, along at least one edge."""
        box = locator.bounding_box()
        clip = {"x": max(0, box["x"] - EDGE), "y": max(0, box["y"] - EDGE), "width": box["width"] + 2 * EDGE, "height": box["height"] + 2 * EDGE}
        before = self.page.screenshot(clip=clip)
        change()
        pictures = [base64.b64encode(each).decode() for each in (before, self.page.screenshot(clip=clip))]
        if max(self.reader.evaluate(COMPARE, pictures + [EDGE])) < 0.5:
            self.report(name, f"{what} cannot be told from the others")

    def choices(self, address):
        page = self.page
        self.open(address + KINDS["code"])
        page.fill("#page\\.search", "gateway")
        page.wait_for_selector("form.search[data-answered=gateway]")
        option = page.locator("[role=option]").nth(1)
        self.differs("code", "the chosen result", option, lambda: [page.keyboard.press("ArrowDown") for _ in range(2)])
        self.open(address + KINDS["article with tabs"])
        label = page.locator(".tabs > label").nth(1)
        label.scroll_into_view_if_needed()
        self.differs("article with tabs", "the open tab", label, lambda: page.locator(".tabs > input").nth(1).evaluate("e => { e.checked = true }"))
        link = page.locator(".prose a").first
        link.scroll_into_view_if_needed()
        self.differs("article with tabs", "the focus", link, lambda: link.evaluate("e => e.focus({focusVisible: true, preventScroll: true})"))


def main(public):
    start, problems, visits = time.monotonic(), [], 0
    with browser() as chromium, hosted(public / "site") as address:
        addresses = {name: address + path for name, path in KINDS.items()}
        addresses |= {name: (public / "error-pages" / path).as_uri() for name, path in ERROR_PAGES.items()}
        for view in VIEWS:
            walk = Walk(chromium, view)
            for name, url in addresses.items():
                walk.open(url)
                visits += 1
                for problem in walk.page.evaluate(SHAPES)[:4]:
                    walk.report(name, problem)
            walk.choices(address)
            problems += walk.problems
    print(json.dumps({"problems": problems, "summary": f"{visits} visits, {time.monotonic() - start:.0f} s"}, ensure_ascii=False))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
