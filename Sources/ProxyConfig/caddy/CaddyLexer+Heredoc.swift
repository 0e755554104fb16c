import Diagnostics

/// Heredocs: `<<MARK`, lines, and the mark again, whose indentation is taken off every line.
extension CaddyLexer {
  mutating func heredoc(_ opening: [UInt8], line tokenLine: Int, from start: Int) throws(CaddyRefusal)
    -> CaddyToken?
  {
    let marker = Array(opening.dropFirst(2))
    let place = source.place(start..<position)
    guard !marker.isEmpty else { throw CaddyRefusal("a heredoc needs a mark after <<", at: place) }
    guard marker[0] != UInt8(ascii: "<") else {
      throw CaddyRefusal("a heredoc starts with two < and not with more", at: place)
    }
    guard marker.allSatisfy({ Self.isMarkByte($0) }) else {
      throw CaddyRefusal("a heredoc's mark may hold letters, digits, dashes and underscores only", at: place)
    }
    skippedLines += 1
    let bodyStart = position
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == 0x0A { skippedLines += 1 }
      let length = position - bodyStart
      guard length >= marker.count, bytes[(position - marker.count)..<position].elementsEqual(marker) else { continue }
      let value = try finish(Array(bytes[bodyStart..<position]), marker, at: place)
      line += skippedLines
      skippedLines = 0
      return token(value, .heredoc, line: tokenLine, from: start)
    }
    // A file that ends right behind the mark's line loses the word without a complaint.
    if position == bodyStart { return nil }
    throw CaddyRefusal("the heredoc's closing mark \(String(decoding: marker, as: UTF8.self)) is missing", at: place)
  }

  static func isMarkByte(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-")
  }

  /// Takes the closing mark's indentation off every line (`finalizeHeredoc`).
  func finish(_ value: [UInt8], _ marker: [UInt8], at place: Place) throws(CaddyRefusal) -> [UInt8] {
    let lastBreak = value.lastIndex(of: 0x0A)
    let padding = Array(value[(lastBreak.map { $0 + 1 } ?? 0)..<(value.count - marker.count)])
    guard let lastBreak else { return [] }
    var result: [UInt8] = []
    for line in value[..<lastBreak].split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.isEmpty || line.elementsEqual([0x0D]) {
        result.append(0x0A)
        continue
      }
      guard line.starts(with: padding) else {
        throw CaddyRefusal("a line of the heredoc is indented less than its closing mark", at: place)
      }
      result += line.dropFirst(padding.count).filter { $0 != 0x0D }
      result.append(0x0A)
    }
    if result.last == 0x0A { result.removeLast() }
    return result
  }
}
