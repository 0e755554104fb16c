extension Tokenizer {
  /// Cuts runs of ASCII into words without looking at characters: nearly all text of most sites. It can be given one text
  /// after another and keeps its room.
  struct PlainScan: Sendable {
    /// A word of the text: where it lies in `lower`.
    struct Piece: Sendable {
      let range: Range<Int>
      let kind: Token.Kind
    }

    private(set) var bytes: [UInt8] = []
    /// `bytes` with ASCII in lower case.
    private(set) var lower: [UInt8] = []
    /// What `next` has found.
    private(set) var pieces: [Piece] = []
    private var index = 0
    private var words: [(range: Range<Int>, hasHump: Bool)] = []

    mutating func load(_ text: String) {
      bytes.removeAll(keepingCapacity: true)
      lower.removeAll(keepingCapacity: true)
      var text = text
      text.withUTF8 { text in
        bytes.append(contentsOf: text)
        lower.append(contentsOf: text)
      }
      lower.withUnsafeMutableBufferPointer { lower in
        for index in lower.indices {
          let byte = lower[index]
          lower[index] = byte &- 0x41 < 26 ? byte | 0x20 : byte
        }
      }
      index = 0
    }

    /// Finds the words up to the first run that is not ASCII alone, and returns where that begins; nil at the end.
    mutating func next() -> Int? {
      pieces.removeAll(keepingCapacity: true)
      while index < bytes.count {
        let byte = lower[index]
        if byte >= 0x80 { return index }
        guard Self.isWord(byte) else {
          index += 1
          continue
        }
        let start = index
        guard readRun() else { return start }
        addRun()
      }
      return nil
    }

    /// The words of the run at `start`, read character by character, and goes on behind it.
    mutating func otherRun(at start: Int) -> [Token] {
      var tokens: [Token] = []
      var scan = Scan(bytes, from: start)
      scan.next()?.add(to: &tokens)
      index = scan.index
      return tokens
    }

    func text(_ piece: Piece) -> String { String(decoding: lower[piece.range], as: UTF8.self) }

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

    private mutating func addRun() {
      let kind: Token.Kind = words.count > 1 ? .part : .word
      if words.count > 1, let whole { pieces.append(Piece(range: whole, kind: .whole)) }
      for (range, hasHump) in words {
        pieces.append(Piece(range: range, kind: kind))
        if hasHump { addHumps(range) }
      }
    }

    /// `max`, `Request`, `Workers` of `maxRequestWorkers`.
    private mutating func addHumps(_ range: Range<Int>) {
      var start = range.lowerBound
      for index in range.dropFirst() where bytes[index] &- 0x41 < 26 && bytes[index - 1] &- 0x61 < 26 {
        pieces.append(Piece(range: start..<index, kind: .hump))
        start = index
      }
      pieces.append(Piece(range: start..<range.upperBound, kind: .hump))
    }

    private var whole: Range<Int>? {
      guard words.count <= Tokenizer.mostParts, let first = words.first, let last = words.last else { return nil }
      let range = first.range.lowerBound..<last.range.upperBound
      guard range.count <= Tokenizer.longestWhole else { return nil }
      if words.count > 3, words.allSatisfy({ lower[$0.range].allSatisfy { $0 &- 0x30 < 10 } }) { return nil }
      return range
    }

    @inline(__always)
    private static func isWord(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 || byte &- 0x30 < 10 }

    @inline(__always)
    private static func isJoiner(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
  }
}
