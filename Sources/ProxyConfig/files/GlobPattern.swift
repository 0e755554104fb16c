/// Shell patterns as `glob(3)` expands them in the C locale: `*`, `?` and `[…]`, names in byte order, dot files hidden.
public enum GlobPattern {
  /// Whether nginx takes `path` for a pattern (`ngx_conf_include`).
  public static func isPattern(_ path: String) -> Bool {
    path.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "[") }
  }

  /// The paths that match, sorted by bytes.
  public static func expand(_ pattern: String, in files: some FileView) -> [String] {
    let parts = pattern.split(separator: "/").map(String.init)
    var found = [pattern.utf8.first == UInt8(ascii: "/") ? "/" : ""]
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      found = found.flatMap { base -> [String] in
        guard isPattern(part) || part.utf8.contains(UInt8(ascii: "\\")) else { return [PathText.join(base, part)] }
        let names = (try? files.names(in: base.isEmpty ? "." : base)) ?? []
        return names.filter { matches(part, $0) }.map { PathText.join(base, $0) }
      }
      if !isLast { found = found.filter { (try? files.status(of: $0))?.kind == .directory } }
    }
    if let last = parts.last, !isPattern(last) { found = found.filter(files.exists) }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether one name matches one pattern without slashes (`fnmatch`).
  public static func matches(_ pattern: String, _ name: String) -> Bool {
    let (pattern, name) = (Array(pattern.utf8), Array(name.utf8))
    if name.first == UInt8(ascii: "."), pattern.first != UInt8(ascii: ".") { return false }
    var (p, n) = (0, 0)
    var retry: (p: Int, n: Int)?
    while n < name.count {
      if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
        retry = (p + 1, n)
        p += 1
      } else if p < pattern.count, let next = matchOne(pattern, p, name[n]) {
        (p, n) = (next, n + 1)
      } else if let from = retry {
        retry = (from.p, from.n + 1)
        (p, n) = (from.p, from.n + 1)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  /// Matches one byte; the result is where the pattern goes on.
  private static func matchOne(_ pattern: [UInt8], _ start: Int, _ byte: UInt8) -> Int? {
    switch pattern[start] {
    case UInt8(ascii: "?"): return start + 1
    case UInt8(ascii: "\\") where start + 1 < pattern.count: return pattern[start + 1] == byte ? start + 2 : nil
    case UInt8(ascii: "["):
      var index = start + 1
      let isNegated =
        index < pattern.count && (pattern[index] == UInt8(ascii: "!") || pattern[index] == UInt8(ascii: "^"))
      if isNegated { index += 1 }
      let first = index
      var isMember = false
      while index < pattern.count, pattern[index] != UInt8(ascii: "]") || index == first {
        let low = pattern[index]
        if index + 2 < pattern.count, pattern[index + 1] == UInt8(ascii: "-"), pattern[index + 2] != UInt8(ascii: "]") {
          if low <= byte, byte <= pattern[index + 2] { isMember = true }
          index += 3
        } else {
          if low == byte { isMember = true }
          index += 1
        }
      }
      guard index < pattern.count else { return byte == UInt8(ascii: "[") ? start + 1 : nil }
      return isMember != isNegated ? index + 1 : nil
    case let other: return other == byte ? start + 1 : nil
    }
  }
}
