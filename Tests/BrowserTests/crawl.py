"""Follows every link of a built site and prints those that lead nowhere as JSON: crawl.py PUBLIC

Pages are read as files, as a browser does from file://. Addresses below the site's own base URL are held against the
folder, because that is where they lead once it is hosted.
"""

import html.parser
import json
import pathlib
import re
import sys
import urllib.parse
import xml.etree.ElementTree

NOT_LINKED = {"404.html"}


class Page(html.parser.HTMLParser):
    """The links and ids of one HTML file."""

    LINKS = {"a": "href", "link": "href", "img": "src", "script": "src", "source": "src", "form": "action", "use": "href"}

    def __init__(self, path):
        super().__init__()
        self.links, self.ids, self.canonical, self.redirect = [], [], None, None
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "link" and values.get("rel") == "canonical":
            self.canonical = values["href"]
        if tag == "meta" and values.get("http-equiv") == "refresh":
            self.redirect = values["content"].split("url=", 1)[-1]
            self.links.append(self.redirect)
        if values.get(self.LINKS.get(tag)):
            self.links.append(values[self.LINKS[tag]])


class Crawl:
    def __init__(self, public):
        self.site = public / "site"
        self.public = public
        self.pages = {path: Page(path) for path in public.rglob("*.html")}
        self.base = self.find_base()
        self.problems = []
        self.checked = 0
        self.reached = {}

    def find_base(self):
        home = self.pages[self.site / "index.html"]
        return home.canonical

    def run(self):
        for path, page in sorted(self.pages.items()):
            name = path.relative_to(self.public)
            for doubled in {id for id in page.ids if page.ids.count(id) > 1}:
                self.problem(name, f"the id {doubled} comes twice")
            for link in page.links:
                self.check(path, link)
        for path in sorted(self.site.rglob("*.md")):
            for link in re.findall(r"\]\(<?([^)\s>]+)>?\)", re.sub(r"(?s)```.*?```|`[^`\n]*`", "", path.read_text())):
                self.check(path, link)
        self.check_machine_files()
        self.check_reach()

    def check(self, path, link):
        """Reports a link that leads nowhere."""
        self.checked += 1
        target, _, fragment = link.partition("#")
        if self.base and link.startswith(self.base):
            file = self.site / urllib.parse.unquote(target[len(self.base):].split("?")[0])
        elif urllib.parse.urlsplit(link).scheme or link.startswith("//"):
            return
        elif target.startswith("/"):
            # Only a page that is served at any depth may count on where the site is hosted.
            if path.name != "404.html":
                self.problem(path.relative_to(self.public), f"{link} works at one base path only")
            root = urllib.parse.urlsplit(self.base or "/").path
            file = self.site / urllib.parse.unquote(target.split("?")[0]).removeprefix(root)
        else:
            relative = urllib.parse.unquote(target.split("?")[0])
            file = path if not target else pathlib.Path(path.parent, relative)
        file = pathlib.Path(*self.normal(file.parts))
        if file.is_dir():
            if not link.startswith(self.base or "\0"):
                self.problem(path.relative_to(self.public), f"{link} is a folder, which file:// shows as a list")
            file = file / "index.html"
        if not file.is_file():
            return self.problem(path.relative_to(self.public), f"{link} leads nowhere")
        self.reached.setdefault(path, set()).add(file)
        if fragment and file in self.pages and urllib.parse.unquote(fragment) not in self.pages[file].ids:
            self.problem(path.relative_to(self.public), f"{link} has no such place")

    @staticmethod
    def normal(parts):
        done = []
        for part in parts:
            if part == "..":
                done.pop()
            elif part != ".":
                done.append(part)
        return done

    def check_machine_files(self):
        """Every address of our own in the files for machines leads to a file."""
        for path in sorted(self.site.rglob("*")):
            if path.suffix not in (".xml", ".json", ".txt"):
                continue
            text = path.read_text()
            if path.suffix == ".xml":
                xml.etree.ElementTree.fromstring(text)
            if path.suffix == ".json":
                json.loads(text)
            for link in set(re.findall(re.escape(self.base) + r"[^\s\"<>)\]]*", text)) if self.base else []:
                self.check(path, link)

    def check_reach(self):
        """Every page can be reached by links from the home page."""
        home = self.site / "index.html"
        seen, queue = {home}, [home]
        while queue:
            for target in self.reached.get(queue.pop(), ()):
                if target in self.pages and target not in seen:
                    seen.add(target)
                    queue.append(target)
        for path, page in self.pages.items():
            name = str(path.relative_to(self.public))
            if path.is_relative_to(self.site) and path not in seen and not page.redirect and path.name not in NOT_LINKED:
                self.problem(name, "no link leads here from the home page")

    def problem(self, page, problem):
        self.problems.append({"page": str(page), "view": "links", "problem": problem})


def main(public):
    crawl = Crawl(public)
    crawl.run()
    print(json.dumps({"problems": crawl.problems, "summary": f"{len(crawl.pages)} pages, {crawl.checked} links"}))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
