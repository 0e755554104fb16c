internal import Content
internal import Theme

/// The site's first page: what this is, the codes, the topics, and where to begin.
struct HomePage {
  static let template = "site/home"

  static let schema =
    Press.schema
    + ViewSchema([
      .init("lede", .text, "The site's description."),
      .init("path", .view(PathDrawing.schema), "The drawing of a broken path, for `partials/path`."),
      .init("codes", .view(CodesPage.families), "The codes, by their first digit."),
      .init("topics", .view(TopicPage.topics), "The topics with their first articles."),
      .init("first", .view(LinkViews.article), "The article to begin with; absent without articles."),
    ])

  let press: Press

  func file() -> OutputFile {
    let address = press.address(.home)
    let root = press.edition.branches[0]
    var head = PageHead(path: .home, heading: press.edition.name, description: press.edition.description)
    head.tabTitle = press.string("homeHeading")
    return press.render(
      Self.template, head,
      [
        "lede": .text(press.edition.description),
        "path": .view(PathDrawing(.edgeToServer, in: press.edition.locale).view),
        "codes": CodesPage.families(press, from: address),
        "topics": TopicPage.topics(root.children, press, from: address),
        "first": press.edition.beginning.map { .view(press.articleLink($0, from: address)) } ?? .absent,
      ])
  }
}
