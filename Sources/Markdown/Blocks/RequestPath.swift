/// A drawing of the way a request takes, declared in a code block named `request-path`: stations, joined by `->` where it
/// gets through and by `-x>` where it stops.
struct RequestPath {
  struct Station {
    let name: String
    /// How the request gets there from the station before.
    let link: Link
  }

  enum Link {
    case none, works, broken
    /// Never tried, because the request stopped before.
    case beyond
  }

  /// One path a line.
  let paths: [[Station]]

  /// Nil if a path has fewer than two stations, or one without a name.
  init?(_ text: ArraySlice<UInt8>) {
    let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { !$0.allSatisfy(\.isWhitespace) }
    let paths = lines.map(Self.stations)
    guard !paths.isEmpty, paths.allSatisfy({ $0.count > 1 && $0.allSatisfy { !$0.name.isEmpty } }) else { return nil }
    self.paths = paths
  }

  private static func stations(_ line: Substring) -> [Station] {
    var stations: [Station] = []
    var rest = line
    var link = Link.none
    while true {
      let works = rest.firstRange(of: "->")
      let broken = rest.firstRange(of: "-x>")
      let next = [works, broken].compactMap { $0 }.min { $0.lowerBound < $1.lowerBound }
      stations.append(Station(name: trimmed(rest[..<(next?.lowerBound ?? rest.endIndex)]), link: link))
      guard let next else { return stations }
      if link == .broken || link == .beyond {
        link = .beyond
      } else {
        link = next == broken ? .broken : .works
      }
      rest = rest[next.upperBound...]
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
