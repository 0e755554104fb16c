internal import Foundation

/// Scores pages: a sum of named features, each times its weight.
struct Ranking {
  let index: IndexReader
  let query: Query
  let questionWords: Set<String>

  private var weights: Weights { index.head.weights }

  struct Score {
    let page: Int
    var total: Double
    /// In the order of `features`.
    var said: [Double]
  }

  /// What a page says of the query, after how much of the query is matched in each field, as BM25F counts it: how much of it
  /// the page has anywhere, how much it and the title are alike, whether they are the same, whether it is the page's name,
  /// whether the page is the code asked for beside words that say little, how much of a log line's signatures is the
  /// page's, and how much the query and the page's address are alike.
  static let features =
    Field.allCases.map { "\($0)" } + [
      "coverage", "titleMatch", "exactTitle", "nameAlone", "code", "signature", "address",
    ]
  /// A word on more than this part of all pages says little beside a code: `http error 502`.
  static let aside = 0.3
  /// So many pages are looked at once more.
  static let most = 200

  /// By page: the best match of a word of the query, the field it stands in, and the most prominent field in which the word
  /// itself stands, -1 if in none.
  private struct Column {
    var values: [Double]
    var fields: [Int]
    var places: [Int]
  }

  /// How many pages were found, and the best of them.
  func scores(_ groups: [Group]) -> (count: Int, best: [Score]) {
    let pages = index.head.pages
    let features = Self.features.map { weights.features[$0] ?? 0 }
    let columns = groups.map { column($0, prominence: features) }
    let masses = groups.map(mass)
    let whole = masses.reduce(0, +)
    let signatures = query.isLogLine ? signatureScores() : [:]
    let strongest = signatures.values.max() ?? 0
    let isInRow = groups.map { $0.word.kind != .hump }
    let row = isInRow.count { $0 }
    let isCentral = groups.indices.map { isInRow[$0] && !isAside(groups[$0]) }
    let content = groups.filter { $0.isContent && $0.word.kind != .hump }
    let least = weights.least * doubt(content)
    let kinds = index.head.topics.map { weights.kinds[$0] ?? 0 }
    var scores: [Score] = []
    for page in 0..<pages where signatures[page] != nil || columns.contains(where: { $0.values[page] > 0 }) {
      guard passes(page) else { continue }
      var said = [Double](repeating: 0, count: features.count)
      var (covered, titled, named, coded, isOutside) = (0.0, 0, 0, 0, false)
      for (number, column) in columns.enumerated() {
        if isCentral[number], column.places[page] < Field.title.rawValue { isOutside = true }
        let (value, field) = (column.values[page], column.fields[page])
        guard value > 0 else { continue }
        said[field] += (masses[number] / whole) * (value / features[field])
        covered += masses[number]
        guard isInRow[number] else { continue }
        if column.places[page] >= Field.title.rawValue { titled += 1 }
        guard column.places[page] >= Field.name.rawValue else { continue }
        named += 1
        if groups[number].isNumber { coded += 1 }
      }
      let length = value(index.head.titleLengths, page) ?? 0
      let isAlone = named == row && (row + query.unasked == 1 || query.row.count == row)
      let signature = (signatures[page] ?? 0) / (strongest > 0 ? strongest : 1)
      let rest = [
        whole > 0 ? covered / whole : 0, Self.likeness(titled, row, length),
        titled == row && row + query.unasked == length ? 1 : 0, isAlone ? 1 : 0,
        !isAlone && coded > 0 && !isOutside ? 1 : 0, signature * signature,
      ]
      for (number, value) in rest.enumerated() { said[Field.allCases.count + number] = value }
      let total = zip(said, features).reduce(0) { $0 + $1.0 * $1.1 }
      guard coded > 0 || total >= least else { continue }
      scores.append(
        Score(page: page, total: total + (value(index.head.topicOf, page).map { kinds[$0] } ?? 0), said: said))
    }
    let isBetter = { (one: Score, other: Score) in (other.total, one.page) < (one.total, other.page) }
    var best = Array(scores.sorted(by: isBetter).prefix(Self.most))
    for number in best.indices {
      let likeness = addressLikeness(best[number].page, content)
      best[number].said[features.count - 1] = likeness
      best[number].total += likeness * features[features.count - 1]
    }
    return (scores.count, best.sorted(by: isBetter))
  }

  /// How much of what is asked is unknown, if anything is: half of what was corrected. A word that is merely mentioned
  /// somewhere is no answer then, unless it is a code.
  private func doubt(_ content: [Group]) -> Double {
    let words = content.filter { !$0.isNumber }
    let lost = words.count(where: \.alternatives.isEmpty)
    return lost == 0 ? 0 : (Double(lost) + Double(words.count { $0.correction != nil }) / 2) / Double(words.count)
  }

  /// What a score is made of.
  func explained(_ score: Score) -> [(name: String, value: Double, weight: Double)] {
    let topic = value(index.head.topicOf, score.page).map { index.head.topics[$0] } ?? ""
    return zip(Self.features, score.said).map { ($0, $1, weights.features[$0] ?? 0) }
      + [("kind:" + topic, 1, weights.kinds[topic] ?? 0)]
  }

  private func column(_ group: Group, prominence: [Double]) -> Column {
    let pages = index.head.pages
    let none = Column(
      values: [Double](repeating: 0, count: pages), fields: [Int](repeating: 0, count: pages),
      places: [Int](repeating: -1, count: pages))
    var column = none
    for words in [[group.singles]] + group.sets {
      let each = words.map { alternatives in
        var own = none
        for alternative in alternatives {
          index.shard(alternative.shard).postings(alternative.index) { page, payload in
            guard page < pages else { return }
            let (field, step) = (payload / Posting.steps, payload % Posting.steps)
            let value = alternative.weight * Double(step + 1) * prominence[field] / Double(Posting.steps)
            if value > own.values[page] { (own.values[page], own.fields[page]) = (value, field) }
            guard alternative.isOwn, alternative.set == nil else { return }
            column.places[page] = max(column.places[page], field)
          }
        }
        return own
      }
      // Of words that mean it together, the one that says least.
      for page in 0..<pages {
        guard let least = each.min(by: { $0.values[page] < $1.values[page] }) else { continue }
        guard least.values[page] > column.values[page] else { continue }
        (column.values[page], column.fields[page]) = (least.values[page], least.fields[page])
      }
    }
    return column
  }

  /// How much of what two say is said by both: 1 if they say the same.
  private static func likeness(_ common: Int, _ one: Int, _ other: Int) -> Double {
    common == 0 ? 0 : Double(2 * common) / Double(one + max(other, common))
  }

  /// How much the words of a page's address are those of the query.
  private func addressLikeness(_ page: Int, _ content: [Group]) -> Double {
    let name = index.paths[page].split(separator: "/").last ?? ""
    let words = name.split(separator: "-").map(String.init).filter { !questionWords.contains($0) }
    let common = content.count { group in group.alternatives.contains { $0.isOwn && words.contains($0.term) } }
    return Self.likeness(common, content.count, words.count)
  }

  /// Whether a word says little of what is asked beside a number that is a page's name.
  private func isAside(_ group: Group) -> Bool {
    guard !group.word.isNeutral, !group.isNumber else { return true }
    guard !index.head.proxies.contains(group.word.term) else { return false }
    return Double(Self.mostCommon(group.singles.filter(\.isOwn))) > Double(index.head.pages) * Self.aside
  }

  /// How much of the query a word is: by its kind, and as BM25 has it by how few pages have it, or the most common of what
  /// stands for it. Made milder: a question has words that are rare by chance.
  private func mass(_ group: Group) -> Double {
    let sets = group.sets.map { $0.map(Self.mostCommon).min() ?? 1 }
    let frequency = Double(max(Self.mostCommon(group.singles), sets.max() ?? 1))
    let pages = Double(max(index.head.pages, 1))
    let rarity = pow(log(1 + max(0, pages - frequency + 0.5) / (frequency + 0.5)), weights.rarity)
    return weights.weight(group) * rarity
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
