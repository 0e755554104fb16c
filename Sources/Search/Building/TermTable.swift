/// All terms of a site with their postings, in the order of UTF-16, which is that of JavaScript's strings.
struct TermTable: Sendable {
  struct Term: Sendable {
    let text: String
    /// On how many pages it stands; the postings may be fewer.
    let frequency: Int
    var postings: [Posting]
    /// How many characters (UTF-16 units) to take off for the key that the words of its stem share.
    var strip = 0
    /// Hashes of its stem and of that key; 0 where there is none.
    var stem: UInt64 = 0
    var key: UInt64 = 0
  }

  private(set) var terms: [Term]

  init(_ pages: [DocumentTerms]) {
    let average = Self.averageLength(words: pages.reduce(0) { $0 + $1.length }, pages: pages.count)
    var numbers: [String: Int] = [:]
    var texts: [String] = []
    var lists: [[Posting]] = []
    for (page, document) in pages.enumerated() {
      for entry in document.entries {
        let posting = Posting(
          page: page, field: entry.field, frequency: entry.frequency, length: document.length, averageLength: average)
        if let number = numbers[entry.term] {
          lists[number].append(posting)
        } else {
          numbers[entry.term] = texts.count
          texts.append(entry.term)
          lists.append([posting])
        }
      }
    }
    let order = texts.indices.sorted { texts[$0].precedesInUTF16(texts[$1]) }
    terms = order.map { Term(text: texts[$0], frequency: lists[$0].count, postings: lists[$0]) }
  }

  /// The middle of the length's step on a scale of quarters of a power of two, so that an edit rarely moves it.
  static func averageLength(words: Int, pages: Int) -> Double {
    var step = 16.0
    while step * 1.19 < Double(words) / Double(max(1, pages)) { step *= 1.189_207_115 }
    return step
  }

  mutating func setStrips(_ stemmer: Stemmer) { StemGroups(stemmer).mark(&terms) }
  mutating func prune(_ pruning: Pruning, by plan: Pruning.Plan) { pruning.prune(&terms, by: plan) }
}
