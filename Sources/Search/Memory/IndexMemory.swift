internal import Content
internal import Packing

/// What is kept of a language's index so that an edit can renew it: the dictionary before pruning, who stands on which
/// page, and how each page was pruned.
///
/// The long lists are never rewritten: `lists` holds the present ones of pages that were edited since.
struct IndexMemory: Sendable {
  /// Of each page: words in text and code, a hash of its path, and the weights from which terms of its text alone are
  /// kept, with this limit and with the next more generous one.
  struct Pages: Sendable {
    var lengths: [Int32]
    var paths: [UInt64]
    var thresholds: [UInt16]
    var thresholdsBelow: [UInt16]
    /// Bytes of its part of a text shard.
    var textSizes: [Int32]
  }

  let language: String
  /// Articles, not counting topics' own pages.
  var articles: Int
  var terms: TermColumns
  var pages: Pages
  var head: Head.Facts
  var parts: Head.Parts
  /// Which of `Pruning.limits` holds.
  let limit: Int
  var counts: Pruning.Counts
  var countsBelow: Pruning.Counts
  /// Literal parts of the log signatures that lead to a page.
  var signatures: [Int: [[String]]]
  /// Which lists of synonyms help nobody.
  var deadSynonyms: [Int]
  /// By term, who has it; by page, what it has.
  let postings: PostingStore
  let forward: PostingStore
  /// Of pages that were edited since: what they have now, by ascending row.
  var lists: [Int: [PackedPosting]] = [:]
  /// The numbers that pages have in the long lists, -1 for those that have come since. Empty while all are the same.
  var stored: [Int32] = []
  /// Rows that are no longer what the long columns say.
  var changedRows: Set<Int32> = []

  /// Where the long part is kept; nil until it is.
  var places: Places?

  /// So many edited pages are remembered one by one; more are worth a whole build.
  static let mostEdited = 400

  var count: Int { pages.lengths.count }

  /// The page with a path.
  func page(at path: SitePath) -> Int? { pages.paths.firstIndex(of: Self.hash(path)) }

  /// What a page has.
  func list(_ page: Int) -> [PackedPosting]? {
    if let list = lists[page] { return list }
    let number = stored.isEmpty ? page : Int(stored[page])
    return number < 0 ? nil : forward.lists(number..<number + 1)
  }
}

/// The postings of an index as they are after all edits.
struct CurrentPostings: Sendable {
  private let terms: TermColumns
  private let store: PostingStore
  private let isEdited: [Bool]
  /// The present numbers of the pages in the long lists, -1 for those that are gone. Empty while all are the same.
  private var numbers: [Int32] = []
  /// Those on edited pages, by row.
  private var edited: [Int32: [PackedPosting]] = [:]

  init(_ memory: IndexMemory) {
    terms = memory.terms
    store = memory.postings
    var isEdited = [Bool](repeating: false, count: memory.count)
    for (page, list) in memory.lists {
      isEdited[page] = true
      for entry in list {
        edited[Int32(entry.number), default: []].append(PackedPosting(page, payload: entry.payload))
      }
    }
    self.isEdited = isEdited
    guard !memory.stored.isEmpty else { return }
    numbers = [Int32](repeating: -1, count: memory.forward.starts.count - 1)
    for (page, number) in memory.stored.enumerated() where number >= 0 { numbers[Int(number)] = Int32(page) }
  }

  /// A posting of the long lists as it is now; nil if it is not there any more.
  private func present(_ posting: PackedPosting) -> PackedPosting? {
    let page = numbers.isEmpty ? posting.number : Int(numbers[posting.number])
    return page < 0 || isEdited[page] ? nil : PackedPosting(page, payload: posting.payload)
  }

  /// The postings of some rows that follow each other in the dictionary; nil if they cannot be read.
  func lists(_ rows: ArraySlice<Int32>) -> [[PackedPosting]]? {
    let sorted = Int32(terms.sorted)
    let first = Int(rows.first { $0 < sorted } ?? 0)
    let end = Int(rows.last { $0 < sorted } ?? -1) + 1
    guard let stored = first < end ? store.lists(first..<end) : [] else { return nil }
    let base = Int(store.starts[first])
    var lists: [[PackedPosting]] = []
    lists.reserveCapacity(rows.count)
    for row in rows {
      var list: [PackedPosting] = []
      if row < sorted {
        let range = Int(store.starts[Int(row)]) - base..<Int(store.starts[Int(row) + 1]) - base
        list = stored[range].compactMap(present)
      }
      if let new = edited[row] {
        list += new
        list.sort { $0.bits < $1.bits }
      }
      lists.append(list)
    }
    return lists
  }
}

extension IndexMemory {
  /// Records a new index before it is pruned; nil for one beyond all measure.
  init?(
    _ table: TermTable, _ documents: [SearchDocument], plan: Pruning.Plan, language: String
  ) {
    guard table.count < PackedPosting.limit / 2, documents.count < PackedPosting.limit else { return nil }
    self.language = language
    articles = documents.count(where: \.isArticle)
    var ends: [UInt32] = [0]
    for terms in table.termsOfPage { ends.append((ends.last ?? 0) + UInt32(terms)) }
    var next = ends
    var forward = [PackedPosting](repeating: PackedPosting(0, payload: 0), count: table.postings.count)
    for row in 0..<table.count {
      for posting in table.postings[table.list(row)] {
        forward[Int(next[posting.number])] = PackedPosting(row, payload: posting.payload)
        next[posting.number] += 1
      }
    }
    terms = TermColumns(table, plan)
    postings = PostingStore(starts: table.starts, postings: table.postings)
    self.forward = PostingStore(starts: ends, postings: forward)
    pages = Pages(
      lengths: table.lengths.map { Int32($0) }, paths: documents.map { Self.hash($0.path) },
      thresholds: plan.thresholds, thresholdsBelow: plan.thresholdsBelow, textSizes: [])
    head = Head.Facts([], titleLengths: [])
    parts = Head.Parts()
    limit = plan.limit
    counts = plan.counts
    countsBelow = plan.countsBelow
    let signed = documents.enumerated().filter { !$0.element.signatures.isEmpty }
    signatures = Dictionary(signed.map { ($0.offset, $0.element.signatures) }, uniquingKeysWith: { first, _ in first })
    deadSynonyms = []
  }

  static func hash(_ path: SitePath) -> UInt64 {
    var hash = Hash64()
    hash.combine(path.text)
    return hash.value
  }
}
