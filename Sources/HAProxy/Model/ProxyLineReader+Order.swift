import Diagnostics
import ProxyConfig

/// HAProxy processes rules kind by kind, whatever their order in the file (`warnif_misplaced_…` in `cfgparse.c`).
extension ProxyLineReader {
  /// The kinds in the order in which they are processed.
  enum RuleKind: String, CaseIterable {
    case connection = "tcp-request connection"
    case session = "tcp-request session"
    case content = "tcp-request content"
    case monitor = "monitor fail"
    case request = "http-request"
    case redirect
    case useBackend = "use_backend"
    case useServer = "use-server"

    init?(_ line: Directive) {
      let words = line.words.map(\.value)
      let pair = words.prefix(2).joined(separator: " ")
      guard let found = RuleKind(rawValue: words[0]) ?? RuleKind(rawValue: pair) else { return nil }
      self = found
    }
  }

  mutating func checkOrder(of line: Directive, _ builder: inout ModelBuilder) {
    guard !isDefaults, let kind = RuleKind(line) else { return }
    let later = RuleKind.allCases.drop { $0 != kind }.dropFirst()
    if let above = later.first(where: { kinds.contains($0) }) {
      builder.warn(
        "HAProxy processes this \(kind.rawValue) before the \(above.rawValue) above it", at: line.place,
        help: "move the line above the first \(above.rawValue)")
    }
    kinds.insert(kind)
  }
}
