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

  /// How many terms of its text alone a page may keep; each step is a tenth less.
  static let limits = [
    8000, 800, 720, 648, 583, 525, 473, 426, 383, 345, 311, 280, 252, 227, 204, 184, 166, 149, 134, 121, 109, 98, 88,
    79, 71, 64, 58, 52, 47, 42, 38, 34, 31, 28, 25, 23, 21, 19, 17, 15, 14, 13, 12, 11,
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
  final class Plan: Sendable {
    /// Which of `limits` holds.
    let limit: Int
    /// By page, the weight from which a term stays.
    let thresholds: [UInt16]
    let thresholdsBelow: [UInt16]
    let counts: Counts
    let countsBelow: Counts
    /// By row: how coarsely rare the term is, how many of its postings stay, and their most prominent field.
    let rarities: [Int]
    let kept: [Int32]
    let keptBelow: [Int32]
    let fields: [UInt8]

    init(
      limit: Int, thresholds: [UInt16], thresholdsBelow: [UInt16], counts: Counts, countsBelow: Counts,
      rarities: [Int], kept: [Int32], keptBelow: [Int32], fields: [UInt8]
    ) {
      (self.limit, self.thresholds, self.thresholdsBelow) = (limit, thresholds, thresholdsBelow)
      (self.counts, self.countsBelow, self.rarities) = (counts, countsBelow, rarities)
      (self.kept, self.keptBelow, self.fields) = (kept, keptBelow, fields)
    }
  }

  func plan(_ table: TermTable) -> Plan {
    let rarities = (0..<table.count).map {
      Self.rarity(of: table.names[table.name($0)], frequency: table.frequency($0), pages: pages)
    }
    let weights = PageWeights(table, rarities, pages: pages)
    let counts = weights.counts
    var low = 0
    var high = Self.limits.count - 1
    while low < high {
      let middle = (low + high) / 2
      if counts[middle].size <= budget {
        high = middle
      } else {
        low = middle + 1
      }
    }
    let below = max(0, low - 1)
    let (thresholds, thresholdsBelow) = (weights.thresholds(low), weights.thresholds(below))
    var (kept, keptBelow) = ([Int32](repeating: 0, count: table.count), [Int32](repeating: 0, count: table.count))
    var fields = [UInt8](repeating: 0, count: table.count)
    for row in 0..<table.count {
      for posting in table.postings[table.list(row)] {
        if Self.isKept(posting.payload, rarities[row], thresholdsBelow[posting.number]) { keptBelow[row] += 1 }
        guard Self.isKept(posting.payload, rarities[row], thresholds[posting.number]) else { continue }
        kept[row] += 1
        fields[row] = max(fields[row], posting.payload / UInt8(Posting.steps))
      }
    }
    return Plan(
      limit: low, thresholds: thresholds, thresholdsBelow: thresholdsBelow, counts: counts[low],
      countsBelow: counts[below], rarities: rarities, kept: kept, keptBelow: keptBelow,
      fields: fields)
  }

  /// Whether a plan's limit is still the right one, when it leaves `counts` and the one before would leave `below`.
  func isRight(_ limit: Int, counts: Counts, below: Counts) -> Bool {
    (limit == Self.limits.count - 1 || counts.size <= budget) && (limit == 0 || below.size > budget)
  }

  /// The weight from which a page keeps its terms; `weights` of those of its text alone, in descending order.
  static func threshold(_ weights: [UInt16], _ limit: Int) -> UInt16 {
    weights.count <= limit ? 0 : weights[limit - 1]
  }

  @inline(__always)
  static func isKept(_ payload: UInt8, _ rarity: Int, _ threshold: UInt16) -> Bool {
    payload >= Posting.steps || weight(payload, rarity) >= threshold
  }

  /// Of a term in the text alone.
  @inline(__always)
  static func weight(_ payload: UInt8, _ rarity: Int) -> UInt16 {
    UInt16((Int(payload) % Posting.steps + 1) * rarity)
  }

  /// Half powers of two between how many pages there are and how many have the term, in quarters. The last two bits only
  /// part terms that are equally rare, or a page would keep either all or none of many words that stand nowhere else.
  static func rarity(of term: ArraySlice<UInt8>, frequency: Int, pages: Int) -> Int {
    var sum = UInt8(0)
    for byte in term { sum = sum &* 5 &+ byte }
    return 4 + 4 * Int(2 * log2(Double(max(pages, frequency)) / Double(max(1, frequency)))) + Int(sum >> 4 & 3)
  }
}
