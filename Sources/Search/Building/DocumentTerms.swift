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
    let pool = counter.pool
    entries = counter.entries.map {
      Entry(term: pool.text(Int($0.term)), field: $0.field, frequency: $0.frequency)
    }
    length = counter.pages.first?.length ?? 0
    titleLength = counter.pages.first?.titleLength ?? 0
  }
}
