internal import Content
internal import Diagnostics
internal import Escaping
internal import Theme

/// The other questions, where one is and what the log says there, about one code or about any.
///
/// Each answer opens in place (`details`), so that no script is needed and a page shows at a glance what can be answered.
struct TroubleshooterCodePage {
  static let template = "site/troubleshooter-code"

  static let schema =
    Press.schema
    + ViewSchema([
      .init("crumbs", .view(LinkViews.crumbs), "The pages above this one."),
      .init("title", .text, "The page's heading."),
      .init("code", .view(LinkViews.code), "The code; absent on the page for any."),
      .init(
        "programs", .view(ViewSchema([.init("items", .views(program), "Each program.")])),
        "The programs whose lines tell a cause."),
      .init("hosted", .view(LinkViews.articles), "For readers who have no more than a hosting panel."),
      .init(
        "patterns", .view(ViewSchema([.init("items", .views(pattern), "Each way.")])),
        "The ways in which failures come."),
      .init("otherURL", .text, "The first question."),
      .init("all", .view(LinkViews.article), "The topic that holds the causes; absent if they lie in several."),
      .init("articles", .view(LinkViews.articles), "What to read when no cause fits."),
    ])

  private static let program = ViewSchema([
    .init("id", .text, "For links to the program."), .init("name", .text, "The program."),
    .init("count", .text, "How many lines are listed."),
    .init("lines", .views(line), "The lines, in the order of the causes."),
  ])
  private static let line = ViewSchema([
    .init("text", .text, "A piece of the line."), .init("url", .text, "The cause's article."),
    .init("title", .text, "Its title."), .init("lang", .text, "Its language, if it is not the page's."),
  ])
  private static let pattern = ViewSchema([
    .init("id", .text, "For links to the answer."), .init("title", .text, "How the failures come."),
    .init("count", .text, "How many causes are listed."),
    .init("articles", .view(LinkViews.articles), "The causes."),
  ])

  /// How many articles are listed.
  private static let listed = 5

  let press: Press
  /// Nil for the page about any code.
  let code: Int?
  private var edition: Edition { press.edition }
  var path: SitePath { code.map { Causes.path(of: $0) } ?? Causes.any }
  var positions: [Int] { code.map { edition.causes.byCode[$0] ?? [] } ?? edition.causes.positions }

  /// Whose lines of a log are listed.
  var signed: [Int] { positions + about(edition.causes.signed) }

  /// Those of the articles that are about the code.
  private func about(_ articles: [Int]) -> [Int] {
    guard let code else { return articles }
    return articles.filter { edition.entries[$0].article.codes.contains(code) }
  }

  private var definition: ErrorDefinition? { code.flatMap { edition.codePositions[$0] }.map { edition.codes[$0] } }

  var title: String {
    definition.map { press.string("troubleshooterCode").substituting("{code}", by: $0.key) }
      ?? press.string("troubleshooterStart")
  }

  /// The ways in which failures come, with the causes that fail so.
  var patterns: [(pattern: Article.Pattern, causes: [Int])] {
    Article.Pattern.allCases.compactMap { pattern in
      let causes = positions.filter { edition.entries[$0].article.pattern.contains(pattern) }
      return causes.isEmpty ? nil : (pattern, causes)
    }
  }

  func file() -> OutputFile {
    let address = press.address(path)
    let index = (title: press.string("troubleshooter"), path: Causes.index)
    var head = PageHead(path: path, heading: title, description: press.string("troubleshooterLede"))
    head.hasSearch = true
    head.trail = [(press.string("home"), .home), index]
    return press.render(
      Self.template, head,
      [
        "crumbs": press.crumbs([(index.title, nil, index.path)], from: address), "title": .text(title),
        "code": definition.map { .view(press.codeLink($0, from: address)) } ?? .absent,
        "programs": programs(from: address),
        "hosted": press.articleLinks(about(edition.causes.hosted), from: address), "patterns": patterns(from: address),
        "otherURL": .text(address.url(edition.place(Causes.index))),
        "all": topic.map { .view(press.articleLink($0, from: address)) } ?? .absent,
        "articles": press.articleLinks(others, from: address),
      ])
  }

  /// Articles about the code that are about no single cause.
  private var others: [Int] {
    guard let code else { return edition.beginning.map { [$0] } ?? [] }
    let articles = (edition.articlesByCode[code] ?? []).lazy.filter { edition.entries[$0].article.cause == nil }
    return Array(articles.prefix(Self.listed))
  }

  private func programs(from address: Address) -> View.Value {
    LinkViews.list(
      ProgramLines.all(signed, of: edition.entries).map { program in
        View([
          "id": .text("log." + program.component.substituting("/", by: "-")), "name": .text(program.name),
          "count": .text(String(program.lines.count)),
          "lines": .views(
            program.lines.map { line in
              let entry = edition.entries[line.position]
              return View([
                "text": .text(line.text), "url": .text(address.url(edition.place(entry.article.path))),
                "title": .text(entry.article.title), "lang": .optional(entry.language),
              ])
            }),
        ])
      })
  }

  private func patterns(from address: Address) -> View.Value {
    LinkViews.list(
      patterns.map { pattern, causes in
        View([
          "id": .text("how." + pattern.rawValue), "title": .text(press.string(pattern.key)),
          "count": .text(String(causes.count)), "articles": press.articleLinks(causes, from: address),
        ])
      })
  }

  /// The page of the topic in which all causes lie.
  private var topic: Int? {
    let branches = Set(edition.causes.positions.map { edition.entries[$0].branch })
    guard branches.count == 1, let branch = branches.first else { return nil }
    return edition.branches[branch].index
  }
}

extension Article.Pattern {
  /// The interface string that names it.
  var key: String {
    switch self {
    case .constant: "patternConstant"
    case .slow: "patternSlow"
    case .sporadic: "patternSporadic"
    case .load: "patternLoad"
    case .change: "patternChange"
    case .partial: "patternPartial"
    }
  }
}
