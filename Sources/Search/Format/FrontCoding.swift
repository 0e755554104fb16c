/// Sorted words, each written as how many UTF-16 units it shares with the one before it (`0` + n) and the rest.
enum FrontCoding {
  static let zero: UInt32 = 0x30
  static let longest = 40

  static func encode(_ words: some Sequence<String>, separator: String) -> String {
    var coded = ""
    var previous: [UInt16] = []
    var isFirst = true
    for word in words {
      let units = Array(word.utf16)
      var shared = zip(previous, units).prefix { $0 == $1 }.count
      // No surrogate pair is torn apart.
      if shared > 0, UTF16.isLeadSurrogate(units[shared - 1]) { shared -= 1 }
      shared = min(shared, longest)
      if !isFirst { coded += separator }
      coded.unicodeScalars.append(Unicode.Scalar(zero + UInt32(shared)) ?? "0")
      coded += String(decoding: units[shared...], as: UTF16.self)
      previous = units
      isFirst = false
    }
    return coded
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
