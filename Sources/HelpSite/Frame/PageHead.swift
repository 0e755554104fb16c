internal import Content
internal import Escaping
internal import Theme

/// What a page says about itself, mostly in its `head`: `{{page.…}}`.
struct PageHead {
  static let schema = ViewSchema([
    .init("lang", .text, "The language of the page's frame, a BCP 47 tag."),
    .init("dir", .text, "`ltr` or `rtl`."),
    .init("title", .text, "The browser tab's title."),
    .init("path", .text, "Where the page lies in the site, such as `codes/502/`."),
    .init("heading", .text, "The page's name alone, for link previews."),
    .init("description", .text, "One sentence; absent if nobody wrote one."),
    .init("isArticle", .flag, "Whether the page is a text, for link previews."),
    .init("isUnlisted", .flag, "Whether search engines shall leave the page out."),
    .init("hasSearch", .flag, "Whether the search box stands in the page itself rather than in the bar at the top."),
    .init("canonicalURL", .text, "The page's absolute address; absent without a base URL."),
    .init("cardURL", .text, "The picture for link previews; absent without `canonicalURL`."),
    .init("isOwnCard", .flag, "Whether that picture is the site's own, of unknown size."),
    .init("structuredData", .html, "What the page is and where it lies, as JSON-LD; absent without `canonicalURL`."),
    .init("markdownURL", .text, "The page as Markdown; absent if there is no such file."),
    .init("alternates", .views(alternate), "The page's translations with absolute addresses; none without a base URL."),
    .init("languages", .view(languages), "The languages to choose from; absent if there is only one."),
    .init("notice", .text, "That the page is not translated; absent if it is."),
    .init("textLang", .text, "The language of the text itself, if it is not the frame's."),
    .init("textDir", .text, "The direction of that language."),
  ])

  private static let alternate = ViewSchema([
    .init("lang", .text, "BCP 47 tag, or `x-default`."), .init("url", .text, "Absolute address."),
  ])
  private static let languages = ViewSchema([
    .init("items", .views(language), "Each language."),
    .init("current", .text, "The name of the page's own."),
    .init("isMenu", .flag, "Whether there are so many that they go into a menu."),
  ])
  private static let language = ViewSchema([
    .init("lang", .text, "BCP 47 tag."), .init("name", .text, "In the language itself."),
    .init("url", .text, "This page in that language, or that language's first page."),
    .init("isCurrent", .flag, "Whether the page is in it."),
  ])

  /// More languages than these would crowd the bar at the top.
  private static let mostInBar = 4

  /// In the edition, without the language's folder.
  var path: SitePath
  var heading: String
  /// In front of the brand's name in the browser's tab; nil for the heading.
  var tabTitle: String?
  var description: String?
  var isArticle = false
  var isUnlisted = false
  var hasSearch = false
  var hasMarkdown = true
  /// When the text was written and last changed.
  var published: Day?
  var modified: Day?
  /// The pages above this one, outermost first.
  var trail: [(title: String, path: SitePath)] = []
  /// Whether its text is in the edition's language.
  var isTranslated = true
  /// The languages that have a text of their own for this page; nil for all that have the page.
  var translations: Set<String>?

  func view(_ world: World, _ edition: Edition, _ address: Address?) -> View {
    let site = world.site
    let fallback = site.defaultLocale
    let tabTitle = tabTitle ?? heading
    return View([
      "lang": .text(edition.locale.language),
      "dir": .text(edition.locale.direction.rawValue),
      "title": .text(tabTitle == edition.name ? tabTitle : "\(tabTitle) · \(edition.name)"),
      "path": .text(edition.place(path).text),
      "heading": .text(heading),
      "description": .optional(description),
      "isArticle": .flag(isArticle),
      "isUnlisted": .flag(isUnlisted), "hasSearch": .flag(hasSearch),
      "canonicalURL": .optional(isUnlisted ? nil : canonicalURL(world, edition)),
      "cardURL": .optional(
        isUnlisted ? nil : site.settings.baseURL.map { PreviewCard.path(site.settings).absolute(below: $0) }),
      "isOwnCard": .flag(site.settings.card != nil),
      "structuredData": isUnlisted ? .absent : structuredData(world, edition),
      "markdownURL": .optional(hasMarkdown ? "index.md" : nil),
      "alternates": .views(alternates(world)),
      "languages": languages(world, edition, address),
      "notice": .optional(
        isTranslated ? nil : edition.string("untranslated").substituting("{language}", by: fallback.name)),
      "textLang": .optional(isTranslated ? nil : fallback.language),
      "textDir": .optional(isTranslated ? nil : fallback.direction.rawValue),
    ])
  }

  /// A page that only repeats the default language's text points at the original.
  private func canonicalURL(_ world: World, _ edition: Edition) -> String? {
    guard let base = world.site.settings.baseURL else { return nil }
    return (isTranslated ? edition.place(path) : path).absolute(below: base)
  }

  private func structuredData(_ world: World, _ edition: Edition) -> View.Value {
    guard let base = world.site.settings.baseURL, let url = canonicalURL(world, edition) else { return .absent }
    let data = StructuredData(
      url: url, siteName: edition.name, language: edition.locale.language, head: self,
      trail: trail.map { ($0.title, edition.place($0.path).absolute(below: base)) })
    return data.json.map { .html(HTML(trusted: $0)) } ?? .absent
  }

  private func alternates(_ world: World) -> [View] {
    guard let base = world.site.settings.baseURL, !isUnlisted, world.editions.count > 1 else { return [] }
    let editions = world.editions.filter { translations?.contains($0.locale.language) ?? $0.has(path) }
    guard editions.count > 1 else { return [] }
    var views = editions.map {
      View(["lang": .text($0.locale.language), "url": .text($0.place(path).absolute(below: base))])
    }
    if editions[0].folder == nil {
      views.append(View(["lang": "x-default", "url": .text(path.absolute(below: base))]))
    }
    return views
  }

  /// Where a language does not have the page, its first page stands in.
  private func languages(_ world: World, _ edition: Edition, _ address: Address?) -> View.Value {
    guard world.editions.count > 1, let address else { return .absent }
    let items = world.editions.map { other in
      View([
        "lang": .text(other.locale.language), "name": .text(other.locale.name),
        "url": .text(address.url(other.place(other.has(path) ? path : .home))),
        "isCurrent": .flag(other.locale.language == edition.locale.language),
      ])
    }
    return .view(
      View([
        "items": .views(items), "current": .text(edition.locale.name), "isMenu": .flag(items.count > Self.mostInBar),
      ]))
  }
}
