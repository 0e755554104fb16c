import ProxyConfig

/// Shell patterns of sections (`apr_fnmatch`).
enum Glob {
  static func isPattern(_ text: ByteText) -> Bool {
    text.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "[") }
  }

  /// Part by part, as `*` does not match a slash (`APR_FNM_PATHNAME`).
  static func matchesPath(_ pattern: ByteText, _ path: ByteText) -> Bool {
    let (patterns, parts) = (pattern.pieces("/"), path.pieces("/"))
    return patterns.count == parts.count
      && zip(patterns, parts).allSatisfy { GlobPattern.matches($0.string, $1.string) }
  }

  /// Where a slash is a byte as any other.
  static func matches(_ pattern: ByteText, _ text: ByteText) -> Bool {
    let slash = "\u{1}"
    return GlobPattern.matches(
      pattern.string.replacing("/", with: slash), text.string.replacing("/", with: slash))
  }
}
