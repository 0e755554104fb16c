/// Works out what the words of one stem share, so that engines find a word's other forms without a stemmer.
struct StemGroups {
  private let stemmer: Stemmer

  init(_ stemmer: Stemmer) { self.stemmer = stemmer }

  /// Shorter keys would make strangers kin.
  static let shortestKey = 3
  static let longestStrip = 40

  func mark(_ terms: inout [TermTable.Term]) {
    var groups: [String: [Int]] = [:]
    for (index, term) in terms.enumerated() where isWord(term.text) {
      groups[stemmer.stem(term.text), default: []].append(index)
    }
    var owners: [String: String] = [:]
    for stem in groups.keys.sorted() {
      let members = groups[stem] ?? []
      var key = Array(stem.utf16)
      for member in members { key = commonPrefix(key, Array(terms[member].text.utf16)) }
      guard key.count >= Self.shortestKey else { continue }
      let name = String(decoding: key, as: UTF16.self)
      guard owners[name] == nil else { continue }
      owners[name] = stem
      for member in members { terms[member].strip = min(Self.longestStrip, terms[member].text.utf16.count - key.count) }
    }
  }

  /// Identifiers, numbers and hashes have one form.
  private func isWord(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      Tokenizer.isWord($0) && $0.properties.numericType == nil && !Tokenizer.isPaired($0.value)
    }
  }

  private func commonPrefix(_ left: [UInt16], _ right: [UInt16]) -> [UInt16] {
    Array(zip(left, right).prefix { $0 == $1 }.map { $0.0 })
  }
}
