/// Finds in a page's text what the query asked for.
struct Passages {
  let groups: [Group]
  let weights: Weights

  /// The heading under which most of the query stands; nil if that is the beginning of the page.
  func heading(_ page: PageText) -> PageText.Section? {
    var best: PageText.Section?
    var most = 0.0
    for section in page.sections {
      let headingTerms = Set(Tokenizer.tokens(section.heading).map(\.term))
      let terms = Set(Tokenizer.tokens(section.text).map(\.term))
      var score = 0.0
      for group in groups where !group.word.isNeutral {
        let weight = weights.weight(group)
        if group.alternatives.contains(where: { headingTerms.contains($0.term) }) { score += 2 * weight }
        if group.alternatives.contains(where: { terms.contains($0.term) }) { score += weight }
      }
      if score > most { (best, most) = (section, score) }
    }
    return best?.heading.isEmpty == true ? nil : best
  }

  /// Whether all phrases stand in the page, each in one piece.
  static func has(_ phrases: [[String]], _ page: PageText) -> Bool {
    let texts = [page.title, page.description] + page.sections.flatMap { [$0.heading, $0.text] }
    let rows = texts.map { Tokenizer.tokens($0).filter(\.isInRow).map(\.term) }
    return phrases.allSatisfy { phrase in rows.contains { stands(phrase, in: $0) } }
  }

  private static func stands(_ phrase: [String], in row: [String]) -> Bool {
    guard row.count >= phrase.count else { return false }
    return (0...row.count - phrase.count).contains { start in
      row[start] == phrase[0] && row[start..<start + phrase.count].elementsEqual(phrase)
    }
  }
}
