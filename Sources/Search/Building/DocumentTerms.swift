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

  init(_ document: SearchDocument, ignoring questionWords: Set<String>) {
    var tally = Tally()
    let title = Set(Tokenizer.tokens(document.title).filter { $0.kind != .hump }.map(\.term))
    titleLength = title.count
    tally.add(document.title, .title)
    for name in document.names { tally.add(name, .name) }
    for keyword in document.keywords { tally.add(keyword, .keyword) }
    if let description = document.description { tally.add(description, .description) }
    for section in document.sections {
      tally.add(section.heading, .heading)
      tally.add(section.text, .text)
      tally.add(section.code, .text, weight: Field.codeWeight, isCode: true)
    }
    for signature in document.signatures {
      for piece in signature {
        tally.add(piece, .keyword, weight: 1)
        for shingle in Shingles.terms(ofPiece: piece) { tally.add(term: shingle, .keyword, Field.keyword.weight) }
      }
    }
    length = tally.length
    entries = tally.counts.compactMap { term, count in
      // In the text alone, question words say nothing.
      count.field == .text && questionWords.contains(term)
        ? nil : Entry(term: term, field: count.field, frequency: count.frequency)
    }
  }

  private struct Tally {
    var counts: [String: (field: Field, frequency: Double)] = [:]
    var length = 0

    mutating func add(_ text: String, _ field: Field, weight: Double? = nil, isCode: Bool = false) {
      guard !text.isEmpty else { return }
      let weight = weight ?? field.weight
      for token in Tokenizer.tokens(text) {
        if isCode, Self.isArbitrary(token.term) { continue }
        // Identifiers are what a page is found by.
        let weight = token.kind == .whole && field == .text ? 2 * weight : weight
        add(term: token.term, field, weight)
        if let exact = token.exact { add(term: exact, field, weight) }
        if field == .text, token.isInRow { length += 1 }
      }
    }

    /// Numbers in code are ports, times and addresses; those of three digits may be status codes.
    private static func isArbitrary(_ term: String) -> Bool {
      term.utf8.count != 3 && term.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    }

    mutating func add(term: String, _ field: Field, _ weight: Double) {
      Self.add(field, weight, to: &counts[term, default: (field, 0)])
    }

    @inline(__always)
    private static func add(_ field: Field, _ weight: Double, to count: inout (field: Field, frequency: Double)) {
      if count.field.rawValue < field.rawValue { count.field = field }
      count.frequency += weight
    }
  }
}
