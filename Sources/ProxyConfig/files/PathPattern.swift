/// Patterns of paths as Go's `path.Match` and `filepath.Glob` read them: `*`, `?`, `[…]`, `\`, dot files included.
package enum PathPattern {
  /// Whether a pattern matches a whole text; `*` and `?` do not cross a slash. Nil when the pattern is malformed.
  package static func matches(_ pattern: ByteText, _ text: ByteText) -> Bool? {
    var budget = 200_000
    return match(pattern.bytes[...], text.bytes[...], &budget)
  }

  private static func match(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>, _ budget: inout Int) -> Bool? {
    var (pattern, text) = (pattern, text)
    while let byte = pattern.first {
      budget -= 1
      if budget < 0 { return false }
      switch byte {
      case UInt8(ascii: "*"):
        while pattern.first == UInt8(ascii: "*") { pattern = pattern.dropFirst() }
        if pattern.isEmpty { return !text.contains(UInt8(ascii: "/")) }
        var rest = text
        while true {
          let result = match(pattern, rest, &budget)
          if result == nil || result == true { return result }
          guard let skipped = rest.first, skipped != UInt8(ascii: "/") else { return false }
          rest = rest.dropFirst()
        }
      case UInt8(ascii: "?"):
        guard let first = text.first, first != UInt8(ascii: "/") else {
          return wellFormed(pattern.dropFirst()) ? false : nil
        }
        text = text.dropFirst(runeLength(first))
        pattern = pattern.dropFirst()
      case UInt8(ascii: "["):
        guard let (set, rest) = readSet(pattern.dropFirst()) else { return nil }
        guard let first = text.first, first != UInt8(ascii: "/"), set(first) else {
          return wellFormed(rest) ? false : nil
        }
        text = text.dropFirst()
        pattern = rest
      case UInt8(ascii: "\\"):
        pattern = pattern.dropFirst()
        guard let literal = pattern.first else { return nil }
        guard text.first == literal else { return wellFormed(pattern.dropFirst()) ? false : nil }
        (pattern, text) = (pattern.dropFirst(), text.dropFirst())
      default:
        guard text.first == byte else { return wellFormed(pattern) ? false : nil }
        (pattern, text) = (pattern.dropFirst(), text.dropFirst())
      }
    }
    return text.isEmpty
  }

  private static func runeLength(_ first: UInt8) -> Int {
    first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
  }

  private static func wellFormed(_ pattern: ArraySlice<UInt8>) -> Bool {
    var rest = pattern
    while let byte = rest.first {
      if byte == UInt8(ascii: "[") {
        guard let (_, next) = readSet(rest.dropFirst()) else { return false }
        rest = next
      } else if byte == UInt8(ascii: "\\") {
        guard rest.count > 1 else { return false }
        rest = rest.dropFirst(2)
      } else {
        rest = rest.dropFirst()
      }
    }
    return true
  }

  private static func readSet(_ pattern: ArraySlice<UInt8>) -> ((UInt8) -> Bool, ArraySlice<UInt8>)? {
    var rest = pattern
    let isNegated = rest.first == UInt8(ascii: "^")
    if isNegated { rest = rest.dropFirst() }
    var ranges: [(UInt8, UInt8)] = []
    func member() -> UInt8? {
      guard var byte = rest.first, byte != UInt8(ascii: "-"), byte != UInt8(ascii: "]") else { return nil }
      if byte == UInt8(ascii: "\\") {
        rest = rest.dropFirst()
        guard let escaped = rest.first else { return nil }
        byte = escaped
      }
      rest = rest.dropFirst()
      return byte
    }
    while true {
      if rest.first == UInt8(ascii: "]"), !ranges.isEmpty { break }
      guard let low = member() else { return nil }
      var high = low
      if rest.first == UInt8(ascii: "-") {
        rest = rest.dropFirst()
        guard let end = member() else { return nil }
        high = end
      }
      ranges.append((low, high))
    }
    return ({ byte in ranges.contains { $0.0 <= byte && byte <= $0.1 } != isNegated }, rest.dropFirst())
  }

  /// The paths that match, in the order of `filepath.Glob`.
  package static func expand(_ pattern: String, in files: some FileView) -> [String] {
    guard pattern.contains(where: { "*?[\\".contains($0) }) else { return files.exists(pattern) ? [pattern] : [] }
    let parent = PathText.parent(pattern)
    let name = ByteText(PathText.name(pattern))
    let folders = parent.contains(where: { "*?[\\".contains($0) }) ? expand(parent, in: files) : [parent]
    return folders.flatMap { folder -> [String] in
      let names = (try? files.names(in: folder.isEmpty ? "." : folder)) ?? []
      return names.filter { matches(name, ByteText($0)) == true }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        .map { PathText.join(folder, $0) }
    }
  }
}
