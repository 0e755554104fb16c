"""Enlarges one page of each kind, and prints what is wrong as JSON: reflow.py PUBLIC

Letters of twice the size, a window at 200 % and at 400 %: nothing scrolls sideways, is cut off, lies over other text or hangs out of its
frame, and each sentence ends on the side on which its language ends.
"""

import json
import pathlib
import sys
import time

from chromium import View, browser, hosted, new_context
from kinds import ERROR_PAGES, KINDS, settle
from layout import OVERFLOW

# The reader's own size of letters (WCAG 1.4.4), at a desk and on a phone.
LARGE = "--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"
LARGE_VIEWS = [View("large letters", {"width": 1280, "height": 800}), View("large letters, phone", {"width": 390, "height": 800})]
ZOOMED_VIEWS = [View("200 %", {"width": 640, "height": 400}), View("400 %", {"width": 320, "height": 256}, "dark")]
# Problems of a page that are told; the others are of the same kind.
MOST = 6
# Lines of text that are seen: where, of which text, within which frame, and whether somebody can scroll to the rest.
TEXT = """() => {
  const lines = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
  const hidden = (e) => !e.checkVisibility({opacityProperty: true, visibilityProperty: true}) || e.closest('.visually-hidden, .skip, svg, [hidden], option, iframe, noscript');
  while (walker.nextNode()) {
    const node = walker.currentNode, e = node.parentElement;
    if (!node.data.trim() || hidden(e)) continue;
    let frame, scrolls = false, clip;
    for (let up = e; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (!frame && parseFloat(style.borderLeftWidth) && style.borderLeftStyle !== 'none' && style.display !== 'inline') frame = up;
      if (/auto|scroll/.test(style.overflowX) && up !== document.body) scrolls = true;
      if (/hidden|clip/.test(style.overflowX + style.overflowY)) clip ??= up;
    }
    range.selectNodeContents(node);
    for (const {left, right, top, bottom} of range.getClientRects()) {
      const thin = (bottom - top) / 4;
      if (right - left > 1) lines.push({node, e, left, right, top: top + thin + scrollY, bottom: bottom - thin + scrollY, frame, scrolls, clip});
    }
  }
  const say = ({node, e}) => `“${node.data.trim().slice(0, 40)}” (${e.tagName.toLowerCase()}.${e.className})`;
  const problems = [], width = document.documentElement.clientWidth;
  for (const line of lines) {
    if (line.scrolls) continue;
    if (line.left < -1 || line.right > width + 1) problems.push(`beyond the screen: ${say(line)}`);
    const frame = line.frame?.getBoundingClientRect();
    if (frame && (line.left < frame.left - 1 || line.right > frame.right + 1)) problems.push(`hangs out of its frame: ${say(line)}`);
    const clip = line.clip?.getBoundingClientRect();
    if (clip && (line.left < clip.left - 1 || line.right > clip.right + 1 || line.bottom - scrollY > clip.bottom + 1)) problems.push(`cut off: ${say(line)}`);
  }
  lines.sort((a, b) => a.top - b.top);
  lines.forEach((a, i) => {
    for (let j = i + 1; j < lines.length && lines[j].top < a.bottom - 1; j++) {
      const b = lines[j];
      if (a.node === b.node || a.scrolls !== b.scrolls) continue;
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - b.top > 1) problems.push(`${say(a)} lies over ${say(b)}`);
    }
  });
  return problems;
}"""
# Sentences whose full stop is on the side on which their language begins: what most letters say differs from what the page says.
DIRECTION = """() => {
  const rtl = /\\p{Script=Arabic}|\\p{Script=Hebrew}/gu, problems = [];
  for (const e of document.querySelectorAll('body *')) {
    const style = getComputedStyle(e), text = e.textContent.trim();
    if (style.unicodeBidi === 'plaintext' || !/[.!?؟…:]$/.test(text) || e.closest('script, style, svg, pre, code, label, .visually-hidden')) continue;
    if (style.display === 'inline' && !e.hasAttribute('dir') || ![...e.childNodes].some(({nodeType, data}) => nodeType === 3 && data.trim())) continue;
    // An end that is set apart by an element has its own direction.
    let last = e;
    while (last.lastElementChild && !last.lastChild.data?.trim()) last = last.lastElementChild;
    if (last !== e && (last.dir || ['CODE', 'BDI'].includes(last.tagName))) continue;
    const letters = (text.match(/\\p{L}/gu) ?? []).length, others = (text.match(rtl) ?? []).length;
    if (letters > 5 && (others > letters / 2) !== (style.direction === 'rtl')) problems.push(`ends on the wrong side: “${text.slice(0, 50)}” (${e.tagName.toLowerCase()}.${e.className})`);
  }
  return problems;
}"""


def main(public):
    start, problems, visits = time.monotonic(), [], 0
    for arguments, views in ([LARGE], LARGE_VIEWS), ([], ZOOMED_VIEWS):
        with browser(*arguments) as chromium, hosted(public / "site") as address:
            addresses = {name: address + path for name, path in KINDS.items()}
            addresses |= {name: (public / "error-pages" / path).as_uri() for name, path in ERROR_PAGES.items()}
            for view in views:
                page = new_context(chromium, view).new_page()
                for name, url in addresses.items():
                    page.goto(url, wait_until="load")
                    settle(page)
                    found = page.evaluate(TEXT) + page.evaluate(DIRECTION)
                    if overflow := page.evaluate(OVERFLOW):
                        found.append(f"scrolls sideways: {overflow}")
                    problems += [{"page": name, "view": view.name, "problem": problem} for problem in found[:MOST]]
                    visits += 1
                page.context.close()
    print(json.dumps({"problems": problems, "summary": f"{visits} visits, {time.monotonic() - start:.0f} s"}, ensure_ascii=False))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
