"""Statements of the pages that a machine can judge, kept as data in facts/*.tsv."""
import glob, os, re
from dataclasses import dataclass
from pages import plain, states
from programs import ROOT


@dataclass
class Statement:
    place: str
    id: str
    page: str
    words: str
    probe: list
    expected: str
    # What the words say, where the machine says it in another form.
    said: str

    def page_problem(self):
        if not states(self.page, self.words):
            return f"{self.page} does not say “{self.words}”"
        if plain(self.said) not in plain(self.words):
            return f"the words “{self.words}” do not hold “{self.said}”, which the machine is asked for"
        return None

    def agrees(self, answer):
        if self.expected.startswith("~"):
            return re.search(self.expected[1:], answer, re.S) is not None
        if self.expected.startswith("*"):
            # An ellipsis stands for what differs from case to case.
            parts = [re.escape(part.strip()) for part in self.expected[1:].split("…")]
            return re.search(".*?".join(parts), answer, re.S) is not None
        return self.expected == answer.strip()


# The program that a probe asks; the first word of its name tells for those that ask several.
ASKED = {"access": "nginx", "fpm": "PHP-FPM", "php": "PHP-FPM", "php-page": "PHP-FPM", "varnish": "Varnish", "node": "Node.js",
         "gunicorn": "gunicorn", "postgres": "PostgreSQL", "sysctl": "", "shell": ""}
NAMES = {"nginx": "nginx", "apache": "Apache", "haproxy": "HAProxy", "caddy": "Caddy", "traefik": "Traefik", "envoy": "Envoy"}


def program(probe):
    kind, *rest = probe
    if kind in ASKED:
        return ASKED[kind]
    if kind in ("status", "log", "input", "endless", "stored", "certificate", "dav"):
        name = rest[0].split("_")[0]
        return "Node.js" if name == "Node" else name
    return NAMES.get(rest[0].split("-")[0], "" if rest[0] == "announced" else "nginx")


def unnamed_programs(chosen):
    """A page that says what a program does names it among its sources, with version and date."""
    problems = []
    for page, name in sorted({(s.page, program(s.probe)) for s in chosen}):
        path = os.path.join(ROOT, "content", page)
        if not name or not os.path.exists(path):
            continue
        with open(path) as file:
            front = file.read().split("\n---", 1)[0]
        if not re.search(rf"program: {re.escape(name)}, version:", front):
            problems.append(f"content/{page}: its `sources` do not name {name}, which it is held to")
    return problems


def load():
    """All statements, and what is wrong with the files themselves."""
    found, problems, ids = [], [], {}
    for path in sorted(glob.glob(os.path.join(ROOT, "facts", "*.tsv"))):
        if os.path.basename(path) == "commands.tsv":
            continue
        with open(path) as file:
            for number, line in enumerate(file, 1):
                if not line.strip() or line.startswith("#"):
                    continue
                place = f"facts/{os.path.basename(path)}:{number}"
                fields = line.rstrip("\n").split("\t")
                if len(fields) != 5:
                    problems.append(f"{place}: five fields are needed, there are {len(fields)}")
                    continue
                name, page, words, probe, expected = fields
                if name in ids:
                    problems.append(f"{place}: “{name}” is taken by {ids[name]}")
                ids[name] = place
                said, _, machine = expected.rpartition(" := ")
                if not said:
                    said = "" if expected.startswith("~") else expected.lstrip("*")
                found.append(Statement(place, name, page, words, probe.split(" "), machine, said))
    return found, problems
