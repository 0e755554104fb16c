internal import Packing

/// Works out what the words of one stem share, so that engines find a word's other forms without a stemmer.
struct StemGroups {
  private let stemmer: Stemmer

  init(_ stemmer: Stemmer) { self.stemmer = stemmer }

  /// Shorter keys would make strangers kin.
  static let shortestKey = 3
  static let longestStrip = 40

  func mark(_ terms: inout [TermTable.Term]) {
    var groups: [String: [Int]] = [:]
    for (index, term) in terms.enumerated() where Self.isWord(term.text) {
      groups[stemmer.stem(term.text), default: []].append(index)
    }
    var owners: [String: String] = [:]
    for stem in groups.keys.sorted() {
      let members = groups[stem] ?? []
      let key = key(ofStem: stem, members.map { terms[$0].text })
      let stemHash = Self.hash(stem)
      for member in members { terms[member].stem = stemHash }
      guard key.count >= Self.shortestKey else { continue }
      let name = String(decoding: key, as: UTF16.self)
      let keyHash = Self.hash(name)
      for member in members { terms[member].key = keyHash }
      guard owners[name] == nil else { continue }
      owners[name] = stem
      for member in members { terms[member].strip = Self.strip(terms[member].text, to: key.count) }
    }
  }

  func stem(_ text: String) -> String { stemmer.stem(text) }

  /// What the words of a stem share; it counts if it is long enough.
  func key(ofStem stem: String, _ members: some Sequence<String>) -> [UInt16] {
    var key = Array(stem.utf16)
    for member in members { key = commonPrefix(key, Array(member.utf16)) }
    return key
  }

  static func strip(_ text: String, to length: Int) -> Int { min(longestStrip, text.utf16.count - length) }

  static func hash(_ text: String) -> UInt64 {
    var hash = Hash64()
    hash.combine(text)
    return hash.value
  }

  /// Identifiers, numbers and hashes have one form.
  static func isWord(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      Tokenizer.isWord($0) && $0.properties.numericType == nil && !Tokenizer.isPaired($0.value)
    }
  }

  private func commonPrefix(_ left: [UInt16], _ right: [UInt16]) -> [UInt16] {
    Array(zip(left, right).prefix { $0 == $1 }.map { $0.0 })
  }
}
