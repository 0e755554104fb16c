/// The shapes of the files an author writes.
public enum Schemas {
  public static let article = ObjectShape([
    .init("title", .text(maximum: 120), required: true, "The article's title; the page's only first-level heading."),
    .init("description", .text(maximum: 300), "One or two sentences for lists, search engines and link previews."),
    .init("tags", .list(.text(maximum: 40)), "Words that group articles across topics."),
    .init("weight", .integer(-1_000_000...1_000_000), "Order among the topic's articles, smaller first; 0 if absent."),
    .init("date", .day, "The day it was first published."),
    .init("reviewed", .day, "The day it was last checked and found right."),
    .init("draft", .boolean, "`true` keeps it out of builds without `--drafts`."),
    .init("aliases", .list(.text()), "Old site paths that lead here, such as `/articles/old-name/`."),
    .init("keywords", .list(.text(maximum: 80)), "Words people search with that the text does not use."),
    .init("audience", .list(.choice(readers)), "Whom it is written for."),
    .init("codes", .list(.integer(400...599)), "The status codes it is about."),
    .init("cause", .text(maximum: 80), "The id of the cause it describes, in kebab case."),
    .init(
      "pattern", .list(.choice(Article.Pattern.allCases.map(\.rawValue))),
      "How failures with this cause come; the troubleshooter asks for it."),
    .init("signatures", .list(.object(signature)), "Pieces of log lines that give this cause away."),
    .init("related", .list(.text()), "Relative paths of other articles' `.md` files."),
    .init(
      "sources", .list(.either(.object(evidence), .webAddress())),
      "Where the facts come from: addresses, or {what, program, version, date, url} of what was seen."),
  ])

  public static let errorDefinition = ObjectShape([
    .init("code", .integer(400...599), required: true, "The status code; the file is named after it."),
    .init("reason", .text(maximum: 60), required: true, "The registered reason phrase."),
    .init("description", .text(maximum: 300), required: true, "One plain sentence for lists and search engines."),
    .init(
      "hop", .choice(ErrorDefinition.Hop.allCases.map(\.rawValue)), required: true,
      "Which station or link of the path from visitor to server failed; it is drawn broken."),
    .init(
      "retry", .choice(ErrorDefinition.Retry.allCases.map(\.rawValue)), required: true,
      "Whether the same request may be sent again: now, later, once changed, or never."),
    .init("retryAfter", .integer(1...86_400), "Seconds for Retry-After, where that header means something."),
    .init("article", .text(), required: true, "Relative path of the help article's `.md` file."),
    .init("related", .list(.integer(400...599)), "Other codes worth comparing."),
    .init("keywords", .list(.text(maximum: 80)), "Words people search with that the text does not use."),
    .init("reviewed", .day, "The day it was last checked and found right."),
    .init(
      "sources", .list(.either(.object(evidence), .webAddress())),
      "Where the facts come from: addresses, or {what, program, version, date, url} of what was seen."),
  ])

  public static let site = ObjectShape([
    .init(
      "name", .either(.table(key: .language, value: .text(maximum: 60)), .text(maximum: 60)), required: true,
      "The brand's name, shown on every page; or one by language: {en: …, ja: …}."),
    .init(
      "description", .either(.table(key: .language, value: .text(maximum: 300)), .text(maximum: 300)), required: true,
      "What the help site offers, in one sentence; or one by language: {en: …, de: …}."),
    .init("baseURL", .webAddress(), "The help site's absolute URL; error pages link to their article below it."),
    .init(
      "defaultLanguage", .text(maximum: 35),
      "The language without a folder of its own; the first of `languages` if absent."),
    .init(
      "languages", .list(.text(maximum: 35), minimum: 1), required: true, "BCP 47 tags; each has a file in `locales/`."),
    .init("home", .webAddress(), "The site that the error pages stand in for."),
    .init("support", .webAddress(contact: true), "Where people get help: a page, `mailto:` or `tel:`."),
    .init("status", .webAddress(), "The service's status page, on other infrastructure than the site itself."),
    .init(
      "logo", .either(.object(logo), .text()),
      "An SVG file, relative to `content/`, or one for each background: {light: …, dark: …}. It is put inline."),
    .init(
      "accent", .either(.object(accent), .colour), required: true,
      "The brand's colour, as \"#rrggbb\" or as {light: …, dark: …}; contrast is checked."),
    .init("theme", .text(maximum: 40), "The pages' look: `card` (if absent), `folio`, `lantern`, or one of your own."),
    .init(
      "codes", .either(.list(.integer(400...599), minimum: 1), .choice(["all"])),
      "Which error definitions get pages; all if absent."),
    .init(
      "help", .choice(Settings.Help.allCases.map(\.rawValue)),
      "How much of the knowledge that comes with the program the help site publishes: `none`, the pages about `codes`, or `all` with the articles; codes, texts and languages that `content/` lacks are the program's. All if absent; nothing lies underneath a `content/` that has `errors/` and `locales/` and says nothing here."
    ),
    .init("maintenance", .object(maintenance), "What the page for planned work says."),
    .init("errorPages", .object(errorPages), "What error pages come in, and what they do beside showing their text."),
    .init("markdown", .object(markdown), "How Markdown is read."),
    .init("review", .object(review), "When a page counts as stale."),
    .init("feedback", .webAddress(), "Where a form below each text posts `page` and `helpful` (`yes` or `no`)."),
    .init("search", .object(search), "How the help site is searched."),
    .init(
      "glossary", .text(),
      "The article that explains words, relative to `content/`: `articles/words.md`. A link to one of its headings shows what it says there beside the link."
    ),
    .init(
      "fullText", .boolean,
      "`true` adds llms-full.txt, the text of all pages in one file for language models; every build is then a whole one."
    ),
    .init("analytics", .object(analytics), "A script that counts visits to the help site; none if absent."),
    .init(
      "lastChanged", .boolean,
      "`false` leaves out the day of a page's last change, which is taken from the Git history around `content/`."),
    .init(
      "card", .text(),
      "A PNG or JPEG picture for link previews, relative to `content/`; one in the brand's colours if absent."),
    .init("editURL", .webAddress(), "Where a page's source can be edited; `:path` stands for its path."),
  ])

  public static let locale = ObjectShape([
    .init("language", .text(maximum: 35), required: true, "BCP 47 tag; the file is named after it."),
    .init("name", .text(maximum: 60), required: true, "The language's name in itself."),
    .init("direction", .choice(["ltr", "rtl"]), required: true, "Which way its script runs."),
    .init("page", .object(LocaleKeys.page), required: true, "Strings of an error page."),
    .init(
      "site", .object(LocaleKeys.site),
      "Strings of the help site; without them the site is not offered in this language."),
    .init("search", .object(LocaleKeys.search), "Strings of the help site's search; English if absent."),
    .init(
      "codes", .table(key: .statusCode, value: .object(visitorText)), required: true,
      "What each code's page tells its visitor."),
  ])

  static let evidence = ObjectShape([
    .init("what", .text(maximum: 200), "What was read or seen, in a few words."),
    .init("program", .text(maximum: 60), "The program it was seen on, such as nginx."),
    .init("version", .text(maximum: 40), "That program's version; in quotes, where it looks like a number."),
    .init("date", .day, "The day it was read or seen."),
    .init("url", .webAddress(), "Where it can be read."),
  ])

  static let readers = ErrorDefinition.Reader.allCases.map(\.rawValue)

  static let accent = ObjectShape([
    .init("light", .colour, required: true, "On light backgrounds."),
    .init("dark", .colour, "On dark backgrounds; derived from `light` if absent."),
  ])

  static let logo = ObjectShape([
    .init("light", .text(), required: true, "On light backgrounds."),
    .init("dark", .text(), required: true, "On dark backgrounds."),
  ])

  static let analytics = ObjectShape([
    .init("script", .webAddress(), required: true, "The script's address; pages load it after all else."),
    .init(
      "data", .table(key: .dataName, value: .text(maximum: 200)),
      "Attributes that the script asks for: `{domain: help.example.com}` becomes `data-domain`."),
    .init("endpoint", .webAddress(), "Where the script reports to; where it comes from if absent."),
  ])

  static let markdown = ObjectShape([
    .init("rawHTML", .boolean, "`true` passes raw HTML through; only for authors you trust as you trust yourself.")
  ])

  static let maintenance = ObjectShape([
    .init("until", .text(maximum: 20), "When the work is expected to end, in UTC: 2026-12-01T06:00Z. Shown and sent.")
  ])

  static let errorPages = ObjectShape([
    .init(
      "languages", .either(.list(.text(maximum: 35), minimum: 1), .choice(["all"])),
      "Languages of error pages beside the help site's: tags, or `all` for each that has a file in `locales/`."),
    .init(
      "automaticRetry", .boolean,
      "`false` leaves out the box that lets a page try again by itself, and with it the only script; `true` if absent."),
    .init(
      "liveValues", .boolean,
      "`true` adds pages that proxies fill in: a reference, the time and the host. Otherwise there are none."),
  ])

  static let search = ObjectShape([
    .init(
      "synonyms", .list(.list(.text(maximum: 80), minimum: 1)),
      "Lists of words and phrases that mean the same; a search for one finds the others."),
    .init(
      "endpoint", .webAddress(),
      "The address where a search engine answers queries instead of the site's own index."),
    .init(
      "engine", .choice(SearchEngineKind.allCases.map(\.rawValue)),
      "Which engine `endpoint` is; meilisearch if absent."),
    .init("key", .text(maximum: 200), "A key of that engine that may only search; every reader can see it."),
    .init(
      "slash", .boolean,
      "`false` leaves the `/` key alone; otherwise it opens the search unless a reader switches it off."),
    .init(
      "misses", .webAddress(),
      "Where a search that found nothing is posted, as `query` and `lang`; nowhere if absent."),
  ])

  static let review = ObjectShape([
    .init(
      "staleAfterDays", .integer(1...3650),
      "Days after `reviewed` at which a page counts as stale; no page does if absent.")
  ])

  static let visitorText = ObjectShape([
    .init(
      "heading", .text(maximum: 90), required: true, "The page's only heading: one plain sentence without a number."),
    .init("happened", .text(maximum: 400), required: true, "What happened, in plain words."),
    .init("advice", .list(.text(maximum: 240), minimum: 1), required: true, "What the visitor can do now, in order."),
    .init("short", .text(maximum: 160), required: true, "One sentence for clients that take JSON or text."),
  ])
}
