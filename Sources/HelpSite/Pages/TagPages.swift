internal import Content
internal import Diagnostics
internal import Escaping
internal import Theme

/// The list of tags, and the page of each.
enum TagPages {
  static let indexTemplate = "site/tags"
  static let template = "site/tag"

  static let indexSchema =
    Press.schema + frame
    + ViewSchema([
      .init("tags", .view(tags), "All tags by name.")
    ])
  static let schema =
    Press.schema + frame
    + ViewSchema([
      .init("title", .text, "The tag."),
      .init("articles", .view(LinkViews.articles), "What is filed under it, in reading order."),
    ])

  private static let frame = ViewSchema([
    .init("crumbs", .view(LinkViews.crumbs), "The pages above this one."),
    .init("sidebar", .html, "The navigation beside the text."),
  ])
  private static let tags = ViewSchema([
    .init(
      "items",
      .views(
        ViewSchema([
          .init("url", .text, "The tag's page."), .init("title", .text, "The tag."),
          .init("count", .text, "How many articles have it."),
        ])), "Each tag.")
  ])

  static func index(_ press: Press) -> OutputFile {
    let address = press.address(Tag.index)
    let head = PageHead(path: Tag.index, heading: press.string("tags"))
    let tags = press.edition.tags.map { tag in
      View([
        "url": .text(address.url(press.edition.place(tag.path))), "title": .text(tag.name),
        "count": .text(String(tag.articles.count)),
      ])
    }
    return press.render(
      indexTemplate, head,
      [
        "crumbs": press.crumbs([], from: address), "sidebar": press.sidebar(.tags, current: .tags),
        "tags": LinkViews.list(tags),
      ])
  }

  static func file(_ press: Press, _ tag: Tag) -> OutputFile {
    let address = press.address(tag.path)
    let head = PageHead(path: tag.path, heading: press.string("tagged").substituting("{tag}", by: tag.name))
    return press.render(
      template, head,
      [
        "crumbs": press.crumbs([(press.string("tags"), nil, Tag.index)], from: address),
        "sidebar": press.sidebar(.tag, current: .tags), "title": .text(tag.name),
        "articles": press.articleLinks(tag.articles, from: address),
      ])
  }
}
