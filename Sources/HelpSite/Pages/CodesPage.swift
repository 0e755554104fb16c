internal import Content
internal import Diagnostics
internal import Theme

/// The list of all codes.
struct CodesPage {
  static let template = "site/codes"

  static let schema =
    Press.schema
    + ViewSchema([
      .init("crumbs", .view(LinkViews.crumbs), "The pages above this one."),
      .init("sidebar", .html, "The navigation beside the text."),
      .init("codes", .view(families), "The codes, by their first digit."),
      .init("places", .view(StopViews.places), "The same codes, by the place on the way that they speak of."),
    ])

  static let families = ViewSchema([.init("items", .views(family), "4xx, then 5xx.")])
  private static let family = ViewSchema([
    .init("digit", .text, "The first digit."), .init("title", .text, "What these codes have in common."),
    .init("codes", .views(LinkViews.code), "The codes."),
  ])

  let press: Press

  func file() -> OutputFile {
    let address = press.address(PagePaths.codes)
    let head = PageHead(path: PagePaths.codes, heading: press.string("codes"), description: press.string("codesLede"))
    return press.render(
      Self.template, head,
      [
        "crumbs": press.crumbs([], from: address), "sidebar": press.sidebar(.codes, current: .codes),
        "codes": Self.families(press, from: address), "places": StopViews(press: press).places(from: address),
      ])
  }

  static func families(_ press: Press, from address: Address) -> View.Value {
    let titles = [(4, press.string("clientErrors")), (5, press.string("serverErrors"))]
    return LinkViews.list(
      titles.compactMap { digit, title in
        let codes = press.edition.codes.filter { $0.code / 100 == digit }
        guard !codes.isEmpty else { return nil }
        return View([
          "digit": .text(String(digit)), "title": .text(title),
          "codes": .views(codes.map { press.codeLink($0, from: address) }),
        ])
      })
  }
}
