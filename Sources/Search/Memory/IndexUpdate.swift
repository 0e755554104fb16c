internal import Content

/// What changes in one language's index. Of pages that were not there the number is nil.
struct IndexEdit {
  var removed: Set<Int> = []
  var documents: [(page: Int?, document: SearchDocument)] = []
  /// How many articles there are then.
  var articles: Int

  var isEmpty: Bool { removed.isEmpty && documents.isEmpty }
}

/// An index after some of its pages were edited, came or went: the same bytes as of a new one, but made of what the edit touches.
///
/// Almost everything about an index is a sum over pages, and so follows from the last one and the difference. Two things
/// reach further. A term's rarity is coarse; when it moves, the pages that say the term in passing weigh their terms
/// again. And the limit to which all pages are pruned is one for all: when it moves, the index has to be made anew, as it
/// has when the step of the average length moves.
struct IndexUpdate {
  private(set) var memory: IndexMemory
  /// The rows whose entries in shards are others.
  private(set) var touched: Set<Int32> = []
  /// The pages with other texts.
  private(set) var edited: [(page: Int, document: SearchDocument)] = []
  /// The number that each page had before, -1 for a new one; nil if none came or went.
  private(set) var origins: [Int]?
  private let pruning: Pruning
  private let oldPages: Int
  /// The frequencies before, of rows that have another one now.
  private var frequencies: [Int32: Int32] = [:]

  /// Nil when the whole index has to be made anew, or when what is kept of it cannot be read.
  init?(_ memory: IndexMemory, _ edit: IndexEdit) {
    var next = memory
    next.articles = edit.articles
    let new = edit.documents.filter { $0.page == nil }.map(\.document)
    if !edit.removed.isEmpty || !new.isEmpty {
      guard let origins = next.rearrange(removing: edit.removed, adding: new) else { return nil }
      self.origins = origins
    }
    self.memory = next
    oldPages = memory.count
    let edited = edit.documents.compactMap { edit in next.page(at: edit.document.path).map { ($0, edit.document) } }
    self.edited = edited
    pruning = Pruning(pages: next.count, budget: FileBudget(articles: edit.articles).bytes)
    guard edited.count == edit.documents.count, memory.lists.count + edited.count <= IndexMemory.mostEdited,
      next.count > 0
    else { return nil }
    let neutral = QuestionWords.of(memory.language)
    let pages = edited.map { ($0.0, DocumentTerms($0.1, ignoring: neutral)) }
    guard let average = averageLength(after: memory, with: pages) else { return nil }
    var gone: [Int: [PackedPosting]] = [:]
    for page in edit.removed {
      guard let list = memory.list(page) else { return nil }
      gone[page] = list
      for entry in list { count(Int32(entry.number), by: -1) }
    }
    for (edit, (page, terms)) in zip(edited, pages) {
      self.memory.pages.lengths[page] = Int32(terms.length)
      self.memory.head.renew(page, edit.1, titleLength: terms.titleLength)
    }
    guard let old = replaceLists(pages, average) else { return nil }
    let known = frequencies.filter { self.memory.terms.frequencies[Int($0.key)] != $0.value }
    frequencies = known
    guard let others = pagesToWeighAgain(besides: Set(old.keys)) else { return nil }
    for (page, list) in gone { forget(list, memory.pages.thresholds[page], memory.pages.thresholdsBelow[page]) }
    for (page, list) in old { weighAgain(page, from: list, to: self.memory.lists[page] ?? []) }
    for page in others {
      guard let list = self.memory.list(page) else { return nil }
      weighAgain(page, from: list, to: list)
    }
    guard pruning.isRight(memory.limit, counts: self.memory.counts, below: self.memory.countsBelow) else { return nil }
    let strips = self.memory.terms.strips
    let moved = known.filter { $0.value == 0 || self.memory.terms.frequencies[Int($0.key)] == 0 }
    let stems = StemUpdate(language: memory.language)
    let kin = stems.renew(moved.keys.sorted(), in: &self.memory.terms)
    self.memory.changedRows.formUnion(known.keys)
    self.memory.changedRows.formUnion(kin)
    self.memory.changedRows.formUnion(touched)
    let terms = self.memory.terms
    touched.formUnion(known.keys.filter { terms.kept[Int($0)] > 0 })
    touched.formUnion(kin.filter { terms.kept[Int($0)] > 0 && terms.strips[Int($0)] != strips[Int($0)] })
  }

  /// The average length, unless its step has moved.
  private func averageLength(after last: IndexMemory, with pages: [(Int, DocumentTerms)]) -> Double? {
    func words(_ memory: IndexMemory) -> Int { memory.pages.lengths.reduce(0) { $0 + Int($1) } }
    let difference = pages.reduce(0) { $0 + $1.1.length - Int(memory.pages.lengths[$1.0]) }
    let average = TermTable.averageLength(words: words(last), pages: last.count)
    return average == TermTable.averageLength(words: words(memory) + difference, pages: memory.count) ? average : nil
  }

  /// Gives edited pages their new terms and counts them. Returns the lists that they had.
  private mutating func replaceLists(_ pages: [(Int, DocumentTerms)], _ average: Double) -> [Int: [PackedPosting]]? {
    var old: [Int: [PackedPosting]] = [:]
    for (page, terms) in pages {
      guard let list = memory.list(page) else { return nil }
      old[page] = list
      for entry in list { count(Int32(entry.number), by: -1) }
      var new: [PackedPosting] = []
      new.reserveCapacity(terms.entries.count)
      for entry in terms.entries {
        let row = memory.terms.row(of: entry.term)
        let posting = Posting(
          page: page, field: entry.field, frequency: entry.frequency, length: terms.length, averageLength: average)
        new.append(PackedPosting(row, payload: posting.payload))
        count(Int32(row), by: 1)
      }
      new.sort { $0.bits < $1.bits }
      memory.lists[page] = new
    }
    return memory.terms.count < PackedPosting.limit ? old : nil
  }

  private mutating func count(_ row: Int32, by difference: Int32) {
    if frequencies[row] == nil { frequencies[row] = memory.terms.frequencies[Int(row)] }
    memory.terms.frequencies[Int(row)] += difference
  }

  private func rarity(_ row: Int) -> Int {
    Pruning.rarity(
      of: memory.terms.bytes(row), frequency: Int(memory.terms.frequencies[row]), pages: memory.count)
  }

  private func oldRarity(_ row: Int) -> Int {
    Pruning.rarity(
      of: memory.terms.bytes(row), frequency: Int(frequencies[Int32(row)] ?? memory.terms.frequencies[row]),
      pages: oldPages)
  }

  /// The terms that have become rarer or more common. With more pages or fewer any may have, those of one frequency
  /// together.
  private func otherRarities() -> [Int32] {
    var rows = frequencies.filter { $0.value > 0 && rarity(Int($0.key)) != oldRarity(Int($0.key)) }.map(\.key)
    guard memory.count != oldPages else { return rows }
    let none = ArraySlice<UInt8>()
    let most = Int(memory.terms.frequencies.max() ?? 0)
    let moves = (0...most).map { frequency in
      Pruning.rarity(of: none, frequency: frequency, pages: oldPages)
        != Pruning.rarity(of: none, frequency: frequency, pages: memory.count)
    }
    for (row, frequency) in memory.terms.frequencies.enumerated()
    where frequency > 0 && moves[Int(frequency)] && frequencies[Int32(row)] == nil {
      rows.append(Int32(row))
    }
    return rows.sorted()
  }

  /// Pages that were not edited but say a term in passing that has become rarer or more common.
  private func pagesToWeighAgain(besides edited: Set<Int>) -> Set<Int>? {
    let postings = CurrentPostings(memory)
    var pages: Set<Int> = []
    for row in otherRarities() {
      guard let list = postings.lists([row])?.first else { return nil }
      for posting in list where posting.isInTextAlone && !edited.contains(posting.number) {
        pages.insert(posting.number)
      }
    }
    return pages
  }

  /// Works out which of a page's terms stay, and what that changes.
  private mutating func weighAgain(_ page: Int, from old: [PackedPosting], to new: [PackedPosting]) {
    let oldRarities = old.map { $0.isInTextAlone ? oldRarity($0.number) : 0 }
    let rarities = new.map { $0.isInTextAlone ? rarity($0.number) : 0 }
    var weights = zip(new, rarities).filter { $0.0.isInTextAlone }.map { Pruning.weight($0.payload, $1) }
    weights.sort(by: >)
    for isBelow in memory.limit > 0 ? [false, true] : [false] {
      let limit = Pruning.limits[isBelow ? memory.limit - 1 : memory.limit]
      let threshold = Pruning.threshold(weights, limit)
      let last = isBelow ? memory.pages.thresholdsBelow[page] : memory.pages.thresholds[page]
      let had = zip(old, oldRarities).filter { Pruning.isKept($0.0.payload, $0.1, last) }.map(\.0)
      let has = zip(new, rarities).filter { Pruning.isKept($0.0.payload, $0.1, threshold) }.map(\.0)
      let (gone, come) = (Set(had).subtracting(has), Set(has).subtracting(had))
      for entry in gone { keep(Int32(entry.number), by: -1, isBelow) }
      for entry in come { keep(Int32(entry.number), by: 1, isBelow) }
      if isBelow {
        memory.pages.thresholdsBelow[page] = threshold
      } else {
        memory.pages.thresholds[page] = threshold
      }
    }
  }

  /// Takes back what was kept of a page that is gone.
  private mutating func forget(_ list: [PackedPosting], _ threshold: UInt16, _ below: UInt16) {
    for entry in list {
      let rarity = entry.isInTextAlone ? oldRarity(entry.number) : 0
      if Pruning.isKept(entry.payload, rarity, threshold) { keep(Int32(entry.number), by: -1, false) }
      if memory.limit > 0, Pruning.isKept(entry.payload, rarity, below) { keep(Int32(entry.number), by: -1, true) }
    }
  }

  private mutating func keep(_ row: Int32, by difference: Int32, _ isBelow: Bool) {
    let index = Int(row)
    func count(_ column: inout [Int32], _ counts: inout Pruning.Counts) {
      let was = column[index]
      column[index] += difference
      counts.postings += Int(difference)
      counts.terms += (column[index] > 0 ? 1 : 0) - (was > 0 ? 1 : 0)
    }
    if isBelow {
      count(&memory.terms.keptBelow, &memory.countsBelow)
      memory.changedRows.insert(row)
    } else {
      count(&memory.terms.kept, &memory.counts)
      touched.insert(row)
    }
  }
}
