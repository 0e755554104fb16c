"""Walks ten tasks of three people through a built site in a real browser, and prints the table of docs/ten-tasks.md.

python3 scripts/ten-tasks.py public/   (needs playwright and Chromium)

A task begins at an error page, at the search box or on the home page, and ends where the words that answer it are visible. Pages are those opened
after the first. Seconds are an estimate from what the browser measured: 0.25 s a word for everything between the top of what is opened and the answer
(240 words a minute), 2 s a click, 0.3 s a typed character, 2 s for a pasted line.
"""

import functools, http.server, sys, threading

from playwright.sync_api import sync_playwright

PHONE, DESKTOP = {"width": 390, "height": 664}, {"width": 1440, "height": 900}
LINE = (
    "2026/11/24 08:00:01 [error] 7788#7788: *1 connect() failed (111: Connection refused) while connecting to upstream, "
    'client: 192.0.2.1, server: www.example.com, request: "GET / HTTP/1.1", upstream: "http://127.0.0.1:3000/"'
)

# Who, what they want to know, steps, and the words of the answer. A step is ("open", path), ("type", words), ("paste", line) or ("click", words).
TASKS = [
    ("visitor", "I was paying and got a 502. Was I charged?", [("open", "error-pages/en/502.html"), ("help",)], "Do not pay again yet", "Paying"),
    ("visitor", "A form ended in a 503. Was it sent?", [("open", "error-pages/en/503.html"), ("help",)], "Find out whether it arrived", "a form"),
    ("visitor", "It works at home and not at work", [("open", "site/index.html"), ("type", "works at home not at work")], "Whose page is it?", None),
    ("visitor", "Only my phone shows the error", [("open", "site/index.html"), ("click", "I met an error"), ("click", "Only one device")], "private window", None),
    ("owner", "WordPress says 502 after an update, I have no shell", [("open", "site/index.html"), ("type", "wordpress 502")], "Without a shell", None),
    ("owner", "Where is the error log in cPanel?", [("open", "site/index.html"), ("type", "cpanel error log")], "Metrics", None),
    ("owner", "What do I write to my host?", [("open", "site/index.html"), ("type", "what to write to the host"), ("click", "what to write")], "Log line:", None),
    ("on call", "What does this line mean?", [("open", "site/index.html"), ("paste", LINE)], "Take address and port from the log line", None),
    ("on call", "Every page is a 504 after 60 seconds", [("open", "site/index.html"), ("type", "504 after 60 seconds")], "60", None),
    ("on call", "What do we tell customers?", [("open", "site/index.html"), ("type", "what to tell customers")], "Texts to copy", None),
]

# Where the words are, and how many words one passes on the way to them.
FIND = """([words, from]) => {
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const start = from ? document.querySelector(from) : null;
  let passed = 0, counts = !start;
  for (let node; (node = walker.nextNode()); ) {
    if (start && start.contains(node)) counts = true;
    const box = node.parentElement.getBoundingClientRect();
    if (!counts || !box.height) continue;
    const at = node.data.toLowerCase().indexOf(words.toLowerCase());
    if (at >= 0) return { y: Math.round(box.top + scrollY), words: passed + node.data.slice(0, at).split(/\\s+/).length };
    passed += node.data.trim() ? node.data.trim().split(/\\s+/).length : 0;
  }
  return null;
}"""


def serve(folder):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"


def walk(browser, base, task):
    who, question, steps, answer, link = task
    page = browser.new_context(viewport=DESKTOP if who == "on call" else PHONE).new_page()
    pages, seconds = -1, 0.0
    for kind, *rest in steps:
        if kind == "open":
            page.goto(base + rest[0])
        elif kind == "help":  # error pages name the help site's public address
            target = page.locator("footer a").get_attribute("href").split("//", 1)[1].split("/", 1)[1]
            path, _, fragment = target.partition("#")
            seconds += 2 + read(page, "More about this error")
            page.goto(f"{base}site/{path}index.html#{fragment}")
        elif kind in ("type", "paste"):
            box = page.locator("input[type=search]").first
            box.click()
            box.fill(rest[0])
            seconds += 2 + (2 if kind == "paste" else 0.3 * len(rest[0]))
            before = page.url
            page.wait_for_selector("[role=option]", timeout=10_000)
            page.wait_for_timeout(500)
            if kind == "type":
                page.keyboard.press("ArrowDown")
            page.keyboard.press("Enter")
            page.wait_for_url(lambda url: url != before, timeout=10_000)
        elif kind == "click":
            seconds += 2 + read(page, rest[0])
            page.locator("main").get_by_role("link", name=rest[0]).first.click()
            page.wait_for_load_state()
        pages += 1
    fragment = page.url.partition("#")[2]
    if link:
        found = page.evaluate(FIND, [link, f"#{fragment}" if fragment else None])
        seconds += 2 + found["words"] / 4
        page.locator("main").get_by_role("link", name=link, exact=True).first.click()
        page.wait_for_load_state()
        pages, fragment = pages + 1, ""
    page.wait_for_timeout(300)
    found = page.evaluate(FIND, [answer, f"#{fragment}" if fragment else "h1"])
    if not found:
        sys.exit(f"{question}: “{answer}” is not on {page.url}")
    seconds += found["words"] / 4
    where = page.url.removeprefix(base + "site/").removesuffix("index.html").replace("index.html#", "#")
    return f"| {who} | {question} | {pages} | {round(seconds)} | {found['y']} | `{where}` |"


def read(page, words):
    found = page.evaluate(FIND, [words, None])
    return found["words"] / 4 if found else 0


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    base = serve(sys.argv[1] if len(sys.argv) > 1 else "public")
    print("| who | wants to know | pages | seconds | answer at y | ends at |\n| --- | --- | ---: | ---: | ---: | --- |")
    for task in TASKS:
        print(walk(browser, base, task), flush=True)
