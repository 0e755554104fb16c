internal import Foundation

/// Scores pages.
struct Ranking {
  let index: IndexReader
  let query: Query

  struct Score {
    let page: Int
    let total: Double
    /// By group: what it added; for `--explain`.
    let parts: [Double]
    let coverage: Double
    let bonus: Double
  }

  /// What a field counts beyond its weight in the frequency, from text to name.
  private static let prominence = [1, 1.5, 1.3, 2.2, 3, 3.5]
  /// A title of more words than this says less with each of them: BM25F normalises every field by its own length.
  static let longTitle = 8.0
  static let wholeTitle = 1000.0
  static let name = 500.0
  static let signature = 200.0
  /// Below this share of its words a query is not answered at all.
  static let leastShare = 0.3
  static let leastShareOfLine = 0.1

  func scores(_ groups: [Group]) -> [Score] {
    let pages = index.head.pages
    var parts = [[Double]](repeating: [], count: pages)
    var fields = [[Int]](repeating: [], count: pages)
    let rarities = groups.map(rarity)
    let titleLengths = Array(index.head.titleLengths.utf8).map { Double(Digits.value($0)) }
    func titleProminence(_ page: Int) -> Double {
      Self.prominence[Field.title.rawValue] * min(1, Self.longTitle / max(1, titleLengths[page])).squareRoot()
    }
    for (number, group) in groups.enumerated() {
      for alternative in group.alternatives {
        index.shard(alternative.shard).postings(alternative.index) { page, payload in
          guard page < pages else { return }
          if parts[page].isEmpty {
            parts[page] = [Double](repeating: 0, count: groups.count)
            fields[page] = [Int](repeating: -1, count: groups.count)
          }
          let (field, step) = (payload / Posting.steps, payload % Posting.steps)
          let value =
            alternative.weight * group.weight * rarities[number] * Double(step + 1) / Double(Posting.steps)
            * (field == Field.title.rawValue ? titleProminence(page) : Self.prominence[field])
          parts[page][number] = max(parts[page][number], value)
          if alternative.weight >= Expansion.form { fields[page][number] = max(fields[page][number], field) }
        }
      }
    }
    let signatures = query.isLogLine ? signatureScores() : [:]
    let strongest = signatures.values.max() ?? 0
    let whole = zip(groups, rarities).reduce(0) { $0 + $1.0.weight * $1.1 }
    let asked = groups.reduce(0) { $0 + share($1) }
    let least = query.row.count >= Query.longQuestion ? Self.leastShareOfLine : Self.leastShare
    let row = groups.filter { $0.word.kind != .hump }.count
    var scores: [Score] = []
    for page in 0..<pages where !parts[page].isEmpty || signatures[page] != nil {
      guard passes(page) else { continue }
      let own = parts[page].isEmpty ? [Double](repeating: 0, count: groups.count) : parts[page]
      var sum = 0.0
      var covered = 0.0
      var answered = 0.0
      var titled = 0
      var named = 0
      for (number, group) in groups.enumerated() where own[number] > 0 {
        sum += own[number]
        covered += group.weight * rarities[number]
        answered += share(group)
        guard group.word.kind != .hump else { continue }
        if fields[page][number] >= Field.title.rawValue { titled += 1 }
        if fields[page][number] == Field.name.rawValue { named += 1 }
      }
      var bonus = 0.0
      if let signature = signatures[page], signature >= strongest / 2 {
        bonus += Self.signature * signature / strongest
      }
      if titled == row, Double(row + query.unasked) == titleLengths[page] { bonus += Self.wholeTitle }
      if named == row, row + query.unasked == 1 || query.row.count == row { bonus += Self.name }
      if bonus == 0, asked > 0, answered / asked < least { continue }
      let coverage = whole > 0 ? covered / whole : 0
      scores.append(
        Score(
          page: page, total: sum * (0.4 + 0.6 * coverage) + bonus, parts: own, coverage: coverage,
          bonus: bonus))
    }
    return scores.sorted { ($1.total, $0.page) < ($0.total, $1.page) }
  }

  /// What a word counts when we ask how much of the query was answered: unknown numbers are addresses and times.
  private func share(_ group: Group) -> Double {
    guard group.isContent else { return 0 }
    return group.alternatives.isEmpty && group.isNumber ? 0.2 : 1
  }

  /// BM25's weight of a term by how few pages have it, that of the group's most common member.
  private func rarity(_ group: Group) -> Double {
    let frequency = Double(group.alternatives.reduce(1) { max($0, $1.frequency) })
    let pages = Double(max(index.head.pages, 1))
    return log(1 + max(0, pages - frequency + 0.5) / (frequency + 0.5))
  }

  private func passes(_ page: Int) -> Bool {
    query.filters.allSatisfy { filter in
      switch filter.kind {
      case .topic:
        value(index.head.topicOf, page).map {
          index.head.topics.indices.contains($0) && index.head.topics[$0] == filter.value
        }
          ?? false
      case .audience: has(filter.value, ["visitor", "owner", "developer"], index.head.audienceOf, page)
      case .proxy: has(filter.value, index.head.proxies, index.head.proxyOf, page)
      }
    }
  }

  private func has(_ name: String, _ names: [String], _ bits: String, _ page: Int) -> Bool {
    guard let bit = names.firstIndex(of: name), let bits = value(bits, page) else { return false }
    return bits >> bit & 1 == 1
  }

  private func value(_ text: String, _ page: Int) -> Int? {
    let units = text.utf8
    guard page < units.count else { return nil }
    return Digits.value(units[units.index(units.startIndex, offsetBy: page)])
  }

  /// How much of the line is what programs write when they meet the cause a page is about. What several pages claim is
  /// shared among them.
  private func signatureScores() -> [Int: Double] {
    var scores: [Int: Double] = [:]
    var seen: Set<String> = []
    for (term, length) in Shingles.terms(ofLine: query.line) where seen.insert(term).inserted {
      let shard = index.shard(index.shardIndex(of: term))
      let (position, isFound) = shard.position(of: term)
      guard isFound else { continue }
      let weight = (length == Shingles.length ? 1.5 : 1) / Double(shard.frequency(position))
      shard.postings(position) { page, _ in scores[page, default: 0] += weight }
    }
    return scores
  }
}
