internal import Content
internal import Packing

/// Makes the index of one language.
struct IndexBuilder {
  let documents: [SearchDocument]
  let language: String
  /// What the box says, by the keys of `LocaleKeys.search`.
  var strings: [String: String] = [:]
  var names = FacetNames()
  /// Whether to keep what renewing the index after an edit takes.
  var keepsMemory = false
  /// Where what is counted waits, if anywhere.
  var store: (any ByteStore)?

  func build<Written: Sendable>(
    synonyms: [[String]], in folder: String, jobs: Int, write: @escaping @Sendable (OutputFile) -> Written
  ) async -> (files: [Written], isKnown: @Sendable (String) -> Bool, memory: IndexMemory?) {
    await build(
      counters(ignoring: QuestionWords.of(language), jobs: jobs),
      texts: { [documents] in TextShard.encode(documents[$0]) }, synonyms: synonyms, in: folder, jobs: jobs,
      write: write)
  }

  /// The same when the documents' terms are counted already, and `texts` says what `TextShard.encode` does of some. The
  /// counters are as large as the table that is made of them, so they go as soon as it is there.
  func build<Written: Sendable>(
    _ counters: consuming [CountedTerms], texts: @escaping @Sendable (Range<Int>) -> (value: [UInt8], sizes: [Int32]),
    synonyms: [[String]], in folder: String, jobs: Int, write: @escaping @Sendable (OutputFile) -> Written
  ) async -> (files: [Written], isKnown: @Sendable (String) -> Bool, memory: IndexMemory?) {
    let questionWords = QuestionWords.of(language)
    let budget = FileBudget(articles: documents.count(where: \.isArticle))
    let unmarked = TermTable(consume counters)
    // What words of a stem share has nothing to do with who has them.
    async let marked = Self.marked(unmarked, language: language)
    let plan = Pruning(pages: documents.count, budget: budget.bytes).plan(unmarked)
    let table = await marked
    // Texts have nothing to do with terms, and are made while one core at most is busy with those.
    async let early = jobs > 1 ? shown(texts, into: budget.texts, in: folder, jobs: jobs, write: write) : nil
    var memory = keepsMemory ? IndexMemory(table, documents, plan: plan, language: language) : nil

    @Sendable func publish(_ value: [UInt8]) -> Published<Written> { Published(value, in: folder, write) }
    let rows = (0..<Int32(table.count)).filter { plan.kept[Int($0)] > 0 }
    let ranges = Partition.ranges(of: rows.count, into: max(1, budget.terms)) {
      TermShard.size(postings: Int(plan.kept[Int(rows[$0])]), pages: documents.count)
    } shared: {
      table.shared(Int(rows[$0]), Int(rows[$1]))
    }
    let firsts = ranges.map { table.text(Int(rows[$0.lowerBound])) }
    // A small site's terms go into the head.
    let inline = budget.terms > 0 ? [] : ranges.map { Self.shard(table, rows[$0], plan) }
    let shards =
      budget.terms == 0
      ? []
      : await Parallel.map(ranges, jobs: jobs, atOnce: 4) { publish(Array(Self.shard(table, rows[$0], plan).utf8)) }
    // What misspelt words may have meant.
    let importances = budget.hasVocabulary || budget.hasTails ? Vocabulary.importances(table, rows, plan) : []
    let words = Vocabulary.chosen(importances, budget.words).map { index in
      (text: table.text(Int(rows[index])), frequency: table.frequency(Int(rows[index])))
    }
    let vocabulary = budget.hasVocabulary ? publish(Array(Vocabulary.encode(words).utf8)) : nil
    let tails = budget.hasTails ? TailFilter.encode(words.map(\.text)) : nil
    let shown =
      if let early = await early {
        early
      } else {
        await shown(texts, into: budget.texts, in: folder, jobs: jobs, write: write)
      }
    let parts = Head.Parts(
      shards: Array(zip(firsts, inline.map(IndexScript.name) + shards.map(\.name))).map { (first: $0, name: $1) },
      texts: shown.map { (first: $0.first, name: $0.part.name) }, vocabulary: vocabulary?.name,
      tails: tails)
    let facts = Head.Facts(documents, titleLengths: table.titleLengths, names: names)
    let head = Head(
      facts: facts, parts: parts, language: language, strings: strings, questionWords: questionWords,
      synonyms: Self.folded(synonyms))
    memory?.head = facts
    memory?.parts = parts
    memory?.pages.textSizes = shown.flatMap(\.sizes)
    let written = (shards + shown.map(\.part) + [vocabulary].compactMap { $0 }).map(\.written)
    let isKnown = { @Sendable (term: String) in table.row(of: term).map { plan.kept[$0] > 0 } ?? false }
    return ([write(head.file(in: folder, inline: inline))] + written, isKnown, memory)
  }

  /// A part of the index, where it went.
  private struct Published<Written: Sendable>: Sendable {
    let name: String
    let written: Written

    init(_ value: [UInt8], in folder: String, _ write: (OutputFile) -> Written) {
      let (name, file) = IndexScript.file(value, in: folder)
      (self.name, written) = (name, write(file))
    }
  }

  /// The shards of texts, each with its first page and the bytes of each of its pages.
  private func shown<Written: Sendable>(
    _ texts: @escaping @Sendable (Range<Int>) -> (value: [UInt8], sizes: [Int32]), into count: Int, in folder: String,
    jobs: Int, write: @escaping @Sendable (OutputFile) -> Written
  ) async -> [(first: Int, part: Published<Written>, sizes: [Int32])] {
    await Parallel.map(
      TextShard.ranges(of: documents.map { IndexMemory.hash($0.path) }, into: count), jobs: jobs, atOnce: 1
    ) { range in
      let (value, sizes) = texts(range)
      return (range.lowerBound, Published(value, in: folder, write), sizes)
    }
  }

  /// Counts the terms of all pages, in a few parts.
  private func counters(ignoring questionWords: [String], jobs: Int) async -> [CountedTerms] {
    await Parallel.map(Self.ranges(of: documents.count, jobs: jobs), jobs: jobs, atOnce: 1) {
      [documents, store] range in
      var counter = TermCounter(ignoring: questionWords)
      for document in documents[range] { counter.add(document) }
      return counter.counted(in: store)
    }
  }

  /// Which documents are counted together.
  static func ranges(of documents: Int, jobs: Int) -> [Range<Int>] {
    let length = max(32, jobs == 1 ? documents : (documents + 4 * jobs - 1) / (4 * jobs))
    return stride(from: 0, to: documents, by: length).map { $0..<min($0 + length, documents) }
  }

  private static func marked(_ table: TermTable, language: String) async -> TermTable {
    var table = table
    StemGroups(Stemmer(language)).mark(&table)
    return table
  }

  private static func shard(_ table: TermTable, _ rows: ArraySlice<Int32>, _ plan: Pruning.Plan) -> String {
    var shard = TermShard()
    let thresholds = plan.thresholds
    for row in rows {
      let row = Int(row)
      let rarity = plan.rarities[row]
      shard.add(
        table.names[table.name(row)], strip: table.strips[row], frequency: table.frequency(row),
        table.postings[table.list(row)].lazy.filter {
          Pruning.isKept($0.payload, rarity, thresholds[$0.number])
        })
    }
    return shard.encode()
  }

  static func folded(_ synonyms: [[String]]) -> [[String]] {
    synonyms.map { $0.map { Folding.folded(Folding.exact($0)) } }
  }
}
