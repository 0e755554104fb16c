internal import Content
internal import Theme

/// What a page rests on, at its foot: the programs it was seen on in one line, then each source.
enum EvidenceView {
  static let schema = ViewSchema([
    .init(
      "programs", .view(LinkViews.texts),
      "The programs it was seen on, each with its version; absent if it was only read."),
    .init("items", .views(item), "Each source."),
  ])

  private static let item = ViewSchema([
    .init("url", .text, "The source; absent for what was only seen."),
    .init("label", .text, "Its address, shortened; absent without one."),
    .init("what", .text, "What was read or seen, in a few words."),
    .init("seenOn", .text, "The program it was seen on, with its version."),
    .init("date", .text, "The day, YYYY-MM-DD."),
  ])

  /// Without the addresses that the text links to itself.
  static func view(_ sources: [Evidence], besides linked: Set<LinkTarget>) -> View.Value {
    let shown = sources.filter { source in
      source.program != nil || source.what != nil || source.url.map { !linked.contains(.external($0)) } ?? false
    }
    if shown.isEmpty { return .absent }
    var programs: [String] = []
    for name in shown.compactMap(\.seenOn) where !programs.contains(name) { programs.append(name) }
    return .view(
      View([
        "programs": LinkViews.texts(programs), "items": .views(shown.map(view)),
      ]))
  }

  private static func view(_ source: Evidence) -> View {
    View([
      "url": .optional(source.url), "label": .optional(source.url.map(short)), "what": .optional(source.what),
      "seenOn": .optional(source.seenOn), "date": .optional(source.date?.description),
    ])
  }

  private static func short(_ url: String) -> String {
    let short = url.firstRange(of: "://").map { String(url[$0.upperBound...]) } ?? url
    return short.hasSuffix("/") ? String(short.dropLast()) : short
  }
}
