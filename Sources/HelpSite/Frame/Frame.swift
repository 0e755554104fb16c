internal import Content
internal import Escaping
internal import Theme

/// What every template knows about the site: `{{site.…}}`. It is the same for all pages that lie equally deep.
enum Frame {
  static let schema = ViewSchema([
    .init("brand", .view(BrandMark.schema), "The brand."),
    .init("stylesheetURL", .text, "The style sheet; absent where the page carries its style itself."),
    .init("scriptURL", .text, "The script; absent where the page carries its style itself."),
    .init(
      "themeURL", .text,
      "The script that runs before a page is painted; absent where the page carries its style itself."),
    .init("analytics", .view(analytics), "A script of the operator's that counts visits; absent if there is none."),
    .init("style", .html, "The style sheet's text, for the page that cannot know where the style sheet lies."),
    .init("iconURL", .text, "The icon for the browser's tab; absent for a brand without a logo."),
    .init(
      "homeURL", .text,
      "The help site's first page. This and the next four are absent where the page cannot know them."),
    .init("codesURL", .text, "The list of all codes."),
    .init("articlesURL", .text, "The list of all topics."),
    .init("troubleshooterURL", .text, "The questions that lead to a cause; absent without causes."),
    .init("tagsURL", .text, "The list of tags; absent without tags."),
    .init("feedURL", .text, "The feed; absent without a base URL."),
    .init("glossaryURL", .text, "The page that explains words; absent if `site.yaml` names none."),
    .init("search", .view(search), "The search box; absent where the page cannot know the site's files."),
    .init("gallery", .view(gallery), "The gallery of error pages; absent where the page cannot know it."),
    .init("brandURL", .text, "The site that the error pages stand in for; absent if `site.yaml` names none."),
    .init("supportURL", .text, "Where to ask for help; absent if `site.yaml` names none."),
    .init("feedbackURL", .text, "Where a reader's verdict on a page is sent; absent if `site.yaml` names none."),
    .init("statusURL", .text, "The service's status page; absent if `site.yaml` names none."),
  ])

  private static let analytics = ViewSchema([
    .init("url", .text, "Its address."),
    .init(
      "data",
      .views(
        ViewSchema([.init("name", .text, "What follows `data-`."), .init("value", .text, "The attribute's value.")])),
      "What the script is given."),
  ])

  private static let search = ViewSchema([
    .init("pageURL", .text, "The page of results, which lists everything when no script runs."),
    .init("boxURL", .text, "The script that waits for a reader who searches."),
    .init("engineURL", .text, "The script that is fetched then."),
    .init("endpointURL", .text, "The search engine to ask instead of the site's index; absent if there is none."),
    .init("endpointEngine", .text, "Which engine that is; absent if there is none."),
    .init("endpointKey", .text, "The key it is asked with; absent if there is none."),
    .init("hasSlash", .flag, "Whether the `/` key may open it."),
    .init("missesURL", .text, "Where searches that found nothing are posted; absent if `site.yaml` names nothing."),
    .init("slash", .text, "Label of the box that lets the `/` key open the search."),
    .init("label", .text, "The box's name."), .init("placeholder", .text, "What can be looked for."),
    .init("everything", .text, "Link to the list of all codes and articles."),
  ])

  private static let gallery = ViewSchema([
    .init("url", .text, "Its page."), .init("label", .text, "What the link says."),
    .init("lang", .text, "The label's language, if it is not the page's."),
  ])

  /// The interface strings, `{{t.…}}`.
  static let strings = ViewSchema(LocaleKeys.site.fields.map { .init($0.name, .text, $0.summary) })

  /// The frame around pages that find other pages by `address`; nil stands for a page that cannot find them.
  static func view(_ world: World, _ edition: Edition, _ address: Address?) -> View {
    func url(_ path: SitePath) -> View.Value { .optional(address?.url(edition.place(path))) }
    let settings = world.site.settings
    let (styles, script) = (world.styles, world.script)
    return View([
      "brand": .view(world.brand.view(in: edition.locale.language)),
      "stylesheetURL": .optional(address.map { $0.url(SiteStyles.path) + "?v=" + styles.version }),
      "scriptURL": .optional(address.map { $0.url(SiteScript.path) + "?v=" + script.version }),
      "themeURL": .optional(address.map { $0.url(SiteScript.earlyPath) + "?v=" + script.earlyVersion }),
      "analytics": address == nil ? .absent : settings.analytics.map { .view(analytics($0)) } ?? .absent,
      "style": address == nil ? .html(HTML(trusted: styles.text)) : .absent,
      "iconURL": .optional(settings.logo.flatMap { _ in address?.url(SiteIcon.path) }),
      "homeURL": url(.home),
      "codesURL": url(PagePaths.codes),
      "articlesURL": url(PagePaths.articles),
      "troubleshooterURL": edition.causes.positions.isEmpty ? .absent : url(Causes.index),
      "tagsURL": edition.tags.isEmpty ? .absent : url(Tag.index),
      "feedURL": settings.baseURL == nil ? .absent : url(PagePaths.feed),
      "glossaryURL": settings.glossary.map(url) ?? .absent,
      "search": address.map { .view(search(world, edition, $0)) } ?? .absent,
      "gallery": gallery(world, edition, address),
      "brandURL": .optional(settings.home),
      "supportURL": .optional(settings.support),
      "feedbackURL": .optional(settings.feedback), "statusURL": .optional(settings.status),
    ])
  }

  private static func analytics(_ analytics: Settings.Analytics) -> View {
    View([
      "url": .text(analytics.script),
      "data": .views(
        analytics.data.sorted { $0.key < $1.key }.map { View(["name": .text($0.key), "value": .text($0.value)]) }),
    ])
  }

  private static func search(_ world: World, _ edition: Edition, _ address: Address) -> View {
    View([
      "pageURL": .text(address.url(edition.place(SearchPage.path))),
      "boxURL": .text(address.url(SearchScripts.boxPath) + "?v=" + world.searchScripts.boxVersion),
      "engineURL": .text(address.url(SearchScripts.enginePath) + "?v=" + world.searchScripts.engineVersion),
      "endpointURL": .optional(world.site.settings.searchEndpoint?.url),
      "endpointEngine": .optional(world.site.settings.searchEndpoint?.engine.rawValue),
      "endpointKey": .optional(world.site.settings.searchEndpoint?.key),
      "hasSlash": .flag(world.site.settings.searchSlash),
      "missesURL": .optional(world.site.settings.searchMisses), "slash": .text(edition.searchString("slash")),
      "label": .text(edition.searchString("search")), "placeholder": .text(edition.searchString("placeholder")),
      "everything": .text(edition.searchString("allCodes")),
    ])
  }

  private static func gallery(_ world: World, _ edition: Edition, _ address: Address?) -> View.Value {
    guard let gallery = world.gallery, let address else { return .absent }
    let isTranslated = edition.locale.site["gallery"] != nil || edition.locale.language.hasPrefix("en")
    return .view(
      View([
        "url": .text(address.url(gallery.path)), "label": .text(edition.string("gallery")),
        "lang": .optional(isTranslated ? nil : "en"),
      ]))
  }

  static func strings(_ edition: Edition) -> View {
    View(ViewValues(LocaleKeys.site.fields.map { ($0.name, .text(edition.string($0.name))) }))
  }
}

/// Where the pages lie that are not an article, a code or a tag.
enum PagePaths {
  static let codes = SitePath("codes/")
  static let articles = SitePath("articles/")
  static let feed = SitePath("feed.xml")
}
