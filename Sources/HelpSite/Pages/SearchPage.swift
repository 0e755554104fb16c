internal import Content
internal import Diagnostics
internal import Theme

/// The page of search results. Without a script it is the list of everything, to be looked through with the browser's own
/// search.
struct SearchPage {
  static let template = "site/search"
  static let path = SitePath("search/")

  static let schema =
    Press.schema
    + ViewSchema([
      .init("crumbs", .view(LinkViews.crumbs), "The pages above this one."),
      .init("title", .text, "The page's heading."),
      .init("everything", .text, "What stands over the list of everything."),
      .init("codes", .view(CodesPage.families), "The codes, by their first digit."),
      .init("topics", .view(topics), "Every topic; in a site of more than 500 articles only the topics' own pages."),
    ])

  private static let topics = ViewSchema([.init("items", .views(topic), "Each topic.")])
  private static let topic = ViewSchema([
    .init("url", .text, "The topic's page."), .init("title", .text, "The topic."),
    .init("articles", .view(LinkViews.articles), "Its articles."),
  ])

  /// A longer list is no help to anybody.
  private static let mostArticles = 500

  let press: Press

  func file() -> OutputFile {
    let address = press.address(Self.path)
    var head = PageHead(path: Self.path, heading: press.edition.searchString("search"))
    head.isUnlisted = true
    head.hasSearch = true
    head.hasMarkdown = false
    return press.render(
      Self.template, head,
      [
        "crumbs": press.crumbs([], from: address), "title": .text(head.heading),
        "everything": .text(press.edition.searchString("everything")),
        "codes": CodesPage.families(press, from: address), "topics": topics(from: address),
      ])
  }

  private func topics(from address: Address) -> View.Value {
    let edition = press.edition
    let listsArticles = edition.entries.count <= Self.mostArticles
    let branches = edition.branches.filter { $0.parent != nil || !$0.articles.isEmpty }
    return LinkViews.list(
      branches.map { branch in
        View([
          "url": .text(address.url(edition.place(branch.path))),
          "title": .text(branch.parent == nil && branch.index == nil ? press.string("articles") : branch.title),
          "articles": listsArticles ? press.articleLinks(branch.articles, from: address) : .absent,
        ])
      })
  }
}
