/// Finds `{placeholders}` in a text as Caddy's replacer does (`replacer.go`): the first `}` closes, `\{` and `\}` escape.
package enum CaddyPlaceholders {
  /// Replaces the placeholders `value` knows and leaves the others as they are.
  static func replaceKnown(_ input: ByteText, _ value: (ByteText) -> ByteText?) -> ByteText {
    replace(input, unknownIsEmpty: false) { value($0) }
  }

  /// Replaces placeholders; one that `value` does not know stays, or becomes nothing when `unknownIsEmpty`.
  package static func replace<Failure: Error>(
    _ input: ByteText, unknownIsEmpty: Bool, _ value: (ByteText) throws(Failure) -> ByteText?
  ) throws(Failure) -> ByteText {
    let open = UInt8(ascii: "{")
    let close = UInt8(ascii: "}")
    let escape = UInt8(ascii: "\\")
    if input.isWatched {
      let parts = input.parts
      let isCertain = parts.allSatisfy { part in
        part.isWatched
          ? part.isNever(open) && part.isNever(close) && part.isNever(escape)
          : part.count { $0 == open } == part.count { $0 == close } && part.last != escape
            && part.lastIndex(of: open) ?? -1 <= part.lastIndex(of: close) ?? -1
      }
      if isCertain, parts.count > 1 {
        var result = ByteText()
        for part in parts {
          result += part.isWatched ? part : try replace(part, unknownIsEmpty: unknownIsEmpty, value)
        }
        return result
      }
      if isCertain { return input }
    }
    let bytes = input.bytes
    guard bytes.contains(open) || bytes.contains(close) else { return input }
    var result = ByteText()
    var written = 0
    var unclosed = 0
    var index = 0
    var nextClose = -1
    scan: while index < bytes.count {
      let byte = bytes[index]
      if index > 0, bytes[index - 1] == escape, byte == open || byte == close {
        result += ByteText(bytes[written..<max(written, index - 1)])
        written = index
        index += 1
        continue
      }
      guard byte == open else {
        index += 1
        continue
      }
      if unclosed > 100 { return ByteText() }
      if nextClose < index { nextClose = bytes[index...].firstIndex(of: close) ?? bytes.count }
      guard nextClose < bytes.count else {
        unclosed += 1
        index += 1
        continue
      }
      var end = nextClose
      while end > 0, end < bytes.count - 1, bytes[end - 1] == escape {
        guard let next = bytes[(end + 1)...].firstIndex(of: close) else {
          unclosed += 1
          index += 1
          continue scan
        }
        end = next
      }
      result += ByteText(bytes[written..<max(written, index)])
      // No placeholder has so long a name.
      let found = end - index > 4096 ? nil : try value(ByteText(bytes[(index + 1)..<end]))
      if found == nil, !unknownIsEmpty {
        written = index
        index += 1
        continue
      }
      if let found { result += found }
      index = end + 1
      written = index
    }
    return result + ByteText(bytes[min(written, bytes.count)...])
  }
}
