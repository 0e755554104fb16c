internal import Content

/// The files of an index that an edit makes anew.
struct IndexFiles {
  private(set) var memory: IndexMemory
  private(set) var files: [OutputFile] = []
  /// Names of parts that are no more.
  private(set) var removed: Set<String> = []
  private let folder: String
  private let budget: FileBudget
  /// Whether every shard has other page numbers in it, or there are more shards or fewer.
  private let isRearranged: Bool

  /// - Parameters:
  ///   - read: reads a part of the last index by its path in the output.
  init?(
    _ update: IndexUpdate, since previous: IndexMemory, strings: [String: String], synonyms: [[String]],
    in folder: String, jobs: Int, read: (String) -> [UInt8]?
  ) async {
    memory = update.memory
    self.folder = folder
    budget = FileBudget(articles: memory.articles)
    isRearranged = update.origins != nil
    guard let inline = await renewTerms(update.touched, jobs: jobs), renewTexts(update, previous, read: read) else {
      return nil
    }
    let head = Head(
      facts: memory.head, parts: memory.parts, language: memory.language, strings: strings,
      questionWords: QuestionWords.of(memory.language), synonyms: IndexBuilder.folded(synonyms))
    let headFile = head.file(in: folder, inline: inline)
    let wasInline = FileBudget(articles: previous.articles).terms == 0
    removed = previous.parts.files(inlineTerms: wasInline)
      .subtracting(memory.parts.files(inlineTerms: budget.terms == 0))
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
    let names = isInline || isRearranged ? [] : unchanged(ranges, firsts, rows, order, touched)
    let stale = ranges.indices.filter { names.isEmpty || names[$0] == nil }
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
      guard let value = values[index] else { return (firsts[index], (names.isEmpty ? nil : names[index]) ?? "") }
      if isInline { return (firsts[index], IndexScript.name(value)) }
      return (firsts[index], publish(value))
    }
    (memory.parts.vocabulary, memory.parts.tails) = (budget.hasVocabulary ? memory.parts.vocabulary : nil, nil)
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

  /// Puts the new texts of edited pages in the place of the old ones; shards of the same pages as before stay.
  private mutating func renewTexts(
    _ update: IndexUpdate, _ previous: IndexMemory, read: (String) -> [UInt8]?
  ) -> Bool {
    let edited = Dictionary(update.edited.map { ($0.page, $0.document) }, uniquingKeysWith: { first, _ in first })
    let old = previous.parts.texts
    var files: [Int: [UInt8]] = [:]
    /// A page's text as it was.
    func text(_ page: Int) -> ArraySlice<UInt8>? {
      guard let shard = old.lastIndex(where: { $0.first <= page }) else { return nil }
      if files[shard] == nil { files[shard] = read("\(folder)\(old[shard].name).js") }
      guard let file = files[shard] else { return nil }
      let start = IndexScript.valueOffset(name: old[shard].name)
      let next = shard + 1 < old.count ? old[shard + 1].first : previous.count
      let sizes = previous.pages.textSizes
      // Brackets, commas, and what closes the call.
      let total = sizes[old[shard].first..<next].reduce(next - old[shard].first + 1) { $0 + Int($1) }
      guard file.count == start + total + 2 else { return nil }
      let place = sizes[old[shard].first..<page].reduce(start + 1) { $0 + Int($1) + 1 }
      return file[place..<place + Int(sizes[page])]
    }
    let ranges = TextShard.ranges(of: memory.pages.paths, into: budget.texts)
    memory.parts.texts = []
    for range in ranges {
      let origins = update.origins.map { Array($0[range]) } ?? Array(range)
      let isSame =
        !range.contains { edited[$0] != nil } && zip(origins, origins.dropFirst()).allSatisfy { $0 + 1 == $1 }
      if isSame, let shard = old.firstIndex(where: { $0.first == origins.first }),
        (shard + 1 < old.count ? old[shard + 1].first : previous.count) == (origins.last ?? -1) + 1
      {
        memory.parts.texts.append((first: range.lowerBound, name: old[shard].name))
        continue
      }
      var texts: [[UInt8]] = []
      for (page, origin) in zip(range, origins) {
        if let document = edited[page] {
          texts.append(TextShard.text(document))
        } else if origin >= 0, let known = text(origin) {
          texts.append(Array(known))
        } else {
          return false
        }
      }
      let (value, sizes) = TextShard.encode(texts)
      memory.pages.textSizes.replaceSubrange(range, with: sizes)
      let (name, file) = IndexScript.file(value, in: folder)
      if !old.contains(where: { $0.name == name }) { self.files.append(file) }
      memory.parts.texts.append((first: range.lowerBound, name: name))
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
