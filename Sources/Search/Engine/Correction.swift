/// Finds what a word that nobody wrote may have meant.
struct Correction {
  let index: IndexReader

  static let weight = 0.7
  static let most = 3

  /// How many slips a word of this length is allowed.
  static func slips(_ length: Int) -> Int { length < 4 ? 0 : length < 8 ? 1 : 2 }

  /// The nearest words, best first; when `isOpen`, words that begin with something near.
  func candidates(for term: String, isOpen: Bool) -> [String] {
    let units = Array(term.utf16)
    let limit = Self.slips(units.count)
    guard limit > 0 else { return [] }
    var found: [(term: String, cost: Double)] = []
    var least = limit
    var seen: Set<String> = []
    func consider(_ candidate: String, _ rank: Int) {
      let other = Array(candidate.utf16)
      guard other.count + limit >= units.count, isOpen || other.count <= units.count + limit,
        candidate.first != Shingles.mark
      else { return }
      let distance = Self.distance(units, other, limit: least, isOpen: isOpen)
      guard distance > 0, distance <= least, !isFarFetched(units, other), seen.insert(candidate).inserted else {
        return
      }
      least = min(least, distance)
      let first = units[0] == other[0] ? 0 : 0.4
      let longer = isOpen && other.count > units.count + 1 ? 0.2 : 0
      found.append((candidate, Double(distance) + first + longer - Double(rank) / 120))
    }
    if let vocabulary = index.vocabulary {
      for (candidate, rank) in vocabulary { consider(candidate, rank) }
      let shard = index.shard(index.shardIndex(of: term))
      for position in shard.terms.indices {
        consider(shard.terms[position], Vocabulary.rank(frequency: shard.frequency(position)))
      }
    } else {
      for number in index.head.shards.indices {
        let shard = index.shard(number)
        for position in shard.terms.indices {
          consider(shard.terms[position], Vocabulary.rank(frequency: shard.frequency(position)))
        }
      }
    }
    return found.sorted { ($0.cost, $0.term) < ($1.cost, $1.term) }.prefix(Self.most).filter {
      $0.cost < found[0].cost + 2
    }
    .map(\.term)
  }

  /// In short words a wrong first letter makes another word, unless the first two changed places.
  private func isFarFetched(_ term: [UInt16], _ other: [UInt16]) -> Bool {
    term.count <= 5 && term[0] != other[0]
      && !(other.count > 1 && term.count > 1 && term[0] == other[1] && term[1] == other[0])
  }

  /// Insertions, deletions, replacements and swaps of neighbours from `left` to `right` (optimal string alignment), or to
  /// the nearest beginning of it; anything above `limit` may come back as `limit + 1`.
  static func distance(_ left: [UInt16], _ right: [UInt16], limit: Int, isOpen: Bool) -> Int {
    let width = isOpen ? min(right.count, left.count + limit) : right.count
    var before: [Int] = []
    var previous = Array(0...width)
    for row in 1...left.count {
      var current = [row]
      current.reserveCapacity(width + 1)
      var least = row
      if width > 0 {
        for column in 1...width {
          let change = left[row - 1] == right[column - 1] ? 0 : 1
          var cost = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + change)
          if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
            cost = min(cost, before[column - 2] + 1)
          }
          current.append(cost)
          least = min(least, cost)
        }
      }
      if least > limit { return limit + 1 }
      (before, previous) = (previous, current)
    }
    return isOpen ? (previous.min() ?? limit + 1) : previous[width]
  }
}
