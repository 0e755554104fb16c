internal import Packing

/// Counts the terms of pages, one page after another, by number.
struct TermCounter: Sendable {
  typealias Entry = CountedTerms.Entry

  private var pool = TermPool()
  private var entries = CountedTerms.Entries()
  private var pages: [CountedTerms.Page] = []

  /// The numbers below are those of question words: where they stand in the text alone, they say nothing.
  private let neutral: Int
  private var scan = Tokenizer.PlainScan()
  // Of the page that is being read.
  private var present: [Entry] = []
  private var length = 0
  private var title: [Int] = []
  /// By term: the last page that has it, and where in `present`.
  private var places: [(page: Int32, place: Int32)] = []

  init(ignoring questionWords: [String]) {
    for word in questionWords { _ = pool.number(of: word) }
    neutral = pool.count
    places = [(page: Int32, place: Int32)](repeating: (-1, 0), count: neutral)
  }

  mutating func add(_ document: SearchDocument) {
    present.removeAll(keepingCapacity: true)
    title.removeAll(keepingCapacity: true)
    length = 0
    add(document.title, .title)
    for name in document.names { add(name, .name) }
    for keyword in document.keywords { add(keyword, .keyword) }
    add(document.slug, .heading)
    if let description = document.description { add(description, .description) }
    for section in document.sections {
      add(section.heading, .heading)
      add(section.text, .text)
      add(section.code, .text, weight: Field.codeWeight, isCode: true)
    }
    for signature in document.signatures {
      for piece in signature {
        add(piece, .keyword, weight: 1)
        for shingle in Shingles.terms(ofPiece: piece) {
          count(pool.number(of: shingle), .keyword, Field.keyword.weight)
        }
      }
    }
    let first = entries.count
    for entry in present where entry.field != .text || Int(entry.term) >= neutral { entries.append(entry) }
    pages.append(CountedTerms.Page(entries: first..<entries.count, length: length, titleLength: title.count))
  }

  /// What was counted, without what finding terms again takes.
  ///
  /// - Parameter store: where the entries wait, if anywhere.
  consuming func counted(in store: (any ByteStore)? = nil) -> CountedTerms {
    var frequencies = [UInt32](repeating: 0, count: pool.count)
    for index in 0..<entries.count { frequencies[Int(entries[index].term)] += 1 }
    if let store { entries.putAway(in: store) }
    return CountedTerms(
      names: pool.bytes, nameStarts: pool.starts, frequencies: frequencies, entries: entries, pages: pages)
  }

  /// A page whose terms were counted elsewhere.
  mutating func add(_ terms: DocumentTerms) {
    let first = entries.count
    for entry in terms.entries {
      let halves = UInt32(2 * entry.frequency)
      entries.append(
        Entry(term: Int32(pool.number(of: entry.term)), bits: halves << 3 | UInt32(entry.field.rawValue)))
    }
    pages.append(
      CountedTerms.Page(entries: first..<entries.count, length: terms.length, titleLength: terms.titleLength))
  }

  private mutating func add(_ text: String, _ field: Field, weight: Double? = nil, isCode: Bool = false) {
    guard !text.isEmpty else { return }
    let weight = weight ?? field.weight
    scan.load(text)
    while true {
      let start = scan.next()
      scan.lower.withUnsafeBufferPointer { lower in
        for piece in scan.pieces {
          count(UnsafeBufferPointer(rebasing: lower[piece.range]), piece.kind, field, weight, isCode)
        }
      }
      guard let start else { return }
      // A run with anything but ASCII in it is read character by character.
      for token in scan.otherRun(at: start) {
        var term = token.term
        term.withUTF8 { count($0, token.kind, field, weight, isCode) }
        if let exact = token.exact, !(isCode && Self.isArbitrary(token.term)) {
          count(pool.number(of: exact), field, Self.weight(token.kind, field, weight))
        }
      }
    }
  }

  @inline(__always)
  private mutating func count(
    _ text: UnsafeBufferPointer<UInt8>, _ kind: Token.Kind, _ field: Field, _ weight: Double, _ isCode: Bool
  ) {
    if isCode, Self.isArbitrary(text) { return }
    let number = pool.number(of: text)
    count(number, field, Self.weight(kind, field, weight))
    if field == .text, kind == .word || kind == .part { length += 1 }
    if field == .title, kind != .hump, !title.contains(number) { title.append(number) }
  }

  /// Identifiers are what a page is found by.
  private static func weight(_ kind: Token.Kind, _ field: Field, _ weight: Double) -> Double {
    kind == .whole && field == .text ? 2 * weight : weight
  }

  /// Numbers in code are ports, times and addresses; those of three digits may be status codes.
  private static func isArbitrary(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count != 3 else { return false }
    for byte in text where byte &- 0x30 >= 10 && byte != UInt8(ascii: ".") { return false }
    return true
  }

  private static func isArbitrary(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isArbitrary($0) }
  }

  private mutating func count(_ number: Int, _ field: Field, _ weight: Double) {
    let halves = UInt32(2 * weight)
    let page = Int32(pages.count)
    if number >= places.count { places.append((-1, 0)) }
    let last = places[number]
    guard last.page == page else {
      places[number] = (page, Int32(present.count))
      present.append(Entry(term: Int32(number), bits: halves << 3 | UInt32(field.rawValue)))
      return
    }
    let bits = present[Int(last.place)].bits
    present[Int(last.place)].bits = (bits & ~7) + halves << 3 | max(bits & 7, UInt32(field.rawValue))
  }
}
