internal import Content
internal import Theme

/// `404.html`, which a host shows in place of whatever is missing, at any depth.
///
/// Relative links would point somewhere else at each depth. With a base URL the page names other pages and the style sheet
/// from the server's root; without one it carries its style itself and only links out.
struct NotFoundPage {
  static let template = "site/not-found"

  static let schema = Press.schema

  static let path = SitePath("404.html")

  let press: Press

  func file() -> OutputFile {
    let site = press.world.site
    let address = site.settings.baseURL.map { Address.below(Address.path(ofBaseURL: $0)) }
    var head = PageHead(path: Self.path, heading: press.string("notFoundHeading"))
    head.isUnlisted = true
    head.hasSearch = true
    head.hasMarkdown = false
    let view = View([
      "t": .view(press.strings), "site": .view(Frame.view(press.world, press.edition, address)),
      "page": .view(head.view(press.world, press.edition, address)),
    ])
    return OutputFile(
      path: press.edition.place(head.path).file, text: press.world.templates.render(Self.template, view))
  }
}
