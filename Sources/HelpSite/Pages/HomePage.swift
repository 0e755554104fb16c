internal import Content
internal import Theme

/// The site's first page: the search, a door for each kind of reader, the place where a request stopped, the codes met most,
/// then all codes and topics.
struct HomePage {
  static let template = "site/home"

  static let schema =
    Press.schema
    + ViewSchema([
      .init("lede", .text, "The site's description."),
      .init("ledeLang", .text, "The description's language, if it is not the page's."),
      .init("doors", .views(door), "The ways in, one for each kind of reader."),
      .init("stops", .view(StopViews.schema), "The path with each place as a link to the codes of what stops there."),
      .init("common", .view(LinkViews.codes), "The codes that visitors meet most."),
      .init("codes", .view(CodesPage.families), "The codes, by their first digit."),
      .init("topics", .view(TopicPage.topics), "The topics with their first articles."),
      .init("first", .view(LinkViews.article), "The article to begin with; absent without articles."),
    ])

  private static let door = ViewSchema([
    .init("url", .text, "Where it leads."), .init("title", .text, "Who goes through it."),
    .init("hint", .text, "What lies behind it."),
  ])

  /// What visitors meet most, the site's own failures first; those that have no page are left out.
  private static let mostMet = [502, 503, 504, 500, 404, 403, 429, 413]

  let press: Press

  func file() -> OutputFile {
    let address = press.address(.home)
    let root = press.edition.branches[0]
    var head = PageHead(path: .home, heading: press.edition.name, description: press.edition.description)
    head.tabTitle = press.string("homeHeading")
    head.hasSearch = true
    return press.render(
      Self.template, head,
      [
        "lede": .text(press.edition.description), "ledeLang": .optional(press.edition.descriptionLanguage),
        "doors": .views(doors(from: address)), "stops": StopViews(press: press).view(from: address),
        "common": press.codeLinks(Self.mostMet, from: address),
        "codes": CodesPage.families(press, from: address),
        "topics": TopicPage.topics(root.children, press, from: address),
        "first": press.edition.beginning.map { .view(press.articleLink($0, from: address)) } ?? .absent,
      ])
  }

  /// A visitor is sent to what is written for visitors alone; who runs a site, to the questions; who is on call, to the logs.
  /// What the site does not have gets no door: it may publish none of the knowledge that comes with the program.
  private func doors(from address: Address) -> [View] {
    let edition = press.edition
    let codes = edition.codes.isEmpty ? nil : PagePaths.codes
    let visitors = edition.entries.first { $0.article.audience == [.visitor] }?.article.path ?? codes
    let isForOwners = edition.entries.contains { $0.article.audience != [.visitor] }
    let hasCauses = !edition.causes.positions.isEmpty
    let owners = hasCauses ? Causes.index : isForOwners ? PagePaths.articles : codes
    func door(_ key: String, _ path: SitePath) -> View {
      View([
        "url": .text(address.url(edition.place(path))), "title": .text(press.string(key)),
        "hint": .text(press.string(key + "Hint")),
      ])
    }
    return [
      visitors.map { door("doorVisitor", $0) }, owners.map { door("doorOwner", $0) },
      hasCauses ? door("doorOnCall", Causes.any) : nil,
    ].compactMap(\.self)
  }
}
