extension Tokenizer {
  /// Cuts runs of ASCII into words without looking at characters: nearly all text of most sites. It can be given one text
  /// after another and keeps its room. Kept because a cold build of the starter site takes a third more of the processor's
  /// time when all text is read character by character.
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
    /// Whether a capital stands behind a small letter anywhere.
    private var hasHumps = false
    private var words: [Range<Int>] = []

    mutating func load(_ text: String) {
      bytes.removeAll(keepingCapacity: true)
      lower.removeAll(keepingCapacity: true)
      var text = text
      text.withUTF8 { text in
        bytes.append(contentsOf: text)
        lower.append(contentsOf: text)
      }
      hasHumps = lower.withUnsafeMutableBufferPointer(Self.lower)
      index = 0
    }

    /// Puts ASCII into lower case; whether there was a capital behind a small letter.
    private static func lower(_ text: inout UnsafeMutableBufferPointer<UInt8>) -> Bool {
      var humps: UInt8 = 0
      var before: UInt8 = 0
      for index in text.indices {
        let byte = text[index]
        let capital: UInt8 = byte &- 0x41 < 26 ? 0x20 : 0
        humps |= capital & (before &- 0x61 < 26 ? 0x20 : 0)
        text[index] = byte | capital
        before = byte
      }
      return humps != 0
    }

    /// Finds the words up to the first run that is not ASCII alone, and returns where that begins; nil at the end.
    mutating func next() -> Int? {
      pieces.removeAll(keepingCapacity: true)
      while true {
        let end = lower.withUnsafeBufferPointer { lower in
          bytes.withUnsafeBufferPointer { Self.simpleWords(lower, hasHumps ? $0 : nil, from: index, into: &pieces) }
        }
        index = end
        guard end < lower.count else { return nil }
        if lower[end] >= 0x80 { return end }
        guard readRun() else { return end }
        addRun()
      }
    }

    /// Reads words with nothing but space and punctuation around them, and returns where something else begins: words with
    /// a joiner between them, one with humps, with an apostrophe or a byte beyond ASCII behind it, or such a byte itself.
    ///
    /// - Parameter humped: the text in its own letters; nil if no word of it has a hump.
    private static func simpleWords(
      _ text: UnsafeBufferPointer<UInt8>, _ humped: UnsafeBufferPointer<UInt8>?, from start: Int,
      into pieces: inout [Piece]
    ) -> Int {
      let count = text.count
      var index = start
      while index < count {
        let byte = text[index]
        if byte >= 0x80 { return index }
        guard isWord(byte) else {
          index += 1
          continue
        }
        let start = index
        index += 1
        while index < count, isWord(text[index]) { index += 1 }
        guard endsRun(text, at: index), index - start <= Tokenizer.longestWord else { return start }
        if let humped, hasHump(humped, start..<index) { return start }
        pieces.append(Piece(range: start..<index, kind: .word))
      }
      return index
    }

    /// Whether neither a joiner with a word behind it nor anything that has to be looked at by character follows a word.
    @inline(__always)
    private static func endsRun(_ text: UnsafeBufferPointer<UInt8>, at end: Int) -> Bool {
      guard end < text.count else { return true }
      guard isJoiner(text[end]), end + 1 < text.count else { return text[end] < 0x80 && text[end] != UInt8(ascii: "'") }
      return text[end + 1] < 0x80 && !isWord(text[end + 1])
    }

    private static func hasHump(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
      for index in range.dropFirst() where bytes[index] &- 0x41 < 26 && bytes[index - 1] &- 0x61 < 26 { return true }
      return false
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
  }
}

extension Tokenizer.PlainScan {
  /// Reads the words of a run; false if it is not for this scan.
  private mutating func readRun() -> Bool {
    words.removeAll(keepingCapacity: true)
    var end = index
    while true {
      let start = end
      while end < lower.count, Self.isWord(lower[end]) { end += 1 }
      if end - start > Tokenizer.longestWord { return false }
      words.append(start..<end)
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
    for range in words {
      pieces.append(Piece(range: range, kind: kind))
      if hasHumps { addHumps(range) }
    }
  }

  /// `max`, `Request`, `Workers` of `maxRequestWorkers`; nothing for a word without an inner capital.
  private mutating func addHumps(_ range: Range<Int>) {
    var start = range.lowerBound
    for index in range.dropFirst() where bytes[index] &- 0x41 < 26 && bytes[index - 1] &- 0x61 < 26 {
      pieces.append(Piece(range: start..<index, kind: .hump))
      start = index
    }
    if start > range.lowerBound { pieces.append(Piece(range: start..<range.upperBound, kind: .hump)) }
  }

  private var whole: Range<Int>? {
    guard words.count <= Tokenizer.mostParts, let first = words.first, let last = words.last else { return nil }
    let range = first.lowerBound..<last.upperBound
    guard range.count <= Tokenizer.longestWhole else { return nil }
    if words.count > 3, words.allSatisfy({ lower[$0].allSatisfy { $0 &- 0x30 < 10 } }) { return nil }
    return range
  }

  @inline(__always)
  private static func isWord(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 || byte &- 0x30 < 10 }

  @inline(__always)
  private static func isJoiner(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
}
