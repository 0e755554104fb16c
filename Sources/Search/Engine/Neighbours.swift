/// The words nearest to one that nobody wrote, as far as they have been shown: none that is more slips away than another.
struct Neighbours {
  private let units: [UInt16]
  private let isOpen: Bool
  /// A word on so many pages is surely meant if it is one slip away.
  private let common: Int
  private var least: Int
  private var found: [(term: String, cost: Double)] = []
  private var seen: Set<String> = []
  /// Whether there is a common word one slip away.
  private(set) var isSure = false

  static let most = 3

  /// How many slips a word of this length is allowed.
  static func slips(_ length: Int) -> Int { length < 4 ? 0 : length < 8 ? 1 : 2 }

  /// When `isOpen`, words that begin with something near are meant.
  init(_ term: String, isOpen: Bool, pages: Int) {
    units = Array(term.utf16)
    self.isOpen = isOpen
    common = pages / 100
    least = Self.slips(units.count)
  }

  var isEmpty: Bool { found.isEmpty }
  /// Whether there is any word one slip away.
  var isClose: Bool { least == 1 && !found.isEmpty }

  /// Best first.
  var best: [String] {
    found.sorted { ($0.cost, $0.term) < ($1.cost, $1.term) }.prefix(Self.most).map(\.term)
  }

  mutating func consider(_ shard: LoadedShard) {
    for position in shard.terms.indices {
      let frequency = shard.frequency(position)
      let distance = consider(shard.terms[position], rank: Vocabulary.rank(frequency: frequency))
      if distance == 1, frequency >= common { isSure = true }
    }
  }

  mutating func consider(_ vocabulary: [(term: String, rank: Int)]) {
    for (term, rank) in vocabulary { _ = consider(term, rank: rank) }
  }

  /// How far away the candidate is, if it is none of those that are too far.
  private mutating func consider(_ candidate: String, rank: Int) -> Int? {
    let other = Array(candidate.utf16)
    let limit = least
    guard other.count + limit >= units.count, isOpen || other.count <= units.count + limit,
      candidate.first != Shingles.mark
    else { return nil }
    let distance = Self.distance(units, other, limit: limit, isOpen: isOpen)
    guard distance > 0, distance <= limit, !isFarFetched(other), seen.insert(candidate).inserted else { return nil }
    if distance < least { found = [] }
    least = distance
    let first = units[0] == other[0] ? 0 : 0.4
    let longer = isOpen && other.count > units.count + 1 ? 0.2 : 0
    found.append((candidate, Double(distance) + first + longer - Double(rank) / 120))
    return distance
  }

  /// In short words a wrong first letter makes another word, unless the first two changed places.
  private func isFarFetched(_ other: [UInt16]) -> Bool {
    units.count <= TailFilter.shortWord && units[0] != other[0]
      && !(other.count > 1 && units.count > 1 && units[0] == other[1] && units[1] == other[0])
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
