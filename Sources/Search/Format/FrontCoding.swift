/// Sorted words, each written as how many UTF-16 units it shares with the one before it (`0` + n) and the rest.
enum FrontCoding {
  static let zero: UInt32 = 0x30
  static let longest = 40

  static func encode(_ words: some Sequence<String>, separator: String) -> String {
    var coder = Coder(separator: separator)
    for word in words { coder.add(Array(word.utf8)[...]) }
    return String(decoding: coder.bytes, as: UTF8.self)
  }

  /// Takes words in order, as UTF-8.
  struct Coder {
    private(set) var bytes: [UInt8] = []
    private let separator: [UInt8]
    private var last: [UInt8] = []
    private var lastIsPlain = true
    private var isFirst = true

    init(separator: String) { self.separator = Array(separator.utf8) }

    mutating func add(_ word: ArraySlice<UInt8>) {
      if !isFirst { bytes += separator }
      isFirst = false
      var isPlain = true
      for byte in word where byte >= 0x80 { isPlain = false }
      if isPlain, lastIsPlain {
        // Bytes and UTF-16 units are the same then.
        let most = min(word.count, last.count, longest)
        let start = word.startIndex
        var shared = 0
        while shared < most, word[start + shared] == last[shared] { shared += 1 }
        bytes.append(UInt8(zero) + UInt8(shared))
        bytes += word[(start + shared)...]
      } else {
        let (shared, rest) = FrontCoding.shared(
          String(decoding: last, as: UTF8.self), String(decoding: word, as: UTF8.self))
        bytes.append(UInt8(zero) + UInt8(shared))
        bytes += rest.utf8
      }
      last.removeAll(keepingCapacity: true)
      last += word
      lastIsPlain = isPlain
    }
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
      previous = Array(previous.prefix(max(0, shared))) + Array(String(record.dropFirst()).utf16)
      words.append(String(decoding: previous, as: UTF16.self))
    }
    return words
  }
}
