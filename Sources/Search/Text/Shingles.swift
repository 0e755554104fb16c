/// Runs of words as short hashed terms: how the literal parts of log signatures stand in the dictionary.
enum Shingles {
  static let mark: Character = "~"
  static let length = 3

  /// The terms of one literal part: each run of three words, or the part itself if it has only two.
  static func terms(ofPiece piece: String) -> [String] {
    let words = Self.words(piece)
    if words.count == 2 { return [term(words[...])] }
    guard words.count >= length else { return [] }
    return (0...words.count - length).map { term(words[$0..<$0 + length]) }
  }

  /// Every run of two or three words of a line.
  static func terms(ofLine words: [String]) -> [(term: String, length: Int)] {
    guard words.count > 1 else { return [] }
    return (0..<words.count - 1).flatMap { start in
      (start + 2...min(start + length, words.count)).map { (term(words[start..<$0]), $0 - start) }
    }
  }

  /// What follows a termination state of HAProxy (configuration manual, section 8.5) so that it makes a run of two words.
  static let state = "tstate"

  /// `sH tstate` for each `sH--` of a line.
  static func naming(statesIn line: String) -> String {
    line.split(separator: " ", omittingEmptySubsequences: false).map { part in
      let bytes = Array(part.utf8)
      let isState =
        bytes.count == 4 && bytes[2] == UInt8(ascii: "-") && bytes[3] == UInt8(ascii: "-")
        && bytes[..<2].allSatisfy { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
      return isState ? "\(part.prefix(2)) \(state)" : String(part)
    }.joined(separator: " ")
  }

  private static func words(_ text: String) -> [String] {
    Tokenizer.tokens(text).filter(\.isInRow).map(\.term)
  }

  /// FNV-1a over UTF-16 (Fowler, Noll, Vo; RFC 9923).
  static func hash(_ units: some Sequence<UInt16>, from start: UInt32 = 2_166_136_261) -> UInt32 {
    units.reduce(start) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }

  /// 24 bits of the hash as five digits to base 36.
  private static func term(_ words: ArraySlice<String>) -> String {
    var hash = Self.hash([])
    for (index, word) in words.enumerated() {
      if index > 0 { hash = Self.hash([0x20], from: hash) }
      hash = Self.hash(word.utf16, from: hash)
    }
    let digits = String((hash ^ hash >> 24) & 0xFFFFFF, radix: 36)
    return String(mark) + String(repeating: "0", count: 5 - digits.utf8.count) + digits
  }
}
