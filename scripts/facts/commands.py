"""The shell commands in the articles: all are parsed; those that read a log or a port are run on a staged machine."""
import glob, os, re, subprocess
from dataclasses import dataclass, field
from programs import ROOT

CONTENT = os.path.join(ROOT, "content")
# What is read, or asked, on the machine itself.
READS = re.compile(r"/var/log/|\b(access|error)\.(log|json)\b|\.log\.gz\b|\bss -|\bnginx -[tT]|\bjournalctl\b"
                   r"|\bcurl\b.*(127\.0\.0\.1|localhost|10\.0\.0\.[567])")


@dataclass
class Block:
    page: str
    line: int
    text: str
    statements: list = field(default_factory=list)

    @property
    def place(self):
        return f"content/{self.page}:{self.line}"


def blocks():
    for path in sorted(glob.glob(f"{CONTENT}/**/*.md", recursive=True)):
        with open(path) as file:
            source = file.read()
        for match in re.finditer(r"^([ >]*)(`{3,})(sh|shell|bash|console)\b[^\n]*\n(.*?)^\1\2[ ]*$", source, re.S | re.M):
            indent = match[1]
            lines = [line.removeprefix(indent) for line in match[4].split("\n")]
            if match[3] == "console":
                lines = [line[2:] for line in lines if line.startswith(("$ ", "# "))]
            yield Block(os.path.relpath(path, CONTENT), source.count("\n", 0, match.start()) + 2, "\n".join(lines).strip("\n"))


def bash(text):
    """What bash says of the text's syntax; nothing if it is sound."""
    done = subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True)
    return done.stderr.strip()


def placeholders(text):
    """`<name>` stands for a word of the reader's."""
    return re.sub(r"<([a-z][a-z0-9 -]*)>", lambda m: m[1].replace(" ", "-").upper(), text)


def split(text):
    """The block's commands: the shortest runs of lines that bash takes for whole."""
    found, current = [], []
    for line in text.split("\n"):
        current.append(line)
        joined = "\n".join(current)
        if joined.strip() and not joined.rstrip().endswith(("\\", "|", "&&", "||")) and not unfinished(joined):
            if any(part.strip() and not part.strip().startswith("#") for part in current):
                found.append(joined.strip("\n"))
                current = []
    return found


def unfinished(text):
    complaint = bash(text)
    return bool(complaint) or "here-document" in complaint


def parse(whole=False):
    """All blocks, each with its commands (or, `whole`, undivided), and what does not parse."""
    found, problems, seen = [], [], {}
    for block in blocks():
        text = placeholders(block.text)
        if text not in seen:
            complaint = bash(text)
            seen[text] = (complaint, [] if complaint else [text] if whole else split(text))
        complaint, block.statements = seen[text]
        if complaint:
            problems.append(f"{block.place}: {complaint.splitlines()[0]}")
        found.append(block)
    return found, problems


def expectations():
    """Of facts/commands.tsv: page, beginning of the command, and what it must print; `-` and why it is not run."""
    found = {}
    with open(os.path.join(ROOT, "facts", "commands.tsv")) as file:
        for number, line in enumerate(file, 1):
            if line.strip() and not line.startswith("#"):
                page, command, expected = line.rstrip("\n").split("\t")
                found[(page, command)] = (expected, f"facts/commands.tsv:{number}")
    return found


def gone(everything):
    """Lines of facts/commands.tsv whose page has no such command any more; told without running any."""
    texts = {}
    for block in everything:
        texts[block.page] = texts.get(block.page, "") + block.text
    return [f"{where}: the page has no such command" for (page, begins), (_, where) in expectations().items()
            if page != "*" and begins not in texts.get(page, "")]


def run(everything, only=""):
    from staged import Machine
    wanted, used, problems, count = expectations(), set(), [], 0
    machine = Machine()
    for block in everything:
        if only not in block.page:
            continue
        keys = [key_of(statement, block.page, wanted) for statement in block.statements]
        todo = [bool(key or READS.search(s)) for s, key in zip(block.statements, keys)]
        if not any(todo):
            continue
        answers = machine.run(block.statements, block.page)
        for statement, key, is_asked, (printed, code) in zip(block.statements, keys, todo, answers):
            if not is_asked:
                continue
            expected, _ = wanted.get(key, ("", ""))
            used.add(key)
            if expected.startswith("- "):
                continue
            count += 1
            if not expected and not printed.strip():
                problems.append(f"{block.place}: prints nothing on a machine that has what it looks for (exit {code}): "
                                f"{command(statement)[:160]}")
            for part in filter(None, expected.split(" … ")):
                if part not in printed:
                    problems.append(f"{block.place}: should print “{part}”, prints “{printed.strip()[:300]}” (exit {code}): "
                                    f"{command(statement)[:160]}")
    if not only:
        problems += [f"{where}: no command begins so" for key, (_, where) in wanted.items() if key not in used and key[0] != "*"]
    return count, problems


def key_of(statement, page, wanted):
    """The line of facts/commands.tsv that speaks of the command."""
    words = command(statement)
    return next((k for k in wanted if k[0] == page and words.startswith(k[1])), None) or \
        next((k for k in wanted if k[0] == "*" and k[1] in words), None)


def command(statement):
    """Without the comments above it and the `sudo` before it."""
    lines = (line for line in statement.split("\n") if not line.lstrip().startswith("#"))
    return "\n".join(lines).strip().removeprefix("sudo ")
