"""Walks through one page of each kind with the Tab key, and prints what is wrong as JSON: keyboard.py PUBLIC MANY phone|desktop

Everything that can be used is reached once, in the order in which it is seen, and shows that it has the focus: a ring of which each side is
on the screen and not below the bar at the top. Nothing keeps the focus; the way back is the way there. The first stop leads past the bar.
MANY is a site in so many languages that they are a menu.
"""

import base64
import json
import pathlib
import sys
import time

from chromium import DESKTOP, View, browser, hosted, new_context
from kinds import ERROR_PAGES, KINDS, settle

VIEWS = {"phone": View("phone", {"width": 390, "height": 800}), "desktop": View("desktop", DESKTOP, "dark")}
# Hundreds of pages in frames, each with stops of its own.
FRAMES = {"gallery"}
# Of a page of many links the first and the last stops.
MOST, REST = 100, 12
# What a keyboard should reach: of a group of radio buttons the one that is chosen or the first; of a closed `details` its summary; of what
# scrolls by itself, the box where nothing in it can have the focus.
EXPECTED = """() => {
  const usable = 'a[href], button, input:not([type=hidden]), select, textarea, summary, iframe, [tabindex="0"]';
  const scrolls = (e) => {
    const style = getComputedStyle(e);
    return (/auto|scroll/.test(style.overflowX) && e.scrollWidth > e.clientWidth || /auto|scroll/.test(style.overflowY) && e.scrollHeight > e.clientHeight)
      && !e.querySelector(usable);
  };
  window.stops = [...document.querySelectorAll('body *')].filter(e => {
    if (!e.matches(usable) && !scrolls(e)) return false;
    if (e.matches(':disabled, [inert], [inert] *') || !e.checkVisibility({visibilityProperty: true})) return false;
    if (e.type === 'radio') {
      const group = [...document.querySelectorAll(`input[name="${CSS.escape(e.name)}"]`)];
      return e === (group.find(each => each.checked) ?? group[0]);
    }
    return true;
  });
  return stops.length;
}"""
# Where the focus is: its number among these, a name for it, where it is seen and what lies over the middle of that.
STOP = """() => {
  const e = document.activeElement;
  if (!e || e === document.body || e === document.documentElement) return null;
  // What is drawn for a radio button of a group of tabs is its label.
  const seen = e.matches('.tabs > input') ? e.nextElementSibling : e;
  const box = seen.getBoundingClientRect();
  const rects = [...seen.getClientRects()];
  const first = rects.find(({width}) => width) ?? box;
  const middle = (from, to, end) => (Math.max(0, from) + Math.min(end, to)) / 2;
  const [x, y] = [middle(first.left, first.right, innerWidth), middle(first.top, first.bottom, innerHeight)];
  const top = document.elementFromPoint(x, y);
  const home = e.closest('.masthead, .sidebar, .contents, main, footer, .colophon');
  let scrolled = scrollY;
  for (let each = seen.parentElement; each; each = each.parentElement) if (each !== document.documentElement) scrolled += each.scrollTop;
  return {
    index: stops.indexOf(e), text: e.tagName.toLowerCase() + '.' + e.className + ' “' + (e.textContent || e.value || e.id).trim().slice(0, 30) + '”',
    kind: [e.tagName, e.className, home?.className, e.closest('ul, ol, p, nav, form, div, table')?.className].join('|'),
    home: home ? home.tagName + home.className : '', isInColumns: !!seen.closest('.everything'), lines: rects.filter(({width}) => width).length,
    box: {x: box.x, y: box.y, width: box.width, height: box.height}, y: box.y + scrolled,
    isCovered: !(top && (seen.contains(top) || top.contains(seen))),
  };
}"""
# How many pixels of two pictures differ within each edge's strip, where the line along it differs most; and in all.
COMPARE = """async ([with_, without, edge]) => {
  const read = async (data) => {
    const picture = await createImageBitmap(await (await fetch('data:image/png;base64,' + data)).blob());
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    context.drawImage(picture, 0, 0);
    return context.getImageData(0, 0, picture.width, picture.height);
  };
  const [a, b] = [await read(with_), await read(without)];
  const differs = (x, y) => [0, 1, 2].some(c => Math.abs(a.data[(y * a.width + x) * 4 + c] - b.data[(y * a.width + x) * 4 + c]) > 40);
  const row = y => { let n = 0; for (let x = 0; x < a.width; x++) n += differs(x, y); return n / (a.width - 2 * edge) };
  const column = x => { let n = 0; for (let y = 0; y < a.height; y++) n += differs(x, y); return n / (a.height - 2 * edge) };
  const most = (of, from, to) => { let found = 0; for (let i = Math.max(0, from); i < to; i++) found = Math.max(found, of(i)); return found };
  return [most(row, 0, 2 * edge), most(row, a.height - 2 * edge, a.height), most(column, 0, 2 * edge), most(column, a.width - 2 * edge, a.width)];
}"""
# Room around a box in which its ring is: 3 px away, 3 px thick.
EDGE = 8


class Walk:
    def __init__(self, chromium):
        self.chromium, self.problems, self.stops, self.rings = chromium, [], 0, 0
        self.seen = set()
        self.reader = chromium.new_context().new_page()

    def check(self, holds, name, view, problem):
        if not holds:
            self.problems.append({"page": name, "view": view.name, "problem": problem})

    def page(self, name, view, url):
        context = new_context(self.chromium, view)
        page = context.new_page()
        page.goto(url, wait_until="load")
        settle(page)
        there = self.walk(page, name, view, "Tab")
        if view is VIEWS["phone"]:
            back = self.walk(page, name, view, "Shift+Tab")
            self.check(back[: REST - 1] == there[:-REST:-1], name, view, f"the way back differs: {back[:REST]} after {there[-REST:]}")
        if page.locator(".skip").count():
            self.skips(page, name, view)
        context.close()

    def walk(self, page, name, view, key):
        """The numbers of the stops, in order; the walk with Tab looks at each."""
        count = page.evaluate(EXPECTED)
        found, last, jumped = [], None, 0
        for _ in range(count + 4):
            page.keyboard.press(key)
            stop = page.evaluate(STOP)
            # Behind the last stop come the browser's own, or the first.
            if stop is None or found and stop["index"] == found[0]:
                break
            found.append(stop["index"])
            if key == "Tab":
                self.look(page, name, view, stop, last)
            last = stop
            if len(found) == MOST and count > MOST + REST:
                jumped = count - REST - MOST
                page.evaluate("n => stops[n].focus()", count - REST if key == "Tab" else REST)
                last = None
        else:
            self.check(False, name, view, f"{key} does not leave the page: {last['text']}")
        missed = set(range(count)) - set(found)
        if len(missed) > max(0, jumped + 1 if jumped else 0):
            texts = page.evaluate("numbers => numbers.map(n => stops[n].outerHTML.slice(0, 90))", sorted(missed)[:3])
            self.check(False, name, view, f"{key} passes {len(missed)} by: {texts}")
        self.check(-1 not in found, name, view, f"{key} comes to what is not expected")
        self.check(len(set(found)) == len(found), name, view, f"{key} comes to a place twice")
        return found

    def look(self, page, name, view, stop, last):
        self.stops += 1
        box, size = stop["box"], view.size
        self.check(box["y"] < size["height"] and box["y"] + box["height"] > 0, name, view, f"the focus is off the screen: {stop['text']} at {box['y']:.0f}")
        self.check(not stop["isCovered"], name, view, f"the focus is covered: {stop['text']} at {box['y']:.0f}")
        # Columns apart, what comes later stands lower or farther along the line.
        if last and last["home"] == stop["home"] and not stop["isInColumns"]:
            before = last["box"]
            shares = before["x"] < box["x"] + box["width"] - 1 and box["x"] < before["x"] + before["width"] - 1
            self.check(not (shares and stop["y"] + box["height"] < last["y"] + 2), name, view, f"the focus jumps up from {last['text']} to {stop['text']}")
        if (view.name, stop["kind"]) not in self.seen:
            self.seen.add((view.name, stop["kind"]))
            self.ring(page, name, view, stop)

    def ring(self, page, name, view, stop):
        box, size = page.evaluate(STOP)["box"], view.size
        left, top = max(0, box["x"] - EDGE), max(0, box["y"] - EDGE)
        right, bottom = min(size["width"], box["x"] + box["width"] + EDGE), min(size["height"], box["y"] + box["height"] + EDGE)
        if box["height"] > size["height"] / 2:
            return
        clip = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        page.evaluate("window.focused = document.activeElement")
        focused = page.screenshot(clip=clip)
        page.evaluate("focused.blur()")
        blurred = page.screenshot(clip=clip)
        sides = self.reader.evaluate(COMPARE, [base64.b64encode(each).decode() for each in (focused, blurred)] + [EDGE])
        page.evaluate("focused.focus({focusVisible: true, preventScroll: true})")
        self.rings += 1
        names = ["above", "below", "left", "right"]
        absent = [side for side, share in zip(names, sides) if share < 0.8]
        # A ring around several lines of text follows their ends.
        if stop["lines"] > 1 and max(sides) > 0.3:
            absent = []
        # What reaches beyond the screen ends there.
        if box["y"] + box["height"] > size["height"] - EDGE:
            absent = [side for side in absent if side == "above"]
        self.check(not absent, name, view, f"no ring {', '.join(absent)} of {stop['text']} ({stop['kind']}): {[round(s, 2) for s in sides]}")

    def skips(self, page, name, view):
        page.reload(wait_until="load")
        settle(page)
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Tab")
        self.check(page.evaluate("document.activeElement.className") == "skip", name, view, "the first stop is not the way past the bar")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        self.check(page.evaluate("!!document.activeElement.closest('main, #page\\\\.main')"), name, view, "the skip link does not lead into the text")

    def menu(self, view, url):
        """The languages open by a key, Escape closes them and gives the focus back."""
        context = new_context(self.chromium, view)
        page = context.new_page()
        page.goto(url, wait_until="load")
        summary = page.locator(".menu > summary")
        summary.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        inside = page.evaluate("document.activeElement.closest('.menu nav')?.checkVisibility()")
        self.check(inside, "many languages", view, "a key does not open the menu, or does not lead into it")
        page.keyboard.press("Escape")
        self.check(not page.locator(".menu nav").is_visible(), "many languages", view, "Escape does not close the menu")
        self.check(summary.evaluate("e => e === document.activeElement"), "many languages", view, "the closed menu loses the focus")
        context.close()
        self.page("many languages", view, url)


def main(public, many, view):
    start = time.monotonic()
    with browser() as chromium, hosted(public / "site") as address, hosted(many / "site") as menu:
        walk = Walk(chromium)
        for name, path in KINDS.items():
            if name not in FRAMES:
                walk.page(name, view, address + path)
        for name, path in ERROR_PAGES.items():
            walk.page(name, view, (public / "error-pages" / path).as_uri())
        walk.menu(view, menu)
    summary = f"{view.name}, {walk.stops} stops, {walk.rings} rings, {time.monotonic() - start:.0f} s"
    print(json.dumps({"problems": walk.problems, "summary": summary}, ensure_ascii=False))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), VIEWS[sys.argv[3]])
