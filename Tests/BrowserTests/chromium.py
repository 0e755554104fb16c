"""Debian's Chromium, driven by Playwright, with what every check needs: which pages, how large, which colours."""

import contextlib
import dataclasses
import functools
import http.server
import pathlib
import shutil
import threading

import axe_playwright_python
from playwright.sync_api import sync_playwright

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
PHONE = {"width": 320, "height": 640}
DESKTOP = {"width": 1280, "height": 800}


@dataclasses.dataclass(frozen=True)
class View:
    """How a page is looked at."""

    name: str
    size: dict
    scheme: str = "light"
    rtl: bool = False
    script: bool = True
    motion: str = "reduce"


VIEWS = [
    View("phone light", PHONE),
    View("phone dark", PHONE, "dark"),
    View("desktop light", DESKTOP),
    View("desktop dark", DESKTOP, "dark"),
    View("phone rtl", PHONE, rtl=True),
    View("desktop rtl", DESKTOP, "dark", rtl=True),
]


@contextlib.contextmanager
def browser(*arguments):
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        raise SystemExit("there is no chromium; scripts/install-test-tools.sh installs it")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=["--disable-gpu", *arguments])
        try:
            yield chromium
        finally:
            chromium.close()


def new_context(chromium, view):
    return chromium.new_context(
        viewport=view.size, color_scheme=view.scheme, reduced_motion=view.motion, java_script_enabled=view.script)


def turn(page, view):
    """Mirrors a page whose language is written from the left, as a stand-in for one that is not."""
    if view.rtl:
        page.evaluate("document.documentElement.dir = 'rtl'")


def error_pages(public):
    """Every error page of the default language, and one of each other."""
    folders = sorted(path for path in (public / "error-pages").iterdir() if path.is_dir() and path.name != "config")
    pages = []
    for folder in folders:
        files = sorted(folder.glob("[0-9]*.html"))
        pages += files if folder.name == "en" else [path for path in files if path.name == "502.html"]
    return pages


def site_pages(public):
    """One page of each kind of the help site: the first and the longest of each folder of the same depth."""
    groups = {}
    site = public / "site"
    for path in sorted(site.rglob("*.html")):
        if "http-equiv=\"refresh\"" in path.read_text():
            continue
        parts = path.relative_to(site).parts
        groups.setdefault((parts[0], len(parts)), []).append(path)
    pages = set()
    for group in groups.values():
        pages |= {group[0], max(group, key=lambda path: path.stat().st_size)}
    # A host answers with these below any address, so that they name everything from the root.
    return sorted(page for page in pages if page.name != "404.html")


class SiteHandler(http.server.SimpleHTTPRequestHandler):
    """Hosts a site as its author would: what is not there is answered with 404.html."""

    def log_message(self, *arguments):
        pass

    def send_error(self, code, *arguments):
        body = pathlib.Path(self.directory, "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextlib.contextmanager
def hosted(site):
    """The address of the site on a port of its own."""
    handler = functools.partial(SiteHandler, directory=str(site))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
