/// Tells of a word whether another word may differ from it in its first letter: a Bloom filter of all words without their
/// first letters (Bloom, “Space/time trade-offs in hash coding with allowable errors”, CACM 1970).
///
/// A slip in the first letter leads to other shards than the one in which the word would lie. In a site without a vocabulary
/// they would all have to be fetched for every word that nobody wrote.
enum TailFilter {
  /// Words of this many letters and fewer are only corrected in the first letter if the first two changed places.
  static let shortWord = 5
  private static let bitsPerCharacter = 6
  /// With nine bits a word, one in sixty unknown words is taken for a known one.
  private static let bitsPerWord = 9
  private static let hashes = 4
  private static let shortest = 4

  static func encode(_ words: [String]) -> String {
    let words = words.map { Array($0.utf16) }.filter { $0.count >= shortest }
    var characters = [Int](repeating: 0, count: 1 + words.count * bitsPerWord / bitsPerCharacter)
    for word in words {
      for place in places(word.dropFirst(), of: characters.count) {
        characters[place / bitsPerCharacter] |= 1 << (place % bitsPerCharacter)
      }
    }
    return Digits.text(characters)
  }

  /// Whether a word may be there that has another letter at the beginning of `term`, one more, one less, or the first two in
  /// the other order. Without a filter there may always be one.
  static func mayHold(_ term: String, _ filter: String?) -> Bool {
    guard let filter else { return true }
    let characters = Array(filter.utf8)
    let units = Array(term.utf16)
    guard units.count > 2, !characters.isEmpty else { return false }
    var tails = [[units[0]] + units[2...]]
    if units.count > shortWord { tails += [units, Array(units[1...]), Array(units[2...])] }
    return tails.contains { tail in
      places(tail[...], of: characters.count).allSatisfy { place in
        Digits.value(characters[place / bitsPerCharacter]) >> (place % bitsPerCharacter) & 1 == 1
      }
    }
  }

  private static func places(_ tail: ArraySlice<UInt16>, of characters: Int) -> [Int] {
    let hash = Shingles.hash(tail)
    return (0..<hashes).map { (Int(hash) + $0 * Int(hash >> 15 | 1)) % (characters * bitsPerCharacter) }
  }
}
