internal import Foundation

/// Answers queries from a built index, as the browser does.
public struct SearchEngine {
  let index: IndexReader
  private let questionWords: Set<String>

  /// A page that was found.
  public struct Result: Sendable {
    /// Relative to the site's root: `articles/causes/dns/`.
    public let url: String
    public let title: String
    /// The heading under which most of the query stands, and its id.
    public let heading: String?
    public let fragment: String?
    public let score: Double
    /// What is known of the page for this query, from 0 to about 1, and what that weighs; `kind` is its topic.
    public let features: [(name: String, value: Double, weight: Double)]
  }

  public struct Answer: Sendable {
    /// The query with its misspelt words put right; nil if there were none.
    public let corrected: String?
    public let results: [Result]
    /// How many pages were found in all.
    public let count: Int
  }

  public init(_ index: IndexReader) {
    self.index = index
    questionWords = Set(index.head.questionWords.split(separator: " ").map(String.init))
  }

  /// How many pages are read to look for a phrase.
  static let pagesReadForPhrases = 30
  static let longestQuery = 600

  public func search(_ text: String, limit: Int = 10) -> Answer {
    let text = String(text.prefix(Self.longestQuery))
    let query = Query(text, questionWords: questionWords, isLean: index.head.vocabulary != nil)
    guard !query.words.isEmpty else { return Answer(corrected: nil, results: [], count: 0) }
    let groups = self.groups(query)
    let ranking = Ranking(index: index, query: query, questionWords: questionWords)
    var (count, scores) = ranking.scores(groups)
    if !query.phrases.isEmpty {
      scores = scores.prefix(Self.pagesReadForPhrases).filter { Passages.has(query.phrases, index.text($0.page)) }
      count = scores.count
    }
    let titles = index.head.titles?.split(separator: "\n", omittingEmptySubsequences: false)
    let results = scores.prefix(limit).map { score in
      let page = index.text(score.page)
      let section = Passages(groups: groups, weights: index.head.weights).heading(page)
      return Result(
        url: index.paths[score.page], title: titles.map { String($0[score.page]) } ?? page.title,
        heading: section?.heading,
        fragment: section?.id, score: score.total, features: ranking.explained(score))
    }
    let corrected = scores.isEmpty ? nil : Self.corrected(text, groups)
    return Answer(corrected: corrected, results: Array(results), count: count)
  }

  private func groups(_ query: Query) -> [Group] {
    let expansion = Expansion(index: index)
    let last = query.isOpen ? query.row.last : nil
    var groups = query.words.map { expansion.group($0, isOpen: $0.term == last) }
    let compounds = Compounds(index: index, questionWords: questionWords)
    compounds.widen(&groups, query, expansion)
    widen(&groups, query, expansion)
    var second: [Int: Group] = [:]
    var dropped: Set<Int> = []
    for number in groups.indices where groups[number].alternatives.isEmpty {
      let word = groups[number].word
      guard word.kind == .word || word.kind == .part else { continue }
      let humps = groups[(number + 1)...].indices.prefix { groups[$0].word.kind == .hump }
      if humps.contains(where: { !groups[$0].alternatives.isEmpty }) {
        for hump in humps { groups[hump].standsForWord = true }
        dropped.insert(number)
      } else if !groups[number].isNumber, !word.isNeutral, !query.phrases.joined().contains(word.term) {
        let correction = Correction(index: index, compounds: compounds)
        second[number] = correct(&groups[number], isOpen: word.term == last, expansion, correction)
      }
    }
    if groups.contains(where: { $0.correction != nil }) { widen(&groups, query, expansion) }
    // A whole that nobody wrote is its parts.
    return groups.indices.filter { number in
      let word = groups[number].word
      return !dropped.contains(number)
        && (!groups[number].alternatives.isEmpty || word.kind == .word || word.kind == .part)
    }.flatMap { [groups[$0]] + [second[$0]].compactMap { $0 } }
  }

  /// Takes a word that nobody wrote for the nearest one, for a form of one, or for two, of which it returns the second.
  private func correct(
    _ group: inout Group, isOpen: Bool, _ expansion: Expansion, _ correction: Correction
  ) -> Group? {
    let term = group.word.term
    let weights = index.head.weights.matches
    switch correction.reading(of: term, isOpen: isOpen) {
    case .words(let candidates):
      for (number, candidate) in candidates.enumerated() {
        expansion.add(candidate, weight: weights.spelled, to: &group)
        let parts = candidate.split { "-_.".contains($0) }.map(String.init).filter { !questionWords.contains($0) }
        for (place, part) in parts.enumerated() where parts.count > 1 {
          let set = Group.Place(synonyms: -1, row: number, word: place, count: parts.count)
          expansion.add(part, weight: weights.spelled, in: set, to: &group)
        }
      }
      if let first = candidates.first {
        if !expansion.isForm(first, of: term) { group.correction = first }
      } else {
        expansion.add(term, weight: weights.spelled, asKin: true, to: &group)
      }
      return nil
    case .apart(let left, let right):
      expansion.add(left, weight: weights.joined, to: &group)
      group.correction = "\(left) \(right)"
      var second = Group(word: .init(term: right, exact: nil, kind: .word, isNeutral: false))
      expansion.add(right, weight: weights.joined, to: &second)
      return second
    }
  }

  /// Adds to a word what this site says means the same; several words mean it together.
  private func widen(_ groups: inout [Group], _ query: Query, _ expansion: Expansion) {
    var found: [(group: Int, term: String, set: Group.Place?)] = []
    for (number, synonyms) in index.head.synonyms.enumerated() {
      let rows = synonyms.map { Tokenizer.tokens($0).filter(\.isInRow).map(\.term) }
      let asked = rows.map { $0.filter { !questionWords.contains($0) } }
      for (own, row) in rows.enumerated() {
        guard let first = asked[own].first,
          let group = groups.firstIndex(where: { row.count > 1 ? $0.word.term == first : $0.means(first) }),
          row.count == 1 || Passages.has([row], .init(row: query.row))
        else { continue }
        for (other, words) in asked.enumerated() where other != own {
          found += words.enumerated().map { place, word in
            let set = Group.Place(synonyms: number, row: other, word: place, count: words.count)
            return (group, word, words.count > 1 ? set : nil)
          }
        }
      }
    }
    let weights = index.head.weights.matches
    for (group, term, set) in found {
      expansion.add(term, weight: weights.synonym, isOwn: false, in: set, to: &groups[group])
    }
  }

  private static func corrected(_ text: String, _ groups: [Group]) -> String? {
    var corrected = text.lowercased()
    var isChanged = false
    for group in groups {
      guard let correction = group.correction, let range = corrected.range(of: group.word.exact ?? group.word.term)
      else {
        continue
      }
      corrected.replaceSubrange(range, with: correction)
      isChanged = true
    }
    return isChanged ? corrected : nil
  }
}

extension PageText {
  /// A row of words as a text.
  fileprivate init(row: [String]) {
    self.init(title: row.joined(separator: " "), description: "", sections: [])
  }
}
