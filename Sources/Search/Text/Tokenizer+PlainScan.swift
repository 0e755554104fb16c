extension Tokenizer {
  /// Cuts runs of ASCII into words without looking at characters: nearly all text of most sites.
  struct PlainScan {
    let bytes: [UInt8]
    /// `bytes` with ASCII in lower case.
    private let lower: [UInt8]
    var index = 0
    private var words: [(range: Range<Int>, hasHump: Bool)] = []

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      lower = bytes.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    }

    /// Adds the tokens up to the first run that is not ASCII alone, and returns where that begins; nil at the end.
    mutating func next(into tokens: inout [Token]) -> Int? {
      while index < bytes.count {
        let byte = lower[index]
        if byte >= 0x80 { return index }
        guard Self.isWord(byte) else {
          index += 1
          continue
        }
        let start = index
        guard readRun() else { return start }
        add(to: &tokens)
      }
      return nil
    }

    /// Reads the words of a run; false if it is not for this scan.
    private mutating func readRun() -> Bool {
      words.removeAll(keepingCapacity: true)
      var end = index
      while true {
        let start = end
        var hasHump = false
        while end < lower.count, Self.isWord(lower[end]) {
          if end > start, bytes[end] &- 0x41 < 26, bytes[end - 1] &- 0x61 < 26 { hasHump = true }
          end += 1
        }
        if end - start > Tokenizer.longestWord { return false }
        words.append((start..<end, hasHump))
        guard end < lower.count else { break }
        if lower[end] >= 0x80 || lower[end] == UInt8(ascii: "'") { return false }
        guard Self.isJoiner(lower[end]), end + 1 < lower.count else { break }
        if lower[end + 1] >= 0x80 { return false }
        guard Self.isWord(lower[end + 1]) else { break }
        end += 1
      }
      index = end
      return true
    }

    private func add(to tokens: inout [Token]) {
      let kind: Token.Kind = words.count > 1 ? .part : .word
      if words.count > 1, let whole { tokens.append(Token(term: text(whole), exact: nil, kind: .whole)) }
      for (range, hasHump) in words {
        tokens.append(Token(term: text(range), exact: nil, kind: kind))
        guard hasHump else { continue }
        for part in Tokenizer.humps(String(decoding: bytes[range], as: UTF8.self)) {
          tokens.append(Tokenizer.token(part, .hump))
        }
      }
    }

    private var whole: Range<Int>? {
      guard words.count <= Tokenizer.mostParts, let first = words.first, let last = words.last else { return nil }
      let range = first.range.lowerBound..<last.range.upperBound
      guard range.count <= Tokenizer.longestWhole else { return nil }
      if words.count > 3, words.allSatisfy({ lower[$0.range].allSatisfy { $0 &- 0x30 < 10 } }) { return nil }
      return range
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: lower[range], as: UTF8.self) }

    @inline(__always)
    private static func isWord(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 || byte &- 0x30 < 10 }

    @inline(__always)
    private static func isJoiner(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
  }
}
