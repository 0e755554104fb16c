internal import Content
internal import Diagnostics
internal import Theme

/// The first question, what one sees: the codes that have causes.
struct TroubleshooterPage {
  static let template = "site/troubleshooter"

  static let schema =
    Press.schema
    + ViewSchema([
      .init("crumbs", .view(LinkViews.crumbs), "The pages above this one."),
      .init(
        "answers", .view(ViewSchema([.init("items", .views(answer), "Each code.")])), "The codes that have causes."),
      .init("anyURL", .text, "The questions for readers who have no code."),
    ])

  private static let answer = ViewSchema([
    .init("url", .text, "The questions about the code."), .init("code", .text, "The status code."),
    .init("reason", .text, "The reason phrase."), .init("sentence", .text, "What its error page tells visitors."),
    .init("hop", .text, "Where the request stopped: `visitor`, `edge`, `server`, `visitor-edge` or `edge-server`."),
    .init("count", .text, "How many causes it can have."),
  ])

  let press: Press

  func file() -> OutputFile {
    let edition = press.edition
    let address = press.address(Causes.index)
    var head = PageHead(
      path: Causes.index, heading: press.string("troubleshooter"), description: press.string("troubleshooterLede"))
    head.trail = [(press.string("home"), .home)]
    head.hasSearch = true
    return press.render(
      Self.template, head,
      [
        "crumbs": press.crumbs([], from: address), "anyURL": .text(address.url(edition.place(Causes.any))),
        "answers": LinkViews.list(
          edition.causes.codes(in: edition).map { definition, count in
            View([
              "url": .text(address.url(edition.place(Causes.path(of: definition.code)))), "code": .text(definition.key),
              "reason": .text(definition.reason),
              "sentence": .optional(edition.locale.text(for: definition)?.heading),
              "hop": .text(definition.hop.rawValue), "count": .text(String(count)),
            ])
          }),
      ])
  }
}
