/// How much the terms of each page's text alone weigh: all that has to be known to try every limit of `Pruning` at once.
struct PageWeights {
  /// One more than the largest weight.
  private let width: Int
  /// By page and weight: how many terms weigh so much. More than fit are as many as fit, which is above every limit.
  private let histogram: [UInt16]
  /// By page and weight: under how many of `Pruning.limits`, from the most generous on, a term stays.
  private let reaches: [UInt8]

  init(_ table: TermTable, _ rarities: [Int], pages: Int) {
    let width = Posting.steps * (rarities.max() ?? 0) + 1
    var histogram = [UInt16](repeating: 0, count: pages * width)
    for row in 0..<table.count {
      for posting in table.postings[table.list(row)] where posting.isInTextAlone {
        let place = posting.number * width + Int(Pruning.weight(posting.payload, rarities[row]))
        if histogram[place] < .max { histogram[place] += 1 }
      }
    }
    var reaches = [UInt8](repeating: 0, count: pages * width)
    for page in 0..<pages {
      var heavier = 0
      var reach = Pruning.limits.count
      for place in (page * width..<(page + 1) * width).reversed() {
        while reach > 0, Pruning.limits[reach - 1] <= heavier { reach -= 1 }
        reaches[place] = UInt8(reach)
        heavier += Int(histogram[place])
      }
    }
    (self.width, self.histogram, self.reaches) = (width, histogram, reaches)
  }

  /// Under how many limits, from the most generous on, a posting stays.
  @inline(__always)
  func reach(_ posting: PackedPosting, _ rarity: Int) -> Int {
    guard posting.isInTextAlone else { return Pruning.limits.count }
    return Int(reaches[posting.number * width + Int(Pruning.weight(posting.payload, rarity))])
  }

  /// What the index holds under each limit.
  func counts(_ table: TermTable, _ rarities: [Int]) -> [Pruning.Counts] {
    // Postings, and terms by their best posting, that stay under just so many limits.
    var postings = Array(repeating: 0, count: Pruning.limits.count + 1)
    var terms = postings
    for row in 0..<table.count {
      var best = 0
      for posting in table.postings[table.list(row)] {
        let reach = reach(posting, rarities[row])
        postings[reach] += 1
        best = max(best, reach)
      }
      terms[best] += 1
    }
    return Pruning.limits.indices.map { limit in
      Pruning.Counts(terms: terms[(limit + 1)...].reduce(0, +), postings: postings[(limit + 1)...].reduce(0, +))
    }
  }

  /// By page, the weight from which terms stay when `limit` of them may; see `Pruning.threshold`.
  func thresholds(_ limit: Int) -> [UInt16] {
    (0..<histogram.count / width).map { page in
      let weights = histogram[page * width..<(page + 1) * width]
      guard weights.reduce(0, { $0 + Int($1) }) > limit else { return 0 }
      var count = 0
      for (weight, terms) in weights.enumerated().reversed() {
        count += Int(terms)
        if count >= limit { return UInt16(weight) }
      }
      return 0
    }
  }
}
