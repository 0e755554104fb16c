internal import Content
internal import Theme

/// A stub at an old address that leads to the article's present one, for hosts that know no redirects.
struct MovedPage {
  static let template = "site/moved"

  static let schema =
    Press.schema
    + ViewSchema([
      .init("url", .text, "The page's present address."),
      .init("title", .text, "Its title."),
    ])

  let press: Press
  let alias: SitePath
  let entry: Edition.Entry

  func file() -> OutputFile {
    let address = Address.from(alias)
    let target = press.edition.place(entry.article.path)
    var head = PageHead(path: entry.article.path, heading: entry.article.title)
    head.hasMarkdown = false
    let view = View([
      "t": .view(press.strings),
      "site": .view(Frame.view(press.world, press.edition, address)),
      "page": .view(head.view(press.world, press.edition, address)),
      "url": .text(address.url(target)), "title": .text(entry.article.title),
    ])
    return OutputFile(path: alias.file, bytes: press.world.templates.page(Self.template, view))
  }
}
