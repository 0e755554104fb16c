internal import Content

/// The files of an index that an edit makes anew.
struct IndexFiles {
  private(set) var memory: IndexMemory
  private(set) var files: [OutputFile] = []
  /// Names of parts that are no more.
  private(set) var removed: Set<String> = []
  private let folder: String
  private let budget: FileBudget

  /// - Parameters:
  ///   - read: reads a part of the last index by its path in the output.
  init?(
    _ update: IndexUpdate, edited: [(page: Int, document: SearchDocument)], strings: [String: String],
    synonyms: [[String]],
    in folder: String, jobs: Int, read: (String) -> [UInt8]?
  ) async {
    memory = update.memory
    self.folder = folder
    budget = FileBudget(articles: memory.articles)
    let last = memory.parts
    guard let inline = await renewTerms(update.touched, jobs: jobs), renewTexts(edited, read: read) else { return nil }
    let head = Head(
      facts: memory.head, parts: memory.parts, language: memory.language, strings: strings,
      questionWords: QuestionWords.of(memory.language), synonyms: IndexBuilder.folded(synonyms))
    let headFile = head.file(in: folder, inline: inline)
    let isInline = budget.terms == 0
    removed = last.files(inlineTerms: isInline).subtracting(memory.parts.files(inlineTerms: isInline))
    files.append(headFile)
  }

  /// Renews the shards in which touched terms lie. Returns the values of shards that stand in the head.
  private mutating func renewTerms(_ touched: Set<Int32>, jobs: Int) async -> [String]? {
    let order = memory.terms.order()
    let rows = order.filter { memory.terms.kept[Int($0)] > 0 }
    let terms = memory.terms
    let pages = memory.count
    let ranges = Partition.ranges(of: rows.count, into: max(1, budget.terms)) { index in
      TermShard.size(postings: Int(terms.kept[Int(rows[index])]), pages: pages)
    } shared: { left, right in
      terms.shared(Int(rows[left]), Int(rows[right]))
    }
    let isInline = budget.terms == 0
    let firsts = ranges.map { terms.text(Int(rows[$0.lowerBound])) }
    let names = isInline ? [] : unchanged(ranges, firsts, rows, order, touched)
    let stale = ranges.indices.filter { isInline || names[$0] == nil }
    let postings = CurrentPostings(memory)
    let thresholds = memory.pages.thresholds
    let made = await Parallel.map(stale, jobs: jobs, atOnce: 1) { index in
      Self.shard(rows[ranges[index]], terms, postings, thresholds, pages: pages)
    }
    var values: [Int: String] = [:]
    for (index, shard) in zip(stale, made) {
      guard let shard else { return nil }
      values[index] = shard.value
      for (row, field) in zip(rows[ranges[index]], shard.fields) where memory.terms.fields[Int(row)] != field {
        memory.terms.fields[Int(row)] = field
        memory.changedRows.insert(row)
      }
    }
    memory.parts.shards = ranges.indices.map { index in
      guard let value = values[index] else { return (firsts[index], names[index] ?? "") }
      if isInline { return (firsts[index], IndexScript.name(value)) }
      return (firsts[index], publish(value))
    }
    if budget.hasVocabulary || budget.hasTails { renewWords(rows) }
    return isInline ? ranges.indices.compactMap { values[$0] } : []
  }

  /// The names of shards that hold the same terms as before, none of them touched; nil for the others.
  private func unchanged(
    _ ranges: [Range<Int>], _ firsts: [String], _ rows: [Int32], _ order: [Int32], _ touched: Set<Int32>
  ) -> [String?] {
    var isTouched = [Bool](repeating: false, count: memory.terms.count)
    for row in touched { isTouched[Int(row)] = true }
    var isStale = [Bool](repeating: false, count: ranges.count)
    // Terms that are no more stand behind those that are left of their shard.
    var (range, kept) = (-1, 0)
    for row in order {
      if memory.terms.kept[Int(row)] > 0 {
        if range + 1 < ranges.count, ranges[range + 1].lowerBound == kept { range += 1 }
        kept += 1
      }
      if range >= 0, isTouched[Int(row)] { isStale[range] = true }
    }
    let old = memory.parts.shards
    let places = Dictionary(old.enumerated().map { ($1.first, $0) }, uniquingKeysWith: { first, _ in first })
    return ranges.indices.map { index in
      guard !isStale[index], let place = places[firsts[index]] else { return nil }
      let next = index + 1 < firsts.count ? firsts[index + 1] : nil
      let oldNext = place + 1 < old.count ? old[place + 1].first : nil
      return next == oldNext ? old[place].name : nil
    }
  }

  private static func shard(
    _ rows: ArraySlice<Int32>, _ terms: TermColumns, _ postings: CurrentPostings, _ thresholds: [UInt16], pages: Int
  ) -> (value: String, fields: [UInt8])? {
    guard let lists = postings.lists(rows) else { return nil }
    var encoded = TermShard()
    var fields: [UInt8] = []
    for (row, list) in zip(rows, lists) {
      let frequency = Int(terms.frequencies[Int(row)])
      let rarity = Pruning.rarity(of: terms.bytes(Int(row)), frequency: frequency, pages: pages)
      let kept = list.filter { Pruning.isKept($0.payload, rarity, thresholds[$0.number]) }
      // What does not add up was damaged.
      guard list.count == frequency, kept.count == Int(terms.kept[Int(row)]) else { return nil }
      encoded.add(
        Array(terms.text(Int(row)).utf8)[...], strip: terms.strips[Int(row)], frequency: frequency, kept)
      fields.append(kept.reduce(0) { max($0, $1.payload / UInt8(Posting.steps)) })
    }
    return (encoded.encode(), fields)
  }

  /// Renews what misspelt words may have meant.
  private mutating func renewWords(_ rows: [Int32]) {
    let terms = memory.terms
    let importances = rows.map { row in
      terms.isWord[Int(row)]
        ? Vocabulary.importance(frequency: Int(terms.frequencies[Int(row)]), field: Int(terms.fields[Int(row)])) : 0
    }
    let words = Vocabulary.chosen(importances, budget.words).map { index in
      (text: terms.text(Int(rows[index])), frequency: Int(terms.frequencies[Int(rows[index])]))
    }
    if budget.hasVocabulary {
      memory.parts.vocabulary = publish(Vocabulary.encode(words), unless: memory.parts.vocabulary)
    }
    if budget.hasTails { memory.parts.tails = TailFilter.encode(words.map(\.text)) }
  }

  /// Puts the new texts of edited pages in the place of the old ones.
  private mutating func renewTexts(
    _ edited: [(page: Int, document: SearchDocument)], read: (String) -> [UInt8]?
  ) -> Bool {
    let ranges = TextShard.ranges(of: memory.count, into: budget.texts)
    for (index, range) in ranges.enumerated() {
      let edits = edited.filter { range.contains($0.page) }
      guard !edits.isEmpty else { continue }
      let name = memory.parts.texts[index].name
      guard var file = read("\(folder)\(name).js") else { return false }
      let start = IndexScript.valueOffset(name: name)
      let sizes = memory.pages.textSizes[range].reduce(0) { $0 + Int($1) }
      // Brackets, commas, and what closes the call.
      guard file.count == start + sizes + range.count + 1 + 2 else { return false }
      for edit in edits {
        let before = memory.pages.textSizes[range.lowerBound..<edit.page].reduce(0) { $0 + Int($1) + 1 }
        let place = start + 1 + before
        let text = TextShard.text(edit.document)
        file.replaceSubrange(place..<place + Int(memory.pages.textSizes[edit.page]), with: text)
        memory.pages.textSizes[edit.page] = Int32(clamping: text.count)
      }
      let (newName, newFile) = IndexScript.file(&file, renaming: name, in: folder)
      if newName != name { files.append(newFile) }
      memory.parts.texts[index].name = newName
    }
    return true
  }

  /// Makes a part and returns its name, which is `last` if it is the same as before.
  private mutating func publish(_ value: String, unless last: String? = nil) -> String {
    let (name, file) = IndexScript.file(value, in: folder)
    if name != last { files.append(file) }
    return name
  }
}
