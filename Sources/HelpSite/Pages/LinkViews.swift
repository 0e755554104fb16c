internal import Content
internal import Diagnostics
internal import Theme

/// The small views that many pages list: links to articles, to codes, and the way down to the page.
enum LinkViews {
  static let article = ViewSchema([
    .init("url", .text, "The article."), .init("title", .text, "Its title."),
    .init("description", .text, "One sentence; absent if nobody wrote one."),
    .init("lang", .text, "Its language, if it is not the page's."),
  ])

  static let code = ViewSchema([
    .init("url", .text, "The code's page."), .init("code", .text, "The status code."),
    .init("reason", .text, "The reason phrase."), .init("description", .text, "What it means, in one sentence."),
    .init("lang", .text, "The description's language, if it is not the page's."),
    .init("hop", .text, "Where the request stopped: `visitor`, `edge`, `server`, `visitor-edge` or `edge-server`."),
  ])

  static let crumb = ViewSchema([
    .init("url", .text, "The page."), .init("title", .text, "Its title."),
    .init("lang", .text, "The title's language, if it is not the page's."),
  ])

  static let articles = ViewSchema([.init("items", .views(article), "Each article.")])
  static let codes = ViewSchema([.init("items", .views(code), "Each code.")])
  static let crumbs = ViewSchema([.init("items", .views(crumb), "The pages above this one, outermost first.")])
  static let texts = ViewSchema([
    .init("items", .views(ViewSchema([.init("text", .text, "Plain text.")])), "Each text.")
  ])

  /// Views as a list that a template opens with a heading, or `.absent` if there are none.
  static func list(_ views: [View]) -> View.Value {
    views.isEmpty ? .absent : .view(View(["items": .views(views)]))
  }

  static func texts(_ texts: [String]) -> View.Value {
    list(texts.map { View(["text": .text($0)]) })
  }
}

extension Press {
  func articleLink(_ position: Int, from address: Address) -> View {
    let entry = edition.entries[position]
    return View([
      "url": .text(address.url(edition.place(entry.article.path))), "title": .text(entry.article.title),
      "description": .optional(entry.article.description), "lang": .optional(entry.language),
    ])
  }

  func codeLink(_ definition: ErrorDefinition, from address: Address) -> View {
    let isTranslated = edition.isTranslated(code: definition.code)
    return View([
      "url": .text(address.url(edition.place(definition.path))), "code": .text(definition.key),
      "reason": .text(definition.reason), "description": .text(definition.description),
      "lang": .optional(isTranslated ? nil : world.site.settings.defaultLanguage),
      "hop": .text(definition.hop.rawValue),
    ])
  }

  func codeLinks(_ codes: [Int], from address: Address) -> View.Value {
    LinkViews.list(codes.compactMap { edition.codePositions[$0] }.map { codeLink(edition.codes[$0], from: address) })
  }

  func articleLinks(_ positions: some Sequence<Int>, from address: Address) -> View.Value {
    LinkViews.list(positions.map { articleLink($0, from: address) })
  }

  /// The home page and then the given pages.
  func crumbs(_ pages: [(title: String, lang: String?, path: SitePath)], from address: Address) -> View.Value {
    let home = (title: string("home"), lang: String?.none, path: SitePath.home)
    return LinkViews.list(
      ([home] + pages).map { page in
        View([
          "url": .text(address.url(edition.place(page.path))), "title": .text(page.title), "lang": .optional(page.lang),
        ])
      })
  }

  /// The list of topics and the topics from the outermost down to `branch`.
  func crumbs(toBranch branch: Int?, from address: Address) -> View.Value {
    crumbs(above(branch), from: address)
  }

  /// The same pages for a `PageHead`, the home page first.
  func trail(toBranch branch: Int?) -> [(title: String, path: SitePath)] {
    [(string("home"), SitePath.home)] + above(branch).map { ($0.title, $0.path) }
  }

  private func above(_ branch: Int?) -> [(title: String, lang: String?, path: SitePath)] {
    let topics = branch.map { edition.ancestors(of: $0) } ?? []
    return [(string("articles"), nil, PagePaths.articles)]
      + topics.map { position in
        let branch = edition.branches[position]
        return (branch.title, branch.index.flatMap { edition.entries[$0].language }, branch.path)
      }
  }
}
