public import Content

/// The drawing of the path visitor → edge → server with its broken station or link, or with a whole path to a server that
/// answered no: what `partials/path` is given.
///
/// All positions are worked out here, so that the drawing is right without its style sheet, and mirrored where text
/// runs from right to left.
public struct PathDrawing: Sendable {
  public let hop: ErrorDefinition.Hop
  /// The request got through, and the server refused it: nothing on the path is broken.
  public let isAnswered: Bool
  public let locale: Locale

  public init(_ hop: ErrorDefinition.Hop, isAnswered: Bool = false, in locale: Locale) {
    self.hop = isAnswered ? .server : hop
    self.isAnswered = isAnswered
    self.locale = locale
  }

  public init(_ definition: ErrorDefinition, in locale: Locale) {
    self.init(definition.hop, isAnswered: definition.isAnswered, in: locale)
  }

  public static let schema = ViewSchema([
    .init("alternative", .text, "Says in words which station or link is broken, or that the server answered no."),
    .init("isAnswered", .flag, "Nothing is broken: the request got to the server, which answered no."),
    .init("start", .text, "Where the path begins, as a share of the width."),
    .init("end", .text, "Where the path breaks, or ends."),
    .init("beyond", .text, "Where the path would have led; absent if it got to the last station."),
    .init("breakAt", .text, "Where the break is drawn, or the mark of the answer, as a share of the width …"),
    .init("breakShift", .text, "… and how far from there, in sixteenths of an em."),
    .init(
      "stations",
      .views(
        ViewSchema([
          .init("at", .text, "Its place, as a share of the width …"),
          .init("shift", .text, "… and how far from there, in sixteenths of an em."),
          .init("isVisitor", .flag, "The visitor's station."),
          .init("isEdge", .flag, "The proxy's station."),
          .init("isServer", .flag, "The server's station."),
          .init("isBroken", .flag, "The path stopped at this station."),
          .init("isBeyond", .flag, "The path did not get as far as this station."),
          .init("name", .text, "What it is called."),
          .init("state", .text, "How it is; absent for a station beyond the break."),
        ])), "The three stations, from the visitor on."),
    .init(
      "link",
      .view(
        ViewSchema([
          .init("isSecond", .flag, "The link from the edge to the server, rather than the first one."),
          .init("state", .text, "How it is."),
        ])), "The broken link; absent if a station is broken."),
  ])

  public var view: View {
    View([
      "alternative": .text(alternative), "isAnswered": .flag(isAnswered), "start": share(0),
      "end": share(breakPosition.share),
      "beyond": hop == .server ? .absent : share(100), "breakAt": share(breakPosition.share),
      "breakShift": pixels(breakPosition.pixels),
      "stations": .views(Station.allCases.map(station)),
      "link": brokenIndex.isMultiple(of: 2)
        ? .absent : .view(View(["isSecond": .flag(brokenIndex == 3), "state": .text(text("broken"))])),
    ])
  }

  private enum Station: Int, CaseIterable {
    case visitor, edge, server

    var nameKey: String {
      switch self {
      case .visitor: "you"
      case .edge: "edge"
      case .server: "server"
      }
    }
  }

  /// Stations have even numbers, the links between them odd ones.
  private var brokenIndex: Int {
    switch hop {
    case .visitor: 0
    case .visitorToEdge: 1
    case .edge: 2
    case .edgeToServer: 3
    case .server: 4
    }
  }

  /// The middle of a broken link; close to a broken station, on the side the path comes from.
  private var breakPosition: (share: Int, pixels: Int) {
    switch hop {
    case .visitor: (0, 68)
    case .visitorToEdge: (25, 10)
    case .edge: (50, -48)
    case .edgeToServer: (75, -10)
    // Upon the corner of the server that the path comes to.
    case .server: (100, isAnswered ? -37 : -68)
    }
  }

  private var alternative: String {
    var parts = Station.allCases.map { station in
      text(station.nameKey) + (state(of: station).map { ": " + $0 } ?? "")
    }
    if !brokenIndex.isMultiple(of: 2) {
      let (from, to) = (Station.allCases[brokenIndex / 2], Station.allCases[brokenIndex / 2 + 1])
      parts.insert("\(text(from.nameKey)) – \(text(to.nameKey)): \(text("broken"))", at: to.rawValue)
    }
    return parts.joined(separator: "; ")
  }

  private func station(_ station: Station) -> View {
    View([
      "at": share(station.rawValue * 50), "shift": pixels(20 - station.rawValue * 20),
      "isVisitor": .flag(station == .visitor), "isEdge": .flag(station == .edge), "isServer": .flag(station == .server),
      "isBroken": .flag(station.rawValue * 2 == brokenIndex && !isAnswered),
      "isBeyond": .flag(station.rawValue * 2 > brokenIndex),
      "name": .text(text(station.nameKey)), "state": .optional(state(of: station)),
    ])
  }

  private func state(of station: Station) -> String? {
    let index = station.rawValue * 2
    guard index <= brokenIndex else { return nil }
    guard index == brokenIndex else { return text("ok") }
    // A locale without the word says what is true as well: the server works.
    return isAnswered ? locale.page["answered"] ?? text("ok") : text("broken")
  }

  private func text(_ key: String) -> String { locale.page[key] ?? "" }

  private func share(_ percent: Int) -> View.Value {
    .text("\(locale.direction == .rtl ? 100 - percent : percent)%")
  }

  private func pixels(_ pixels: Int) -> View.Value {
    .text("\(locale.direction == .rtl ? -pixels : pixels)")
  }
}
