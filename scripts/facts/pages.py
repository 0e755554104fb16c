"""The words of a page: its text as the author wrote it, with emphasis and line breaks taken out, and the cells of its tables."""
import functools, os, re
from programs import ROOT

CONTENT = os.path.join(ROOT, "content")


def plain(text):
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\*\*|(?<!\\)`", "", text)
    return " ".join(text.split())


@functools.cache
def text(page):
    with open(os.path.join(CONTENT, page)) as file:
        return plain(file.read())


@functools.cache
def tables(page):
    """Each table as rows of cells, the heading first."""
    found, current = [], []
    with open(os.path.join(CONTENT, page)) as file:
        for line in [*file, ""]:
            if line.lstrip().startswith("|"):
                cells = [plain(cell) for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
                if not all(set(cell) <= set("-: ") for cell in cells):
                    current.append(cells)
            elif current:
                found.append(current)
                current = []
    return found


def states(page, words):
    """Whether the page has these words; `row >> column >> cell` names the cell of a table and what it begins with."""
    if not os.path.exists(os.path.join(CONTENT, page)):
        return False
    parts = [plain(part) for part in words.split(">>")]
    if len(parts) == 1:
        return parts[0] in text(page)
    row, column, cell = parts
    for table in tables(page):
        columns = [index for index, name in enumerate(table[0]) if name.startswith(column)]
        for line in table[1:]:
            if columns and line[0].startswith(row) and len(line) > columns[0]:
                found = line[columns[0]]
                # A cell's words must end where the statement's do: 50 is not said by 502.
                if re.match(re.escape(cell) + r"(?![\w.])", found) or cell and cell[-1] in ")]…." and found.startswith(cell):
                    return True
    return False
