"""One page of each kind, by its address below the site of the starter in English, German and Arabic.

INTERLUDE_CASES=all visits them all, otherwise those that have most to show.
"""

import os

ALL_KINDS = {
    "home": "",
    "codes": "codes/",
    "code": "codes/502/",
    "topics": "articles/",
    "topic": "articles/causes/",
    "cause": "articles/causes/upstream-not-listening/",
    "article with tables": "articles/operate/timeouts/",
    "article with tabs": "articles/guides/checking-a-config/",
    "rule": "articles/checks/not-internal/",
    "server": "articles/servers/nginx/",
    "glossary": "articles/understand/words/",
    "tags": "tags/",
    "tag": "tags/cache/",
    "troubleshooter": "troubleshooter/",
    "question": "troubleshooter/502/",
    "everything": "search/",
    "results": "search/?q=timeout",
    "missing": "operate/time-outs.html",
    "gallery": "gallery/",
    "Arabic home": "ar/",
    "Arabic code": "ar/codes/502/",
    "Arabic cause": "ar/articles/causes/upstream-not-listening/",
    "Arabic article": "ar/articles/operate/timeouts/",
    "Arabic question": "ar/troubleshooter/502/",
    "Arabic results": "ar/search/?q=timeout",
}
FEW = ["home", "code", "cause", "article with tables", "article with tabs", "rule", "question", "results", "Arabic cause", "Arabic results"]
KINDS = ALL_KINDS if os.environ.get("INTERLUDE_CASES") == "all" else {name: ALL_KINDS[name] for name in FEW}
# Pages of the pack lie beside the site.
ERROR_PAGES = {"error page": "en/502.html", "Arabic error page": "ar/502.html", "missing page": "en/404.html"}


def settle(page, script=True):
    """Waits for what a script adds to the page of results and to that of missing pages."""
    if script and "?q=" in page.url:
        page.wait_for_selector("#page\\.results li")
    elif script and "time-outs" in page.url:
        page.wait_for_selector("#page\\.near a")
