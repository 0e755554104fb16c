import ProxyConfig

/// Shell patterns of sections (`apr_fnmatch`).
enum Glob {
  static func isPattern(_ text: ByteText) -> Bool {
    text.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "[") }
  }

  /// Part by part, as `*` does not match a slash (`APR_FNM_PATHNAME`).
  static func matchesPath(_ pattern: ByteText, _ path: ByteText) -> Bool {
    if path.isWatched { return expression(pattern, any: "[^/]").map(path.matches) ?? false }
    let (patterns, parts) = (pattern.pieces("/"), path.pieces("/"))
    return patterns.count == parts.count
      && zip(patterns, parts).allSatisfy { GlobPattern.matches($0.string, $1.string) }
  }

  /// A shell pattern as a regular expression.
  ///
  /// - Parameter any: what `?` stands for.
  static func expression(_ pattern: ByteText, any: String) -> Pattern? {
    var text = "^"
    var rest = pattern.bytes[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "*"): text += any + "*"
      case UInt8(ascii: "?"): text += any
      case UInt8(ascii: "\\"): if let next = rest.popFirst() { text += TextTest.quoted(ByteText([next])) }
      case UInt8(ascii: "["):
        // A bracket closes a set, but for one at its beginning.
        guard let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "]")) else {
          text += "\\["
          continue
        }
        var set = String(decoding: rest[..<end], as: UTF8.self)
        if set.hasPrefix("!") { set = "^" + set.dropFirst() }
        text += "[\(set)]"
        rest = rest[(end + 1)...]
      default: text += TextTest.quoted(ByteText([byte]))
      }
    }
    return try? Pattern(ByteText(text + "$"))
  }

  /// Where a slash is a byte as any other.
  static func matches(_ pattern: ByteText, _ text: ByteText) -> Bool {
    if text.isWatched { return expression(pattern, any: "(?s:.)").map(text.matches) ?? false }
    let slash = "\u{1}"
    return GlobPattern.matches(
      pattern.string.replacing("/", with: slash), text.string.replacing("/", with: slash))
  }
}
