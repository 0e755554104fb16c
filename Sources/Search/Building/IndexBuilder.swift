internal import Content

/// Makes the index of one language.
struct IndexBuilder {
  let documents: [SearchDocument]
  let language: String
  /// What the box says, by the keys of `LocaleKeys.search`.
  var strings: [String: String] = [:]
  var names = FacetNames()
  /// Whether to keep what renewing the index after an edit takes.
  var keepsMemory = false

  func build<Written: Sendable>(
    synonyms: [[String]], in folder: String, jobs: Int, write: @escaping @Sendable (OutputFile) -> Written
  ) async -> (files: [Written], terms: TermTable, memory: IndexMemory?) {
    let questionWords = QuestionWords.of(language)
    let neutral = Set(questionWords)
    let pages = await Parallel.map(documents, jobs: jobs) { DocumentTerms($0, ignoring: neutral) }
    var table = TermTable(pages)
    table.setStrips(Stemmer(language))
    let budget = FileBudget(articles: documents.count(where: \.isArticle))
    let pruning = Pruning(pages: pages.count, budget: budget.bytes)
    let plan = pruning.plan(table.terms)
    var memory = keepsMemory ? IndexMemory(table, documents, pages, plan: plan, language: language) : nil
    table.prune(pruning, by: plan)

    @Sendable func publish(_ value: String) -> (name: String, written: Written) {
      let (name, file) = IndexScript.file(value, in: folder)
      return (name, write(file))
    }
    let ranges = Partition.ranges(of: table.terms, count: max(1, budget.terms))
    let firsts = ranges.map { table.terms[$0.lowerBound].text }
    let terms = table.terms
    // A small site's terms go into the head.
    let inline = budget.terms > 0 ? [] : ranges.map { TermShard.encode(terms[$0]) }
    let shards =
      budget.terms == 0 ? [] : await Parallel.map(ranges, jobs: jobs) { publish(TermShard.encode(terms[$0])) }
    let vocabulary = budget.hasVocabulary ? publish(Vocabulary.encode(terms)) : nil
    let textRanges = TextShard.ranges(of: documents.count, into: budget.texts)
    let texts = await Parallel.map(textRanges, jobs: jobs) { [documents] range in
      let texts = documents[range].map(TextShard.text)
      return (part: publish(TextShard.encode(texts)), sizes: texts.map { Int32(clamping: $0.utf8.count) })
    }
    let parts = Head.Parts(
      shards: Array(zip(firsts, inline.map(IndexScript.name) + shards.map(\.name))).map { (first: $0, name: $1) },
      texts: zip(textRanges, texts).map { (first: $0.lowerBound, name: $1.part.name) }, vocabulary: vocabulary?.name)
    let facts = Head.Facts(documents, titleLengths: pages.map(\.titleLength), names: names)
    let head = Head(
      facts: facts, parts: parts, language: language, strings: strings, questionWords: questionWords,
      synonyms: Self.folded(synonyms))
    memory?.head = facts
    memory?.parts = parts
    memory?.pages.textSizes = texts.flatMap(\.sizes)
    let written = (shards + texts.map(\.part) + [vocabulary].compactMap { $0 }).map(\.written)
    return ([write(head.file(in: folder, inline: inline))] + written, table, memory)
  }

  static func folded(_ synonyms: [[String]]) -> [[String]] {
    synonyms.map { $0.map { Folding.folded(Folding.exact($0)) } }
  }
}
