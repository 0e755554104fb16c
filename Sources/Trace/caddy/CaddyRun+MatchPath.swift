import ProxyConfig

/// The `path` matcher.
extension CaddyRun {
  func matchesPath(_ patterns: [ByteText]) throws(CaddyInterruption) -> Bool {
    work += patterns.count / 8
    let lowered = url.path.inSmallLetters
    for pattern in patterns {
      let pattern = try all(pattern.inSmallLetters)
      if pattern == "*" { return true }
      let merges = !pattern.contains("//")
      if pattern.contains("%") {
        let path = CaddyPath.cleanRequest(url.escapedPath, mergesSlashes: merges)
        if Self.matchesEscaped(path.lowercased, pattern, release) { return true }
        continue
      }
      let path = CaddyPath.cleanRequest(lowered, mergesSlashes: merges)
      let stars = pattern.count(of: "*")
      if stars == 2, pattern.hasPrefix("*"), pattern.hasSuffix("*") {
        if path.contains(pattern.from(1).withoutEnd(1)) { return true }
        continue
      }
      if stars == 1, pattern.hasPrefix("*") {
        if path.hasSuffix(pattern.from(1)) { return true }
        continue
      }
      if stars == 1, pattern.hasSuffix("*") {
        if path.hasPrefix(pattern.upTo(pattern.count - 1)) { return true }
        continue
      }
      if Self.matches(pattern, path) { return true }
    }
    return false
  }

  /// `path.Match`, as a question where the path is watched and the pattern has nothing but stars.
  private static func matches(_ pattern: ByteText, _ path: ByteText) -> Bool {
    guard path.isWatched, !pattern.isWatched, !pattern.contains(where: { "?[\\".utf8.contains($0) }) else {
      return PathPattern.matches(pattern, path) == true
    }
    guard pattern.contains("*") else { return path == pattern }
    let expression = pattern.pieces("*").map { TextTest.quoted($0) }.joined(separator: "[^/]*")
    return (try? Pattern(ByteText("^\(expression)$"))).map(path.matches) ?? false
  }

  /// Compares with escapes in the pattern kept (`matchPatternWithEscapeSequence`).
  private static func matchesEscaped(_ path: ByteText, _ pattern: ByteText, _ release: CaddyRelease) -> Bool {
    var result = ByteText()
    var (inPattern, inPath) = (0, 0)
    while inPattern < pattern.count, inPath < path.count {
      var character = ByteText([path[inPath]])
      var escaped = ByteText()
      if character == "%", path.count >= inPath + 3 {
        escaped = path[inPath..<(inPath + 3)].lowercased
        guard let decoded = CaddyURL.unescape(escaped) else { return false }
        character = decoded
        inPath += 2
      }
      var normalizes = true
      switch pattern[inPattern] {
      case UInt8(ascii: "%") where pattern.count >= inPattern + 3 && pattern[inPattern + 1] != UInt8(ascii: "*"):
        result += escaped
        inPath += 1
        inPattern += 2
      case UInt8(ascii: "%"), UInt8(ascii: "*"):
        if pattern[inPattern] == UInt8(ascii: "%") {
          inPattern += 1
          normalizes = false
        }
        let remaining = path.from(inPath)
        var until = remaining.count
        if inPattern < pattern.count - 1 {
          guard let next = remaining.firstIndex(of: pattern[inPattern + 1]) else { return false }
          until = next
        }
        if until > 0 {
          var next = remaining.upTo(until)
          if normalizes {
            guard let decoded = CaddyURL.unescape(next) else { return false }
            next = decoded
          }
          result += next
          inPath += until
        }
      default:
        result += character
        inPath += 1
      }
      inPattern += 1
    }
    let text = release.isModern ? ByteText(result.string.lowercased()) : result
    return PathPattern.matches(pattern.replacing("%*", with: "*"), text) == true
  }
}
