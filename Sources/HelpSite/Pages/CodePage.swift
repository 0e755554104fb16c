internal import Content
internal import Diagnostics
internal import Escaping
internal import Markdown
internal import Theme

/// A status code's page: what it means, for its three readers.
struct CodePage {
  static let template = "site/code"

  static let schema =
    Press.schema
    + ViewSchema([
      .init("code", .text, "The status code."),
      .init("reason", .text, "The reason phrase."),
      .init("sentence", .text, "What the error page tells visitors, in one sentence."),
      .init("crumbs", .view(LinkViews.crumbs), "The pages above this one."),
      .init("sidebar", .html, "The navigation beside the text."),
      .init("path", .view(PathDrawing.schema), "The drawing of where it stopped, for `partials/path`."),
      .init("contents", .view(DocumentView.contents), "The list of the sections."),
      .init("introduction", .html, "What the code means."),
      .init("readers", .view(readers), "The sections for visitors, site owners and developers."),
      .init("facts", .view(CodeFacts.schema), "The code in a few words."),
      .init("questionsURL", .text, "The questions that lead to its cause; absent if there are none."),
      .init("article", .view(LinkViews.article), "The help article of the code."),
      .init("articles", .view(LinkViews.articles), "More articles about it."),
      .init("related", .view(LinkViews.codes), "Codes that are easily mistaken for it."),
      .init("sources", .view(EvidenceView.schema), "What the page rests on."),
      .init("updated", .text, "When it was last changed, YYYY-MM-DD; absent outside a Git repository."),
      .init("reviewed", .text, "When it was last checked, YYYY-MM-DD."),
      .init("editURL", .text, "Where its source can be edited; absent if `site.yaml` does not say."),
      .init("previous", .view(LinkViews.code), "The code before this one."),
      .init("next", .view(LinkViews.code), "The code after this one."),
    ])

  private static let readers = ViewSchema([
    .init(
      "items",
      .views(
        ViewSchema([
          .init("id", .text, "The section's id."), .init("title", .text, "Whom it speaks to."),
          .init("isVisitor", .flag, "It speaks to visitors."),
          .init("anchor", .text, "Name of the heading's link to itself."),
          .init("body", .html, "Its text."),
        ])), "Each section.")
  ])

  /// How many articles about a code are listed.
  static let listed = 12

  let press: Press
  let position: Int
  private var definition: ErrorDefinition { press.edition.codes[position] }
  private var isTranslated: Bool { press.edition.isTranslated(code: definition.code) }

  func file() -> OutputFile {
    let address = press.address(definition.path)
    let edition = press.edition
    let document = self.document
    let article = edition.positions[definition.article]
    let others = (edition.articlesByCode[definition.code] ?? []).lazy.filter { $0 != article }.prefix(Self.listed)
    return press.render(
      Self.template, head,
      [
        "code": .text(definition.key), "reason": .text(definition.reason),
        "sentence": .optional(edition.locale.text(for: definition)?.heading),
        "crumbs": press.crumbs([(press.string("codes"), nil, PagePaths.codes)], from: address),
        "sidebar": press.sidebar(.code, current: .code(definition.code)),
        "path": .view(PathDrawing(definition, in: edition.locale).view),
        "contents": document.contents { reader($0) },
        "introduction": document.html(definition.htmlRange(for: nil)),
        "readers": readers(document), "facts": CodeFacts(press: press, definition: definition).view(),
        "questionsURL": edition.causes.byCode[definition.code] == nil
          ? .absent : .text(address.url(edition.place(Causes.path(of: definition.code)))),
        "article": article.map { .view(press.articleLink($0, from: address)) } ?? .absent,
        "articles": press.articleLinks(Array(others), from: address),
        "related": press.codeLinks(definition.related, from: address),
        "sources": EvidenceView.view(definition.sources, besides: Set(definition.page.targets)),
        "updated": .optional(definition.changed?.description),
        "reviewed": .optional(definition.reviewed?.description),
        "editURL": .optional(
          press.world.site.settings.editURL(of: definition.page)),
        "previous": neighbour(position - 1, from: address), "next": neighbour(position + 1, from: address),
      ])
  }

  var head: PageHead {
    var head = PageHead(
      path: definition.path, heading: "\(definition.key) \(definition.reason)", description: definition.description)
    head.isArticle = true
    head.modified = definition.changed ?? definition.reviewed
    head.trail = [(press.string("home"), .home), (press.string("codes"), PagePaths.codes)]
    head.isTranslated = isTranslated
    head.translations = press.world.editions.count > 1 ? press.world.languages(ofCode: definition.code) : nil
    return head
  }

  private var document: DocumentView {
    DocumentView(press: press, document: definition.page, page: definition.path, isTranslated: isTranslated)
  }

  /// The sections keep the ids of their headings in the Markdown file, so that links to them work.
  private func readers(_ document: DocumentView) -> View.Value {
    let openings = definition.page.body.headings.filter { $0.level == 2 }
    return LinkViews.list(
      zip(ErrorDefinition.Reader.allCases, openings).map { reader, heading in
        View([
          "id": .text(heading.id), "title": .text(press.string(reader.headingKey)),
          "isVisitor": .flag(reader == .visitor),
          "anchor": .text(
            press.string("headingAnchor").substituting("{heading}", by: press.string(reader.headingKey))),
          "body": document.html(definition.htmlRange(for: reader)),
        ])
      })
  }

  /// The readers' sections are named in the edition's language, whatever the language of the text.
  private func reader(_ chapter: Int) -> String? {
    ErrorDefinition.Reader.allCases.indices.contains(chapter)
      ? press.string(ErrorDefinition.Reader.allCases[chapter].headingKey) : nil
  }

  private func neighbour(_ position: Int, from address: Address) -> View.Value {
    guard press.edition.codes.indices.contains(position) else { return .absent }
    return .view(press.codeLink(press.edition.codes[position], from: address))
  }
}
