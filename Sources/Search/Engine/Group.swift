/// A word of the query and the terms of the dictionary that stand for it.
struct Group {
  /// A term of the dictionary, and how well it stands for the word: 1 is the word itself.
  struct Alternative {
    let shard: Int
    let index: Int
    let term: String
    let frequency: Int
    let weight: Double
  }

  let word: Query.Word
  var alternatives: [Alternative] = []
  /// What a misspelt word was taken for.
  var correction: String?
  /// Whether it stands for a word in `camelCase` that nobody wrote.
  var standsForWord = false

  /// How much of the query it is.
  var weight: Double {
    if word.isNeutral { return 0.1 }
    if standsForWord { return 1 }
    return switch word.kind {
    case .word: 1
    case .whole: 1.5
    case .part: 0.5
    case .hump: 0.25
    }
  }

  /// Whether it counts when we judge how much of the query a page answers.
  var isContent: Bool {
    standsForWord || (!word.isNeutral && (word.kind == .word || word.kind == .part))
  }
  var isNumber: Bool { word.term.unicodeScalars.contains { (0x30...0x39).contains($0.value) } }

  /// Whether the word is `term` or a form of it.
  func means(_ term: String) -> Bool {
    word.term == term
      || (word.kind != .hump && alternatives.contains { $0.term == term && $0.weight >= Expansion.form })
  }

  mutating func add(_ alternative: Alternative) {
    guard !alternatives.contains(where: { $0.term == alternative.term }) else { return }
    alternatives.append(alternative)
  }
}
