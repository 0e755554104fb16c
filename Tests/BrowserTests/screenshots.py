"""Photographs built pages for people to look at: screenshots.py PUBLIC OUTPUT"""

import pathlib
import sys

from chromium import VIEWS, browser, error_pages, new_context, site_pages, turn

CODES = {"404.html", "413.html", "429.html", "502.html", "503.html"}
LANGUAGES = {"en", "ar", "de", "hi", "ja"}


def chosen(public, view):
    pages = [page for page in error_pages(public) if page.name in CODES and page.parent.name in LANGUAGES]
    return ([] if view.rtl else pages) + site_pages(public)


def main(public, output):
    output.mkdir(parents=True, exist_ok=True)
    count = 0
    with browser() as chromium:
        for view in VIEWS:
            context = new_context(chromium, view)
            page = context.new_page()
            for path in chosen(public, view):
                page.goto(path.as_uri())
                turn(page, view)
                name = str(path.relative_to(public).with_suffix("")).replace("/", "-")
                page.screenshot(path=output / f"{name}, {view.name}.png", full_page=True)
                count += 1
            context.close()
    print(f"{count} screenshots in {output}")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve())
