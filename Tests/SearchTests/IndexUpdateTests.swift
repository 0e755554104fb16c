import Content
import Packing
import Testing

@testable import Search

/// An index that follows edits has the bytes of one made anew.
@Suite("The index after edits")
struct IndexUpdateTests {
  /// Enough for several shards, a vocabulary, and terms that are pruned away.
  static let count = 320

  @Test(
    "random edits give the files of a new index, also through the files kept between builds",
    arguments: [3, 4] as [UInt64])
  func random(_ seed: UInt64) async throws {
    var edits = IndexEdits(count: Self.count, seed: seed)
    var (files, memory, lasting) = try await Self.build(edits.documents)
    var renewed = 0
    for step in 0..<24 {
      let edit = edits.edit()
      if let update = IndexUpdate(memory, edit),
        let made = await IndexFiles(
          update, since: memory, strings: [:], synonyms: [], in: "", jobs: 2, read: { files[$0] })
      {
        renewed += 1
        for name in made.removed { files["\(name).js"] = nil }
        for file in made.files { files[file.path] = file.bytes }
        memory = made.memory
        if step.isMultiple(of: 3) { memory = try Self.reread(memory, lasting) }
        guard step % 3 == 2 else { continue }
        #expect(try await Self.build(edits.documents).files == files, "step \(step)")
      } else {
        (files, memory, lasting) = try await Self.build(edits.documents)
      }
    }
    #expect(renewed > 12, "\(renewed)")
  }

  @Test("an edited word changes the shards that hold it, the text and the head, and nothing else")
  func few() async throws {
    var edits = IndexEdits(count: Self.count, seed: 9)
    let (files, memory, _) = try await Self.build(edits.documents)
    let update = try #require(IndexUpdate(memory, edits.append("server wibblewobble", to: 7)))
    let made = try #require(
      await IndexFiles(update, since: memory, strings: [:], synonyms: [], in: "", jobs: 2, read: { files[$0] }))
    #expect(made.files.count <= 5, "of \(files.count)")
  }

  @Test("what is kept of an index may be damaged anywhere; then it does not count or is not relied on")
  func damaged() async throws {
    let (_, memory, lasting) = try await Self.build(IndexEdits(count: 60, seed: 1).documents)
    var writer = PackedWriter()
    memory.pack(into: &writer)
    var edits = IndexEdits(count: 60, seed: 1)
    let edit = edits.append("server wibblewobble", to: 7)
    for place in stride(from: 0, to: lasting.count, by: max(1, lasting.count / 40)) {
      var bytes = lasting
      bytes[place] ^= 0x55
      var reader = PackedReader(writer.bytes)
      guard
        let read = IndexMemory(
          from: &reader, read: { [bytes] in $0.upperBound <= bytes.count ? Array(bytes[$0]) : nil })
      else { continue }
      _ = IndexUpdate(read, edit)
    }
    for place in stride(from: 0, to: writer.bytes.count, by: max(1, writer.bytes.count / 40)) {
      var reader = PackedReader(Array(writer.bytes[..<place]))
      let read = IndexMemory(from: &reader) { $0.upperBound <= lasting.count ? Array(lasting[$0]) : nil }
      #expect(read == nil || reader.isDamaged)
    }
  }

  private static func build(_ documents: [SearchDocument]) async throws -> (
    files: [String: [UInt8]], memory: IndexMemory, lasting: [UInt8]
  ) {
    let index = await IndexBuilder(documents: documents, language: "en", keepsMemory: true)
      .build(synonyms: [], in: "", jobs: 2) { $0 }
    let files = Dictionary(index.files.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    var memory = try #require(index.memory)
    let lasting = memory.store(at: 0).flatMap { $0() }
    return (files, memory, lasting)
  }

  /// The memory as the next build finds it.
  private static func reread(_ memory: IndexMemory, _ lasting: [UInt8]) throws -> IndexMemory {
    var writer = PackedWriter()
    memory.pack(into: &writer)
    var reader = PackedReader(writer.bytes)
    let read = IndexMemory(from: &reader) { $0.upperBound <= lasting.count ? Array(lasting[$0]) : nil }
    #expect(reader.isDone)
    return try #require(read)
  }
}

/// Edits of made-up pages, at random, the same each time.
struct IndexEdits {
  private(set) var documents: [SearchDocument]
  private var dice: MadeUpCorpus.Dice
  private static let words = "server retries retry retrying proxies flies dying timeouts wibble wobble zig zag".split(
    separator: " ")

  init(count: Int, seed: UInt64) {
    documents = MadeUpCorpus(count: count).documents
    dice = MadeUpCorpus.Dice(state: seed)
  }

  private var number = 0

  /// Changes one page or two, or lets pages come and go.
  mutating func edit() -> IndexEdit {
    number += 1
    let kind = dice.below(6)
    var edit = IndexEdit(articles: 0)
    if kind < 2 {
      let page = dice.below(documents.count)
      documents.remove(at: page)
      edit.removed = [page]
    }
    if kind == 1 || kind == 2 {
      let other = documents[dice.below(documents.count)]
      let path = other.path.text.dropLast() + "-\(number)/"
      let new = SearchDocument(
        path: SitePath(String(path)), title: "New \(number)", description: nil, isArticle: true,
        facets: .init(topic: ["codes", "new-\(number)", other.facets.topic][dice.below(3)]), sections: other.sections)
      documents = (documents + [new]).sorted { $0.path < $1.path }
      edit.documents = [(nil, new)]
    }
    if kind > 2 { edit.documents = changes() }
    edit.articles = documents.count(where: \.isArticle)
    return edit
  }

  private mutating func changes() -> [(page: Int?, document: SearchDocument)] {
    let pages = Set((0..<1 + dice.below(2)).map { _ in dice.below(documents.count) })
    return pages.sorted().flatMap { page -> [(page: Int?, document: SearchDocument)] in
      switch dice.below(3) {
      case 0:
        let other = documents[dice.below(documents.count)]
        return replace(page, other.title, other.sections)
      case 1: return append(Self.words[dice.below(Self.words.count)] + " x\(dice.below(4))yz", to: page).documents
      default: return replace(page, documents[page].title, documents[page].sections.dropLast())
      }
    }
  }

  mutating func append(_ text: String, to page: Int) -> IndexEdit {
    let section = SearchDocument.Section(id: "new", heading: "", text: text, code: "")
    let documents = replace(page, documents[page].title, documents[page].sections + [section])
    return IndexEdit(documents: documents, articles: self.documents.count(where: \.isArticle))
  }

  private mutating func replace(
    _ page: Int, _ title: String, _ sections: [SearchDocument.Section]
  ) -> [(page: Int?, document: SearchDocument)] {
    let old = documents[page]
    documents[page] = SearchDocument(
      path: old.path, title: title, description: old.description, isArticle: true, facets: old.facets,
      sections: sections)
    return [(page, documents[page])]
  }
}
