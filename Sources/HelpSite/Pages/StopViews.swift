internal import Content
internal import Diagnostics
internal import Theme

/// The places on the way of a request at which it can stop, and the codes that are sent then: the drawing on the first page,
/// and the lists on the page of codes that its parts lead to.
struct StopViews {
  static let schema = ViewSchema([.init("items", .views(stop), "The stations and the links between them, in order.")])
  private static let stop = ViewSchema([
    .init("name", .text, "What it is called."),
    .init("url", .text, "The codes of what stops there; absent if there are none."),
    .init("isVisitor", .flag, "The visitor's station."), .init("isEdge", .flag, "The proxy's station."),
    .init("isServer", .flag, "The server's station."), .init("isLink", .flag, "A link between two of them."),
  ])

  static let places = ViewSchema([.init("items", .views(place), "Each place that a code speaks of, in order.")])
  private static let place = ViewSchema([
    .init("id", .text, "For links to the place."), .init("title", .text, "Where it is."),
    .init("codes", .views(LinkViews.code), "The codes."),
  ])

  let press: Press

  /// From the visitor on.
  private static let hops: [ErrorDefinition.Hop] = [.visitor, .visitorToEdge, .edge, .edgeToServer, .server]

  /// Absent where no code has a page, since then there is nowhere to lead to.
  func view(from address: Address) -> View.Value {
    guard !press.edition.codes.isEmpty else { return .absent }
    let codes = address.url(press.edition.place(PagePaths.codes))
    return LinkViews.list(
      Self.hops.map { hop in
        View([
          "name": .text(name(of: hop)),
          "url": .optional(definitions(hop).isEmpty ? nil : "\(codes)#\(Self.id(of: hop))"),
          "isVisitor": .flag(hop == .visitor), "isEdge": .flag(hop == .edge), "isServer": .flag(hop == .server),
          "isLink": .flag(hop == .visitorToEdge || hop == .edgeToServer),
        ])
      })
  }

  func places(from address: Address) -> View.Value {
    LinkViews.list(
      Self.hops.filter { !definitions($0).isEmpty }.map { hop in
        View([
          "id": .text(Self.id(of: hop)), "title": .text(press.string(hop.key)),
          "codes": .views(definitions(hop).map { press.codeLink($0, from: address) }),
        ])
      })
  }

  private func definitions(_ hop: ErrorDefinition.Hop) -> [ErrorDefinition] {
    press.edition.codes.filter { $0.hop == hop }
  }

  private static func id(of hop: ErrorDefinition.Hop) -> String { "at." + hop.rawValue }

  private func name(of hop: ErrorDefinition.Hop) -> String {
    func word(_ key: String) -> String { press.edition.locale.page[key] ?? "" }
    return switch hop {
    case .visitor: word("you")
    case .edge: word("edge")
    case .server: word("server")
    case .visitorToEdge: "\(word("you")) – \(word("edge"))"
    case .edgeToServer: "\(word("edge")) – \(word("server"))"
    }
  }
}

extension ErrorDefinition.Hop {
  /// The interface string that says where it is.
  var key: String {
    switch self {
    case .visitor: "hopVisitor"
    case .edge: "hopEdge"
    case .server: "hopServer"
    case .visitorToEdge: "hopVisitorEdge"
    case .edgeToServer: "hopEdgeServer"
    }
  }
}
