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

  /// What an index with some limit holds.
  struct Counts: Sendable, Equatable {
    var terms = 0
    var postings = 0

    /// About how many bytes that is after gzip.
    var size: Int { Int(Double(postings) * Pruning.bytesPerPosting + Double(terms) * Pruning.bytesPerTerm) }
  }

  /// What stays. `Below` is what would with the next more generous limit, which is too much.
  struct Plan {
    /// Which of `limits` holds.
    let limit: Int
    let rarities: [Int]
    /// By page, the weight from which a term stays.
    let thresholds: [UInt16]
    let thresholdsBelow: [UInt16]
    let counts: Counts
    let countsBelow: Counts
  }

  func plan(_ terms: [TermTable.Term]) -> Plan {
    let rarities = terms.map { Self.rarity(frequency: $0.frequency, pages: pages) }
    var weights = [[UInt16]](repeating: [], count: pages)
    for (index, term) in terms.enumerated() {
      for posting in term.postings where posting.isInTextAlone {
        weights[Int(posting.page)].append(Self.weight(posting.payload, rarities[index]))
      }
    }
    for page in weights.indices { weights[page].sort(by: >) }
    func thresholds(_ limit: Int) -> [UInt16] { weights.map { Self.threshold($0, Self.limits[limit]) } }
    var low = 0
    var high = Self.limits.count - 1
    while low < high {
      let middle = (low + high) / 2
      if counts(terms, rarities, thresholds(middle)).size <= budget {
        high = middle
      } else {
        low = middle + 1
      }
    }
    let (chosen, below) = (thresholds(low), thresholds(max(0, low - 1)))
    return Plan(
      limit: low, rarities: rarities, thresholds: chosen, thresholdsBelow: below,
      counts: counts(terms, rarities, chosen), countsBelow: counts(terms, rarities, below))
  }

  /// Whether a plan's limit is still the right one, when it leaves `counts` and the one before would leave `below`.
  func isRight(_ limit: Int, counts: Counts, below: Counts) -> Bool {
    (limit == Self.limits.count - 1 || counts.size <= budget) && (limit == 0 || below.size > budget)
  }

  func prune(_ terms: inout [TermTable.Term], by plan: Plan) {
    for index in terms.indices {
      let rarity = plan.rarities[index]
      terms[index].postings.removeAll { !Self.isKept($0.payload, rarity, plan.thresholds[Int($0.page)]) }
    }
    terms.removeAll { $0.postings.isEmpty }
  }

  /// The weight from which a page keeps its terms; `weights` of those of its text alone, in descending order.
  static func threshold(_ weights: [UInt16], _ limit: Int) -> UInt16 {
    weights.count <= limit ? 0 : weights[limit - 1]
  }

  static func isKept(_ payload: UInt8, _ rarity: Int, _ threshold: UInt16) -> Bool {
    payload >= Posting.steps || weight(payload, rarity) >= threshold
  }

  private func counts(_ terms: [TermTable.Term], _ rarities: [Int], _ thresholds: [UInt16]) -> Counts {
    var counts = Counts()
    for (index, term) in terms.enumerated() {
      let rarity = rarities[index]
      let count = term.postings.reduce(0) {
        $0 + (Self.isKept($1.payload, rarity, thresholds[Int($1.page)]) ? 1 : 0)
      }
      counts.postings += count
      counts.terms += count > 0 ? 1 : 0
    }
    return counts
  }

  /// Of a term in the text alone.
  static func weight(_ payload: UInt8, _ rarity: Int) -> UInt16 {
    UInt16((Int(payload) % Posting.steps + 1) * rarity)
  }

  /// Half powers of two between how many pages there are and how many have the term.
  static func rarity(frequency: Int, pages: Int) -> Int {
    1 + Int(2 * log2(Double(max(pages, frequency)) / Double(max(1, frequency))))
  }
}
