/// How heavy a term has to be to stay on each page under each limit of `Pruning`, and what the index then holds.
///
/// All limits are tried at once, for some thousand pages at a time: how many terms of a page weigh how much is a row of
/// numbers, and the rows of all pages would take as much memory as the index.
struct PageWeights {
  /// What the index holds under each limit.
  let counts: [Pruning.Counts]
  /// By page and limit.
  private let thresholds: [UInt16]
  private static let limits = Pruning.limits
  private static let pagesAtOnce = 4096

  init(_ table: TermTable, _ rarities: [Int], pages: Int) {
    var thresholds: [UInt16] = []
    thresholds.reserveCapacity(pages * Self.limits.count)
    // Postings, and terms by their best posting, that stay under just so many limits.
    var postings = Array(repeating: 0, count: Self.limits.count + 1)
    var best = [UInt8](repeating: 0, count: table.count)
    var places = table.starts
    let width = Posting.steps * (rarities.max() ?? 0) + 1
    for first in stride(from: 0, to: pages, by: Self.pagesAtOnce) {
      let end = min(first + Self.pagesAtOnce, pages)
      func place(_ posting: PackedPosting, _ row: Int) -> Int {
        (posting.number - first) * width + Int(Pruning.weight(posting.payload, rarities[row]))
      }
      // How many terms of the text alone weigh how much. More than fit are as many as fit, which is above every limit.
      var histogram = [UInt16](repeating: 0, count: (end - first) * width)
      for row in 0..<table.count {
        for posting in table.postings[table.list(row, from: places[row], below: end)] where posting.isInTextAlone {
          let place = place(posting, row)
          if histogram[place] < .max { histogram[place] += 1 }
        }
      }
      // Under how many limits, from the most generous on, a term of such a weight stays.
      var reaches = [UInt8](repeating: 0, count: histogram.count)
      for start in stride(from: 0, to: histogram.count, by: width) {
        let own = Self.thresholds(histogram[start..<start + width])
        var reach = 0
        for weight in 0..<width {
          while reach < own.count, Int(own[reach]) <= weight { reach += 1 }
          reaches[start + weight] = UInt8(reach)
        }
        thresholds += own
      }
      for row in 0..<table.count {
        let list = table.list(row, from: places[row], below: end)
        for posting in table.postings[list] {
          let reach = posting.isInTextAlone ? reaches[place(posting, row)] : UInt8(Self.limits.count)
          postings[Int(reach)] += 1
          best[row] = max(best[row], reach)
        }
        places[row] = UInt32(list.upperBound)
      }
    }
    var terms = Array(repeating: 0, count: postings.count)
    for reach in best { terms[Int(reach)] += 1 }
    counts = Self.limits.indices.map { limit in
      Pruning.Counts(terms: terms[(limit + 1)...].reduce(0, +), postings: postings[(limit + 1)...].reduce(0, +))
    }
    self.thresholds = thresholds
  }

  /// By page, the weight from which terms stay under a limit; see `Pruning.threshold`.
  func thresholds(_ limit: Int) -> [UInt16] {
    stride(from: limit, to: thresholds.count, by: Self.limits.count).map { thresholds[$0] }
  }

  /// Of one page, by limit: the limits get smaller, so that the weights grow.
  ///
  /// - Parameter histogram: how many terms have each weight.
  private static func thresholds(_ histogram: ArraySlice<UInt16>) -> [UInt16] {
    var thresholds = [UInt16](repeating: 0, count: limits.count)
    var (limit, count) = (limits.count - 1, 0)
    let all = histogram.reduce(0) { $0 + Int($1) }
    for place in histogram.indices.reversed() {
      count += Int(histogram[place])
      while limit >= 0, count >= limits[limit] {
        // A page that has no more than that keeps all.
        if all > limits[limit] { thresholds[limit] = UInt16(place - histogram.startIndex) }
        limit -= 1
      }
    }
    return thresholds
  }
}
