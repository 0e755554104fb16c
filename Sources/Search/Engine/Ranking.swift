internal import Foundation

/// Scores pages.
struct Ranking {
  let index: IndexReader
  let query: Query
  let questionWords: Set<String>

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
  static let rarity = 0.8
  static let wholeTitle = 1000.0
  static let name = 500.0
  /// A number that is a page's name, beside words that are on more than this part of all pages and name no proxy:
  /// `http error 502`.
  static let code = 50.0
  static let aside = 0.3
  /// For a page whose address ends with the words of the query and no others.
  static let address = 1.5
  static let signature = 200.0
  /// Below this share of its words a query is not answered at all.
  static let leastShare = 0.3
  static let leastShareOfLine = 0.1

  func scores(_ groups: [Group]) -> [Score] {
    let pages = index.head.pages
    var parts = [[Double]](repeating: [], count: pages)
    var fields = [[Int]](repeating: [], count: pages)
    var highest = [Int](repeating: -1, count: pages)
    let rarities = groups.map(rarity)
    let titleLengths = Array(index.head.titleLengths.utf8).map { Double(Digits.value($0)) }
    func titleProminence(_ page: Int) -> Double {
      Self.prominence[Field.title.rawValue] * min(1, Self.longTitle / max(1, titleLengths[page])).squareRoot()
    }
    func fill(_ alternatives: [Group.Alternative], _ number: Int, _ body: (Int, Double) -> Void) {
      for alternative in alternatives {
        let whole = alternative.weight * groups[number].weight * rarities[number]
        index.shard(alternative.shard).postings(alternative.index) { page, payload in
          guard page < pages else { return }
          if parts[page].isEmpty {
            parts[page] = [Double](repeating: 0, count: groups.count)
            fields[page] = [Int](repeating: -1, count: groups.count)
          }
          let (field, step) = (payload / Posting.steps, payload % Posting.steps)
          let prominence = field == Field.title.rawValue ? titleProminence(page) : Self.prominence[field]
          body(page, whole * Double(step + 1) / Double(Posting.steps) * prominence)
          if alternative.weight >= Expansion.form { fields[page][number] = max(fields[page][number], field) }
          // What a word may have meant must be what a page is called.
          let standing = alternative.weight < Expansion.form ? field - 2 : field
          if groups[number].isContent { highest[page] = max(highest[page], standing) }
        }
      }
    }
    for (number, group) in groups.enumerated() {
      fill(group.singles, number) { page, value in parts[page][number] = max(parts[page][number], value) }
      for words in group.sets {
        let columns = words.map { alternatives in
          var column = [Double](repeating: 0, count: pages)
          fill(alternatives, number) { page, value in column[page] = max(column[page], value) }
          return column
        }
        for page in 0..<pages where !parts[page].isEmpty {
          parts[page][number] = max(parts[page][number], columns.map { $0[page] }.min() ?? 0)
        }
      }
    }
    let signatures = query.isLogLine ? signatureScores() : [:]
    let strongest = signatures.values.max() ?? 0
    let whole = zip(groups, rarities).reduce(0) { $0 + $1.0.weight * $1.1 }
    let asked = groups.reduce(0) { $0 + share($1) }
    let least = query.row.count >= Query.longQuestion ? Self.leastShareOfLine : Self.leastShare
    let row = groups.filter { $0.word.kind != .hump }.count
    let isCentral = groups.map { $0.word.kind != .hump && !isAside($0) }
    let content = groups.filter { $0.isContent && $0.word.kind != .hump }
    let isDoubtful = isDoubtful(groups)
    var scores: [Score] = []
    for page in 0..<pages where parts[page].contains(where: { $0 > 0 }) || signatures[page] != nil {
      guard passes(page) else { continue }
      let own = parts[page].isEmpty ? [Double](repeating: 0, count: groups.count) : parts[page]
      var sum = 0.0
      var covered = 0.0
      var answered = 0.0
      var titled = 0
      var named = 0
      var coded = 0
      let places = fields[page].isEmpty ? [Int](repeating: -1, count: groups.count) : fields[page]
      let isOutside = groups.indices.contains { isCentral[$0] && places[$0] < Field.title.rawValue }
      for (number, group) in groups.enumerated() where own[number] > 0 {
        sum += own[number]
        covered += group.weight * rarities[number]
        answered += share(group)
        guard group.word.kind != .hump else { continue }
        if fields[page][number] >= Field.title.rawValue { titled += 1 }
        if fields[page][number] == Field.name.rawValue {
          named += 1
          if group.isNumber { coded += 1 }
        }
      }
      var bonus = 0.0
      if let signature = signatures[page], signature >= strongest / 2 {
        bonus += Self.signature * signature / max(1, strongest)
      }
      if titled == row, Double(row + query.unasked) == titleLengths[page] { bonus += Self.wholeTitle }
      if named == row, row + query.unasked == 1 || query.row.count == row {
        bonus += Self.name
      } else if coded > 0, !isOutside {
        bonus += Self.code
      }
      if bonus == 0, isDoubtful, highest[page] < Field.heading.rawValue { continue }
      if bonus == 0, asked > 0, answered / asked < least { continue }
      let coverage = whole > 0 ? covered / whole : 0
      let total = sum * (0.4 + 0.6 * coverage) + bonus
      scores.append(
        Score(
          page: page, total: isAddress(of: page, content) ? Self.address * total : total, parts: own,
          coverage: coverage, bonus: bonus))
    }
    return scores.sorted { ($1.total, $0.page) < ($0.total, $1.page) }
  }

  /// What a word counts when we ask how much of the query was answered: unknown numbers are addresses and times.
  private func share(_ group: Group) -> Double {
    guard group.isContent else { return 0 }
    return group.alternatives.isEmpty && group.isNumber ? 0.2 : 1
  }

  /// Whether a word says little of what is asked beside a number that is a page's name.
  private func isAside(_ group: Group) -> Bool {
    guard !group.word.isNeutral, !group.isNumber else { return true }
    guard !index.head.proxies.contains(group.word.term) else { return false }
    let own = group.singles.filter { $0.weight >= Expansion.form }
    return Double(Self.mostCommon(own)) > Double(index.head.pages) * Self.aside
  }

  /// Whether half of what is asked is unknown, so that a word that is merely mentioned somewhere is no answer.
  private func isDoubtful(_ groups: [Group]) -> Bool {
    let lost = groups.count { $0.isContent && $0.alternatives.isEmpty && !$0.isNumber }
    let corrected = groups.count { $0.correction != nil }
    return lost > 0 && 2 * lost + corrected >= groups.count(where: \.isContent)
  }

  /// Whether a page's address ends with the words of the query and no others.
  private func isAddress(of page: Int, _ content: [Group]) -> Bool {
    let name = index.paths[page].split(separator: "/").last ?? ""
    let words = name.split(separator: "-").map(String.init).filter { !questionWords.contains($0) }
    return words.count > 1 && words.count == content.count
      && content.allSatisfy { group in
        group.alternatives.contains { $0.weight >= Correction.weight && words.contains($0.term) }
      }
  }

  /// BM25's weight of a term by how few pages have it, that of the group's most common member, made milder: a question
  /// has words that are rare by chance.
  private func rarity(_ group: Group) -> Double {
    let sets = group.sets.map { $0.map(Self.mostCommon).min() ?? 1 }
    let frequency = Double(max(Self.mostCommon(group.singles), sets.max() ?? 1))
    let pages = Double(max(index.head.pages, 1))
    return pow(log(1 + max(0, pages - frequency + 0.5) / (frequency + 0.5)), Self.rarity)
  }

  private static func mostCommon(_ alternatives: [Group.Alternative]) -> Int {
    alternatives.reduce(1) { max($0, $1.frequency) }
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
