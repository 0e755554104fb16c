"""Reads one page of each kind with and without scripts, and prints what is wrong as JSON: scriptless.py PUBLIC

Without scripts every word is there that scripts show, no button does nothing, and no box is empty that waits for one.
"""

import collections
import json
import pathlib
import re
import sys
import time

from chromium import DESKTOP, View, browser, hosted, new_context
from kinds import ERROR_PAGES, KINDS, settle

# What only a script can do has words of its own; results of a search come instead of the list of everything.
ADDED = ".copyable .tools, .printing, .theme, #page\\.near, .slash, form[name=retry], #now"
RESULTS = {"results", "Arabic results"}
WORDS = """(added) => {
  document.querySelectorAll(added).forEach(e => e.remove());
  // What is folded up can be unfolded without a script.
  document.querySelectorAll('details').forEach(e => { e.open = true });
  return document.body.innerText;
}"""
# Controls that nothing answers to, and boxes with a frame or a ground that hold nothing.
DEAD = """() => {
  const seen = [...document.querySelectorAll('body *')].filter(e => e.checkVisibility({visibilityProperty: true}));
  const say = (e) => e.outerHTML.slice(0, 80);
  const dead = seen.filter(e => e.matches('button:not(form button), [role=button], input:not(form input, .tabs > input, [type=radio]), select:not(form select), [aria-live], a:not([href])'));
  const empty = seen.filter(e => e.matches('main :is(div, section, ul, ol, p, nav)') && !e.textContent.trim() && !e.querySelector('img, svg, input, hr, iframe') && e.getBoundingClientRect().height > 4);
  return [...dead.map(e => `a control that does nothing: ${say(e)}`), ...empty.map(e => `an empty box: ${say(e)}`)];
}"""


def words(text):
    return collections.Counter(re.findall(r"\w+", text.lower()))


def main(public):
    start, problems = time.monotonic(), []
    with browser() as chromium, hosted(public / "site") as address:
        addresses = {name: address + path for name, path in KINDS.items()}
        addresses |= {name: (public / "error-pages" / path).as_uri() for name, path in ERROR_PAGES.items()}
        plain = View("without script", DESKTOP, script=False)
        scripted, bare = (new_context(chromium, view).new_page() for view in (View("with script", DESKTOP), plain))
        for name, url in addresses.items():
            for page in (scripted, bare):
                page.goto(url, wait_until="load")
            settle(scripted)
            found = bare.evaluate(DEAD)
            if not bare.locator("h1").is_visible():
                found.append("there is no heading")
            shown, there = words(scripted.evaluate(WORDS, ADDED)), words(bare.evaluate(WORDS, ADDED))
            if name in RESULTS:
                # The form still leads to a list in which the browser's own search finds the page.
                if bare.locator("main a:visible").count() < 100 or not bare.locator("form.search input").is_visible():
                    found.append("there is neither a list nor a box")
            elif missing := shown - there:
                found.append(f"words that only a script shows: {' '.join(list(missing)[:12])}")
            problems += [{"page": name, "view": plain.name, "problem": problem} for problem in found]
    print(json.dumps({"problems": problems, "summary": f"{len(addresses)} kinds of page, {time.monotonic() - start:.0f} s"}, ensure_ascii=False))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
