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

  private static func words(_ text: String) -> [String] {
    Tokenizer.tokens(text).filter(\.isInRow).map(\.term)
  }

  /// FNV-1a over UTF-16, 24 bits of it as five digits to base 36 (Fowler, Noll, Vo; RFC 9923).
  private static func term(_ words: ArraySlice<String>) -> String {
    var hash: UInt32 = 2_166_136_261
    for unit in words.joined(separator: " ").utf16 { hash = (hash ^ UInt32(unit)) &* 16_777_619 }
    let digits = String((hash ^ hash >> 24) & 0xFFFFFF, radix: 36)
    return String(mark) + String(repeating: "0", count: 5 - digits.utf8.count) + digits
  }
}
