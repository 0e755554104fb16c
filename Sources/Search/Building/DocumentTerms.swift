/// The terms of one page, each with its most prominent field and its weighted frequency.
struct DocumentTerms: Sendable {
  struct Entry: Sendable {
    let term: String
    let field: Field
    let frequency: Double
  }

  /// In no order.
  let entries: [Entry]
  /// How many words its text and code have.
  let length: Int
  /// How many different words its title has.
  let titleLength: Int

  init(entries: [Entry], length: Int, titleLength: Int) {
    (self.entries, self.length, self.titleLength) = (entries, length, titleLength)
  }

  init(_ document: SearchDocument, ignoring questionWords: [String]) {
    var counter = TermCounter(ignoring: questionWords)
    counter.add(document)
    let counted = counter.counted()
    entries = (0..<counted.entries.count).map { index in
      let entry = counted.entries[index]
      let term = String(decoding: counted.names[counted.name(Int(entry.term))], as: UTF8.self)
      return Entry(term: term, field: entry.field, frequency: entry.frequency)
    }
    length = counted.pages.first?.length ?? 0
    titleLength = counted.pages.first?.titleLength ?? 0
  }
}
