internal import Content

/// Makes the index of one language.
struct IndexBuilder {
  let documents: [SearchDocument]
  let language: String
  /// What the box says, by the keys of `LocaleKeys.search`.
  var strings: [String: String] = [:]
  var names = FacetNames()

  func build<Written: Sendable>(
    synonyms: [[String]], in folder: String, jobs: Int, write: @escaping @Sendable (OutputFile) -> Written
  ) async -> (files: [Written], terms: TermTable) {
    let questionWords = QuestionWords.of(language)
    let neutral = Set(questionWords)
    let pages = await Parallel.map(documents, jobs: jobs) { DocumentTerms($0, ignoring: neutral) }
    var table = TermTable(pages)
    table.setStrips(Stemmer(language))
    let budget = FileBudget(articles: documents.count(where: \.isArticle))
    table.prune(pages: pages.count, budget: budget.bytes)

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
    let length = max(1, (documents.count + budget.texts - 1) / budget.texts)
    let starts = Array(stride(from: 0, to: documents.count, by: length))
    let texts = await Parallel.map(starts, jobs: jobs) { [documents] start in
      publish(TextShard.encode(documents[start..<min(start + length, documents.count)]))
    }
    let head = Head(
      documents: documents, pages: pages, language: language, strings: strings, names: names,
      questionWords: questionWords,
      synonyms: synonyms.map { $0.map { Folding.folded(Folding.exact($0)) } },
      shards: Array(zip(firsts, inline.map(IndexScript.name) + shards.map(\.name))).map { (first: $0, name: $1) },
      texts: zip(starts, texts).map { (first: $0, name: $1.name) }, vocabulary: vocabulary?.name)
    let calls = inline.map { IndexScript.call(IndexScript.name($0), $0) }
    let first = OutputFile(
      path: folder + Head.file, text: IndexScript.call(Head.name, head.encode()) + calls.joined())
    return ([write(first)] + (shards + texts + [vocabulary].compactMap { $0 }).map(\.written), table)
  }
}
