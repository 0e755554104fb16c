internal import Content
internal import Escaping
internal import Theme

/// What every template knows about the site: `{{site.…}}`. It is the same for all pages that lie equally deep.
enum Frame {
  static let schema = ViewSchema([
    .init("brand", .view(BrandMark.schema), "The brand."),
    .init("stylesheetURL", .text, "The style sheet; absent where the page carries its style itself."),
    .init("scriptURL", .text, "The script; absent where the page carries its style itself."),
    .init("style", .html, "The style sheet's text, for the page that cannot know where the style sheet lies."),
    .init("iconURL", .text, "The icon for the browser's tab; absent for a brand without a logo."),
    .init(
      "homeURL", .text,
      "The help site's first page. This and the next three are absent where the page cannot know them."),
    .init("codesURL", .text, "The list of all codes."),
    .init("articlesURL", .text, "The list of all topics."),
    .init("tagsURL", .text, "The list of tags; absent without tags."),
    .init("feedURL", .text, "The feed; absent without a base URL."),
    .init("brandURL", .text, "The site that the error pages stand in for; absent if `site.yaml` names none."),
    .init("supportURL", .text, "Where to ask for help; absent if `site.yaml` names none."),
    .init("feedbackURL", .text, "Where a reader's verdict on a page is sent; absent if `site.yaml` names none."),
    .init("statusURL", .text, "The service's status page; absent if `site.yaml` names none."),
  ])

  /// The interface strings, `{{t.…}}`.
  static let strings = ViewSchema(LocaleKeys.site.fields.map { .init($0.name, .text, $0.summary) })

  /// The frame around pages that find other pages by `address`; nil stands for a page that cannot find them.
  static func view(_ world: World, _ edition: Edition, _ address: Address?) -> View {
    func url(_ path: SitePath) -> View.Value { .optional(address?.url(edition.place(path))) }
    let settings = world.site.settings
    let (styles, script) = (world.styles, world.script)
    return View([
      "brand": .view(BrandMark(settings).view),
      "stylesheetURL": .optional(address.map { $0.url(SiteStyles.path) + "?v=" + styles.version }),
      "scriptURL": .optional(address.map { $0.url(SiteScript.path) + "?v=" + script.version }),
      "style": address == nil ? .html(HTML(trusted: styles.text)) : .absent,
      "iconURL": .optional(settings.logo.flatMap { _ in address?.url(SiteIcon.path) }),
      "homeURL": url(.home),
      "codesURL": url(PagePaths.codes),
      "articlesURL": url(PagePaths.articles),
      "tagsURL": edition.tags.isEmpty ? .absent : url(Tag.index),
      "feedURL": settings.baseURL == nil ? .absent : url(PagePaths.feed),
      "brandURL": .optional(settings.home),
      "supportURL": .optional(settings.support),
      "feedbackURL": .optional(settings.feedback), "statusURL": .optional(settings.status),
    ])
  }

  static func strings(_ edition: Edition) -> View {
    View(
      Dictionary(
        LocaleKeys.site.fields.map { ($0.name, .text(edition.string($0.name))) },
        uniquingKeysWith: { first, _ in first }))
  }
}

/// Where the pages lie that are not an article, a code or a tag.
enum PagePaths {
  static let codes = SitePath("codes/")
  static let articles = SitePath("articles/")
  static let feed = SitePath("feed.xml")
}
