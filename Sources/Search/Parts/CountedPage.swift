internal import Content
internal import Packing

/// A page whose words are counted: all that the index needs of it.
struct CountedPage: Sendable {
  /// Without its sections, keywords and signatures, which are in the terms and the text.
  let document: SearchDocument
  let terms: DocumentTerms
  /// As `TextShard.text` has it.
  let text: [UInt8]

  init(_ document: SearchDocument, ignoring questionWords: [String]) {
    self.document = SearchDocument(
      path: document.path, title: document.title, description: nil, isArticle: document.isArticle,
      facets: document.facets, sections: [])
    terms = DocumentTerms(document, ignoring: questionWords)
    text = TextShard.text(document)
  }

  func pack(into writer: inout PackedWriter) {
    writer.texts([document.path.text, document.title, document.facets.topic])
    writer.flag(document.isArticle)
    writer.texts(document.facets.audience.map(\.rawValue))
    writer.texts(document.facets.proxies)
    writer.data(text)
    writer.numbers([terms.length, terms.titleLength])
    // In an order of its own, so that a part has the same bytes each time.
    let entries = terms.entries.sorted { $0.term < $1.term }
    // No term has a line break in it.
    writer.text(entries.map(\.term).joined(separator: "\n"))
    // Frequencies are whole halves.
    writer.table(entries.map { UInt32(2 * $0.frequency) << 3 | UInt32($0.field.rawValue) })
  }

  init(from reader: inout PackedReader) {
    let texts = reader.texts()
    let isArticle = reader.flag()
    let audience = reader.texts().compactMap(ErrorDefinition.Reader.init)
    let proxies = reader.texts()
    text = reader.data()
    let lengths = reader.numbers()
    let words = reader.lines()
    let counts = reader.table(UInt32.self)
    if texts.count != 3 || lengths.count != 2 || words.count != counts.count { reader.reject() }
    let all = texts + ["", "", ""]
    document = SearchDocument(
      path: SitePath(all[0]), title: all[1], description: nil, isArticle: isArticle,
      facets: .init(topic: all[2], audience: audience, proxies: proxies), sections: [])
    let entries = zip(words, counts).compactMap { word, count in
      Field(rawValue: Int(count & 7)).map {
        DocumentTerms.Entry(term: word, field: $0, frequency: Double(count >> 3) / 2)
      }
    }
    terms = DocumentTerms(entries: entries, length: lengths.first ?? 0, titleLength: lengths.last ?? 0)
  }
}
