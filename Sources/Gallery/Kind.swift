internal import Content

/// Codes whose pages differ in nothing but their words: the request stopped at the same place, and trying again either
/// helps or does not. One of them stands for all.
struct Kind: Sendable {
  /// The name of the page shown: a code, or `maintenance`.
  let name: String
  let definition: ErrorDefinition
  /// All codes of the kind, ascending; none for planned work.
  let codes: [Int]

  /// The codes most people know, to be shown rather than others.
  private static let known = [502, 503, 404, 403, 429, 400, 522, 499]

  /// From the server's end of the path, where most requests stop, to the visitor's; planned work last.
  static func all(of site: Site) -> [Kind] {
    var kinds: [Kind] = []
    for hop in ErrorDefinition.Hop.fromServer {
      for offersRetry in [true, false] {
        let alike = site.errors.filter { $0.hop == hop && $0.retry.isOffered == offersRetry }
        let chosen = known.lazy.compactMap { code in alike.first { $0.code == code } }.first ?? alike.first
        guard let chosen else { continue }
        kinds.append(Kind(name: chosen.key, definition: chosen, codes: alike.map(\.code)))
      }
    }
    if let unavailable = site.error(503) {
      kinds.append(Kind(name: maintenance, definition: unavailable, codes: []))
    }
    return kinds
  }

  private static let maintenance = "maintenance"

  /// What its page says in a language.
  func text(in locale: Locale) -> VisitorText? {
    name == Self.maintenance ? locale.maintenance ?? locale.text(for: 503) : locale.text(for: definition)
  }
}

extension ErrorDefinition.Hop {
  fileprivate static let fromServer: [Self] = [.server, .edgeToServer, .edge, .visitorToEdge, .visitor]
}

extension ErrorDefinition.Retry {
  /// Whether the page offers to try again.
  fileprivate var isOffered: Bool { self == .now || self == .later }
}
