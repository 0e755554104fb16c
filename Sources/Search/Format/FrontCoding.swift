/// Sorted words, each written as how many UTF-16 units it shares with the one before it (`0` + n) and the rest.
enum FrontCoding {
  static let zero: UInt32 = 0x30
  static let longest = 40

  static func encode(_ words: some Sequence<String>, separator: String) -> String {
    var coded: [UInt8] = []
    var (last, lastBytes, lastIsPlain) = ("", [UInt8](), true)
    var isFirst = true
    for word in words {
      if !isFirst { coded += separator.utf8 }
      isFirst = false
      let bytes = Array(word.utf8)
      let isPlain = bytes.allSatisfy { $0 < 0x80 }
      if isPlain, lastIsPlain {
        // Bytes and UTF-16 units are the same then.
        let most = min(bytes.count, lastBytes.count, longest)
        var shared = 0
        while shared < most, bytes[shared] == lastBytes[shared] { shared += 1 }
        coded.append(UInt8(zero) + UInt8(shared))
        coded += bytes[shared...]
      } else {
        let (shared, rest) = Self.shared(last, word)
        coded.append(UInt8(zero) + UInt8(shared))
        coded += rest.utf8
      }
      (last, lastBytes, lastIsPlain) = (word, bytes, isPlain)
    }
    return String(decoding: coded, as: UTF8.self)
  }

  /// How many UTF-16 units of the word before are shared, and the rest.
  private static func shared(_ last: String, _ word: String) -> (count: Int, rest: String) {
    let units = Array(word.utf16)
    var shared = zip(last.utf16, units).prefix { $0 == $1 }.count
    // No surrogate pair is torn apart.
    if shared > 0, UTF16.isLeadSurrogate(units[shared - 1]) { shared -= 1 }
    shared = min(shared, longest)
    return (shared, String(decoding: units[shared...], as: UTF16.self))
  }

  static func decode(_ coded: String, separator: Unicode.Scalar) -> [String] {
    guard !coded.isEmpty else { return [] }
    var words: [String] = []
    var previous: [UInt16] = []
    for record in coded.unicodeScalars.split(separator: separator, omittingEmptySubsequences: false) {
      guard let first = record.first else { continue }
      let shared = Int(first.value) - Int(zero)
      previous = Array(previous.prefix(shared)) + Array(String(record.dropFirst()).utf16)
      words.append(String(decoding: previous, as: UTF16.self))
    }
    return words
  }
}
