internal import Foundation

/// Takes out of the index what pages say in passing, as far as the files a query needs must shrink to stay small.
///
/// Each page keeps so many of the terms that stand in its text alone: those that weigh most, by BM25's step times the
/// term's rarity, both coarse, so that an edit of another page hardly ever changes the choice. Terms of other fields
/// always stay, and an index that is small enough is left whole.
struct Pruning {
  let pages: Int
  /// About how many bytes all term shards together may have after gzip.
  let budget: Int

  /// How many terms of its text alone a page may keep; each step is a fifth less.
  static let limits = [
    8000, 800, 640, 512, 410, 328, 262, 210, 168, 134, 107, 86, 69, 55, 44, 35, 28,
  ]
  /// Bytes after gzip, measured on the starter's articles and on made-up ones.
  static let bytesPerTerm = 3.9
  static let bytesPerPosting = 1.2

  func prune(_ terms: inout [TermTable.Term]) {
    let rarities = terms.map(rarity)
    var weights = [[UInt16]](repeating: [], count: pages)
    for (index, term) in terms.enumerated() {
      for posting in term.postings where posting.isInTextAlone {
        weights[Int(posting.page)].append(weight(posting, rarities[index]))
      }
    }
    for page in weights.indices { weights[page].sort(by: >) }
    var low = 0
    var high = Self.limits.count - 1
    while low < high {
      let middle = (low + high) / 2
      if size(terms, rarities, thresholds(weights, Self.limits[middle])) <= budget {
        high = middle
      } else {
        low = middle + 1
      }
    }
    let thresholds = thresholds(weights, Self.limits[low])
    for index in terms.indices {
      let rarity = rarities[index]
      terms[index].postings.removeAll { !isKept($0, rarity, thresholds) }
    }
    terms.removeAll { $0.postings.isEmpty }
  }

  /// By page, the weight from which a term stays.
  private func thresholds(_ weights: [[UInt16]], _ limit: Int) -> [UInt16] {
    weights.map { $0.count <= limit ? 0 : $0[limit - 1] }
  }

  private func isKept(_ posting: Posting, _ rarity: Int, _ thresholds: [UInt16]) -> Bool {
    !posting.isInTextAlone || weight(posting, rarity) >= thresholds[Int(posting.page)]
  }

  private func size(_ terms: [TermTable.Term], _ rarities: [Int], _ thresholds: [UInt16]) -> Int {
    var postings = 0
    var kept = 0
    for (index, term) in terms.enumerated() {
      let rarity = rarities[index]
      let count = term.postings.reduce(0) { $0 + (isKept($1, rarity, thresholds) ? 1 : 0) }
      postings += count
      kept += count > 0 ? 1 : 0
    }
    return Int(Double(postings) * Self.bytesPerPosting + Double(kept) * Self.bytesPerTerm)
  }

  private func weight(_ posting: Posting, _ rarity: Int) -> UInt16 { UInt16((posting.step + 1) * rarity) }

  /// Half powers of two between how many pages there are and how many have the term.
  private func rarity(_ term: TermTable.Term) -> Int {
    1 + Int(2 * log2(Double(max(pages, term.frequency)) / Double(term.frequency)))
  }
}
