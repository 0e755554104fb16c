internal import Escaping

/// The path that a request names, decoded once and free of tricks.
struct RequestPath: Sendable, Equatable {
  /// Without a leading slash: empty for the root, `codes/502/`, `assets/site.css`.
  let text: String
  /// Without the question mark; nil when there is none.
  let query: String?

  /// Nil for a target that tries to leave the folder or hides what it means: `..` in any spelling, backslashes, encoded
  /// slashes, control characters, a second layer of encoding, or bytes that are not UTF-8.
  init?(_ target: String) {
    guard let path = Self.originForm(target) else { return nil }
    let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    query = parts.count > 1 ? String(parts[1]) : nil
    guard let raw = parts.first, raw.first == "/", let decoded = Self.decoded(raw.dropFirst()) else { return nil }
    var segments = decoded.split(separator: "/", omittingEmptySubsequences: false)
    if segments.last == "" { segments.removeLast() }
    // An empty segment in front would make a redirect lead to another host.
    guard segments.allSatisfy({ !$0.isEmpty && !$0.allSatisfy { $0 == "." } }) else { return nil }
    text = decoded
  }

  var isFolder: Bool { text.isEmpty || text.hasSuffix("/") }

  /// The value of a parameter of the query, undecoded.
  func parameter(_ name: String) -> String? {
    for pair in (query ?? "").split(separator: "&") where pair.hasPrefix(name + "=") {
      return String(pair.dropFirst(name.count + 1))
    }
    return nil
  }

  /// The address with a slash at its end, for a folder that was named without.
  var asFolder: String { "/" + URLText.path(text) + "/" + (query.map { "?" + $0 } ?? "") }

  /// The path and query of a target that may be a whole URL (RFC 9112, section 3.2.2).
  private static func originForm(_ target: String) -> Substring? {
    if target.hasPrefix("/") { return target[...] }
    guard target.lowercased().hasPrefix("http://") else { return nil }
    let rest = target.dropFirst("http://".count)
    return rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
  }

  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = hexValue(rest.removeFirst(), rest.removeFirst()) else { return nil }
      // A slash or a backslash that somebody encoded is not meant as one.
      if value == UInt8(ascii: "/") || value == UInt8(ascii: "\\") { return nil }
      bytes.append(value)
    }
    guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }), !isEncodedTwice(bytes) else {
      return nil
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Whether another round of decoding would find a dot, a slash, a backslash or a control character.
  private static func isEncodedTwice(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { index in
      guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let value = hexValue(bytes[index + 1], bytes[index + 2])
      else { return false }
      return value < 0x20 || "./\\%".utf8.contains(value)
    }
  }

  private static func hexValue(_ high: UInt8, _ low: UInt8) -> UInt8? {
    guard let high = digit(high), let low = digit(low) else { return nil }
    return high << 4 | low
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
