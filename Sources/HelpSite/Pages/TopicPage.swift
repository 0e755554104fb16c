internal import Content
internal import Diagnostics
internal import Escaping
internal import Theme

/// A topic's page: its own text, if it has one, then its articles and the topics in it. The list of all topics is the
/// page of the outermost one.
struct TopicPage {
  static let template = "site/topic"

  static let schema =
    Press.schema + ArticlePage.text
    + ViewSchema([
      .init("articles", .view(LinkViews.articles), "The articles of this topic."),
      .init("topics", .view(topics), "The topics in it."),
    ])

  static let topics = ViewSchema([.init("items", .views(topic), "Each topic.")])
  static let topic =
    LinkViews.article
    + ViewSchema([
      .init("articles", .view(LinkViews.articles), "The first articles of the topic."),
      .init("more", .text, "The link to the topic when it holds more than these."),
    ])

  let press: Press
  let position: Int
  private var branch: Edition.Branch { press.edition.branches[position] }

  /// How many articles of a topic are named where topics are listed.
  static let preview = 4

  func file() -> OutputFile {
    let address = press.address(branch.path)
    let parent = branch.parent
    let crumbs = parent == nil ? press.crumbs([], from: address) : press.crumbs(toBranch: parent, from: address)
    var head = PageHead(path: branch.path, heading: title)
    var content: ViewValues
    if let entry = branch.index.map({ press.edition.entries[$0] }) {
      head = ArticlePage.head(press, entry)
      head.trail = parent == nil ? [] : press.trail(toBranch: parent)
      content = ArticlePage.text(press, entry, crumbs: crumbs)
    } else {
      content = ViewValues(ArticlePage.text.fields.map { ($0.name, .absent) })
      content.set("title", .text(title))
      content.set("crumbs", crumbs)
    }
    content.set("sidebar", press.sidebar(.topic(position), current: .topic(position)))
    content.set("articles", press.articleLinks(branch.articles, from: address))
    content.set("topics", Self.topics(branch.children, press, from: address))
    return press.render(Self.template, head, content)
  }

  private var title: String { branch.parent == nil && branch.index == nil ? press.string("articles") : branch.title }

  /// The given topics, each with its first articles.
  static func topics(_ positions: [Int], _ press: Press, from address: Address) -> View.Value {
    LinkViews.list(
      positions.map { position in
        let branch = press.edition.branches[position]
        let index = branch.index.map { press.edition.entries[$0] }
        let all = branch.articles.count
        return View([
          "url": .text(address.url(press.edition.place(branch.path))), "title": .text(branch.title),
          "description": .optional(index?.article.description), "lang": .optional(index?.language),
          "articles": press.articleLinks(branch.articles.prefix(preview), from: address),
          "more": .optional(
            all > preview ? press.string("moreInTopic").substituting("{n}", by: String(all)) : nil),
        ])
      })
  }
}
