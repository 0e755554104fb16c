internal import Packing

extension IndexMemory {
  /// Where the pieces of the long part lie, and the columns' checksum.
  struct Places: BitwiseCopyable, Sendable {
    var columns: Int
    var postings: Int
    var forward: Int
    var end: Int
    var sum: UInt64
  }

  /// The long part: columns, postings by term, postings by page.
  mutating func store(at place: Int) -> [DeferredBytes] {
    var writer = PackedWriter()
    terms.pack(into: &writer)
    writer.table(postings.starts)
    writer.table(forward.starts)
    let columns = writer.bytes
    let (byTerm, byPage) = (postings.all, forward.all)
    let postingsPlace = place + columns.count
    let forwardPlace = postingsPlace + byTerm.count * MemoryLayout<PackedPosting>.stride
    places = Places(
      columns: place, postings: postingsPlace, forward: forwardPlace,
      end: forwardPlace + byPage.count * MemoryLayout<PackedPosting>.stride, sum: Hash64.of(columns))
    return [{ columns }] + PackedWriter.pieces(of: byTerm) + PackedWriter.pieces(of: byPage)
  }

  func pack(into writer: inout PackedWriter) {
    writer.table(places.map { [$0] } ?? [])
    writer.text(language)
    writer.numbers([articles, limit, counts.terms, counts.postings, countsBelow.terms, countsBelow.postings])
    writer.table(pages.lengths)
    writer.table(pages.paths)
    writer.table(pages.thresholds)
    writer.table(pages.thresholdsBelow)
    writer.table(pages.textSizes)
    head.pack(into: &writer)
    parts.pack(into: &writer)
    writer.list(signatures.sorted { $0.key < $1.key }) { writer, page in
      writer.number(page.key)
      writer.list(page.value) { $0.texts($1) }
    }
    writer.numbers(deadSynonyms)
    writer.texts((terms.sorted..<terms.count).map { terms.text($0) })
    writer.table(stored)
    writer.table(changedRows.sorted().map { terms[row: $0] })
    writer.list(lists.sorted { $0.key < $1.key }) { writer, list in
      writer.number(list.key)
      writer.table(list.value)
    }
  }

  init?(from reader: inout PackedReader, read: @escaping PostingStore.Read) {
    guard let places = reader.table(Places.self).first, places.columns >= 0, places.columns <= places.postings,
      places.postings <= places.forward, places.forward <= places.end,
      let columns = read(places.columns..<places.postings), Hash64.of(columns) == places.sum
    else { return nil }
    self.places = places
    language = reader.text()
    let numbers = reader.numbers()
    guard numbers.count == 6, Pruning.limits.indices.contains(numbers[1]) else { return nil }
    (articles, limit) = (numbers[0], numbers[1])
    counts = Pruning.Counts(terms: numbers[2], postings: numbers[3])
    countsBelow = Pruning.Counts(terms: numbers[4], postings: numbers[5])
    pages = Pages(
      lengths: reader.table(Int32.self), paths: reader.table(UInt64.self), thresholds: reader.table(UInt16.self),
      thresholdsBelow: reader.table(UInt16.self), textSizes: reader.table(Int32.self))
    head = Head.Facts(from: &reader)
    parts = Head.Parts(from: &reader)
    let signed = reader.list { reader in (reader.number(), reader.list { $0.texts() }) }
    signatures = Dictionary(signed, uniquingKeysWith: { first, _ in first })
    deadSynonyms = reader.numbers()

    var long = PackedReader(columns)
    terms = TermColumns(from: &long)
    let starts = (long.table(UInt32.self), long.table(UInt32.self))
    let written = starts.1.count - 1
    postings = PostingStore(starts: starts.0, at: places.postings, below: written, read: read)
    forward = PostingStore(starts: starts.1, at: places.forward, below: terms.sorted, read: read)
    guard long.isDone, postings.isSound, forward.isSound, postings.starts.count == terms.count + 1,
      places.postings + postings.size == places.forward, places.forward + forward.size == places.end,
      [pages.paths.count, pages.thresholds.count, pages.thresholdsBelow.count, pages.textSizes.count, head.count]
        .allSatisfy({ $0 == pages.lengths.count })
    else { return nil }
    for text in reader.texts() { _ = terms.row(of: text) }
    stored = reader.table(Int32.self)
    guard
      stored.isEmpty
        ? written == pages.lengths.count
        : stored.count == pages.lengths.count && stored.allSatisfy({ $0 >= -1 && Int($0) < written })
    else { return nil }
    let rows = reader.table(TermColumns.Row.self)
    guard rows.allSatisfy({ Int($0.row) >= 0 && Int($0.row) < terms.count }) else { return nil }
    for row in rows { terms[row: row.row] = row }
    changedRows = Set(rows.map(\.row))
    let lists = reader.list { reader in (reader.number(), reader.table(PackedPosting.self)) }
    guard !reader.isDamaged,
      lists.allSatisfy({ page, list in
        pages.lengths.indices.contains(page) && list.allSatisfy { $0.number < terms.count }
      })
    else { return nil }
    self.lists = Dictionary(lists, uniquingKeysWith: { first, _ in first })
  }
}

extension Head.Facts {
  func pack(into writer: inout PackedWriter) {
    writer.text(paths)
    writer.optional(titles) { $0.texts($1) }
    writer.data(titleLengths)
    writer.texts(topics)
    writer.texts(topicNames)
    writer.texts(audienceNames)
    writer.data(topicOf)
    writer.data(audienceOf)
    writer.data(proxyOf)
  }

  init(from reader: inout PackedReader) {
    paths = reader.text()
    titles = reader.optional { $0.texts() }
    titleLengths = reader.data()
    topics = reader.texts()
    topicNames = reader.texts()
    audienceNames = reader.texts()
    topicOf = reader.data()
    audienceOf = reader.data()
    proxyOf = reader.data()
    count = titleLengths.count
    let counts = [topicOf.count, audienceOf.count, proxyOf.count, titles?.count ?? count]
    if !counts.allSatisfy({ $0 == count }) || topicNames.count != topics.count { reader.reject() }
  }
}

extension Head.Parts {
  func pack(into writer: inout PackedWriter) {
    writer.texts(shards.flatMap { [$0.first, $0.name] })
    writer.numbers(texts.map(\.first))
    writer.texts(texts.map(\.name))
    writer.optional(vocabulary) { $0.text($1) }
  }

  init(from reader: inout PackedReader) {
    let pairs = reader.texts()
    shards = stride(from: 0, to: pairs.count - 1, by: 2).map { (first: pairs[$0], name: pairs[$0 + 1]) }
    texts = zip(reader.numbers(), reader.texts()).map { (first: $0, name: $1) }
    vocabulary = reader.optional { $0.text() }
  }
}
