internal import Content
internal import Diagnostics
internal import Escaping
internal import Theme

/// The page of an article, or of a topic that has a text of its own.
struct ArticlePage {
  static let template = "site/article"

  static let text = ViewSchema([
    .init("title", .text, "The title."),
    .init("lede", .text, "The description; absent if nobody wrote one."),
    .init("crumbs", .view(LinkViews.crumbs), "The pages above this one."),
    .init("sidebar", .html, "The navigation beside the text."),
    .init("contents", .view(DocumentView.contents), "The list of headings; absent for a short text."),
    .init("check", .view(FirstCheck.schema), "The command that confirms the cause; absent if it is about none."),
    .init("body", .html, "The text."),
    .init("audience", .view(LinkViews.texts), "Whom it is for; absent if it does not say."),
    .init("codes", .view(LinkViews.codes), "The codes it is about."),
    .init("signatures", .view(signatures), "Log lines that give this cause away."),
    .init("tags", .view(tags), "The tags it is filed under."),
    .init("related", .view(LinkViews.articles), "What to read beside it, unless the text links there itself."),
    .init("sources", .view(EvidenceView.schema), "What it rests on, unless the text links there itself."),
    .init("updated", .text, "When it was last changed, YYYY-MM-DD; absent outside a Git repository."),
    .init("reviewed", .text, "When it was last checked, YYYY-MM-DD."),
    .init("editURL", .text, "Where its source can be edited; absent if `site.yaml` does not say."),
  ])

  static let schema =
    Press.schema + text
    + ViewSchema([
      .init("previous", .view(LinkViews.article), "The article before this one in reading order."),
      .init("next", .view(LinkViews.article), "The article after this one."),
    ])

  private static let tags = ViewSchema([
    .init(
      "items",
      .views(
        ViewSchema([
          .init("url", .text, "The tag's page; absent if no other article has the tag."),
          .init("title", .text, "The tag."), .init("lang", .text, "Its language, if it is not the page's."),
        ])), "Each tag.")
  ])

  private static let signatures = ViewSchema([
    .init(
      "items",
      .views(
        ViewSchema([
          .init("text", .text, "A piece of the line."), .init("component", .text, "The program that writes it."),
        ])),
      "Each signature.")
  ])

  let press: Press
  let position: Int
  private let entry: Edition.Entry

  init(press: Press, position: Int) {
    (self.press, self.position) = (press, position)
    entry = press.edition.entries[position]
  }

  func file() -> OutputFile {
    let address = press.address(entry.article.path)
    var head = Self.head(press, entry)
    head.trail = press.trail(toBranch: entry.branch)
    var content = Self.text(press, entry, crumbs: press.crumbs(toBranch: entry.branch, from: address))
    content.set("sidebar", press.sidebar(press.edition.spot(ofArticle: position), current: .article(position)))
    content.set("previous", neighbour(position - 1, from: address))
    content.set("next", neighbour(position + 1, from: address))
    return press.render(Self.template, head, content)
  }

  private func neighbour(_ position: Int, from address: Address) -> View.Value {
    guard press.edition.entries.indices.contains(position) else { return .absent }
    return .view(press.articleLink(position, from: address))
  }

  static func head(_ press: Press, _ entry: Edition.Entry) -> PageHead {
    var head = PageHead(path: entry.article.path, heading: entry.article.title, description: entry.article.description)
    head.isArticle = true
    head.published = entry.article.date
    head.modified = entry.article.changed ?? entry.article.reviewed
    head.isTranslated = entry.isTranslated
    head.translations = press.world.articleLanguages[entry.article.path]
    return head
  }

  /// What the pages of articles and of topics share; the sidebar is the page's own.
  static func text(_ press: Press, _ entry: Edition.Entry, crumbs: View.Value) -> ViewValues {
    let article = entry.article
    let address = press.address(article.path)
    let page = article.page.whole
    let document = DocumentView(press: press, document: page, page: article.path, isTranslated: entry.isTranslated)
    let linked = Set(page.targets)
    return [
      "title": .text(article.title), "lede": .optional(article.description), "crumbs": crumbs,
      "contents": document.contents(), "check": FirstCheck.view(article, document), "body": document.html(),
      "audience": LinkViews.texts(article.audience.map { press.string($0.audienceKey) }),
      "codes": press.codeLinks(article.codes, from: address),
      "signatures": LinkViews.list(
        article.signatures.map {
          View(["text": .text($0.text), "component": .text($0.component)])
        }),
      "tags": LinkViews.list(
        article.tags.map { name in
          View([
            "url": .optional(press.edition.tagPages[name].map { address.url(press.edition.place($0)) }),
            "title": .text(name),
            "lang": .optional(entry.language),
          ])
        }),
      "related": press.articleLinks(
        article.related.filter { !linked.contains(.page($0, fragment: nil)) }.compactMap {
          press.edition.positions[$0]
        },
        from: address),
      "sources": EvidenceView.view(article.sources, besides: linked),
      "updated": .optional(article.changed?.description),
      "reviewed": .optional(article.reviewed?.description),
      "editURL": .optional(press.world.site.settings.editURL(of: article.page)),
    ]
  }
}

extension ErrorDefinition.Reader {
  /// The interface string that names these readers.
  var audienceKey: String {
    switch self {
    case .visitor: "audienceVisitor"
    case .owner: "audienceOwner"
    case .developer: "audienceDeveloper"
    }
  }

  /// The interface string over the section that speaks to them.
  var headingKey: String {
    switch self {
    case .visitor: "forVisitors"
    case .owner: "forOwners"
    case .developer: "forDevelopers"
    }
  }
}
