extension Highlighter {
  /// A unified diff: each line by its first byte.
  mutating func scanDiff() {
    while index < end {
      let lineEnd = lineEnd(from: index)
      let line = index..<lineEnd
      switch bytes[index] {
      case UInt8(ascii: "+"): put(line, as: starts("+++", at: index) ? .meta : .inserted)
      case UInt8(ascii: "-"): put(line, as: starts("---", at: index) ? .meta : .deleted)
      case UInt8(ascii: "@"), UInt8(ascii: "d"), UInt8(ascii: "i"): put(line, as: .meta)
      default: break
      }
      index = min(end, lineEnd + 1)
    }
  }

  /// A message (RFC 9112, section 2.1): a start line, fields up to an empty line, then the content without colours.
  mutating func scanHTTP() {
    var isStart = true
    while index < end {
      let lineEnd = lineEnd(from: index)
      if lineEnd == index || bytes[index] == 0x0D { return }
      let first = wordEnd(from: index)
      let hash = WordSet.hash(bytes, index..<first, ignoringCase: false)
      if starts("HTTP/", at: index) {
        scanStatusLine(first, lineEnd)
      } else if grammar.keywords.contains(hash) {
        put(index..<first, as: .keyword)
      } else if !isStart || first < lineEnd && bytes[first] == UInt8(ascii: ":") {
        if first < lineEnd, bytes[first] == UInt8(ascii: ":") { put(index..<first, as: .attribute) }
      }
      isStart = false
      index = min(end, lineEnd + 1)
    }
  }

  private mutating func scanStatusLine(_ first: Int, _ lineEnd: Int) {
    put(index..<first, as: .keyword)
    var status = first
    while status < lineEnd, bytes[status] == 0x20 { status += 1 }
    put(status..<wordEnd(from: status), as: .number)
  }
}
