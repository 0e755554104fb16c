/// A word of the query and the terms of the dictionary that stand for it.
struct Group {
  /// A term of the dictionary, and how well it stands for the word: 1 is the word itself.
  struct Alternative {
    let shard: Int
    let index: Int
    let term: String
    let frequency: Int
    let weight: Double
    /// Whether it is the word itself, whatever its form or spelling.
    let isOwn: Bool
    let set: Place?
  }

  /// Of several words that mean the same only together: which they are, how many, and which of them this one is.
  struct Place: Hashable {
    let synonyms: Int
    let row: Int
    let word: Int
    let count: Int

    func isBeside(_ other: Place) -> Bool { (synonyms, row) == (other.synonyms, other.row) }
  }

  let word: Query.Word
  var alternatives: [Alternative] = []
  /// What a misspelt word was taken for.
  var correction: String?
  /// Whether it stands for a word in `camelCase` that nobody wrote.
  var standsForWord = false

  /// The kind of word that `Weights` knows it by.
  var kind: String {
    if word.isNeutral { return "neutral" }
    return standsForWord ? "word" : "\(word.kind)"
  }

  /// Whether it counts when we judge how much of the query a page answers.
  var isContent: Bool {
    standsForWord || (!word.isNeutral && (word.kind == .word || word.kind == .part))
  }
  var isNumber: Bool { word.term.unicodeScalars.contains { (0x30...0x39).contains($0.value) } }

  /// Whether the word is `term` or a form of it.
  func means(_ term: String) -> Bool {
    word.term == term
      || (word.kind != .hump
        && (correction == term || alternatives.contains { $0.term == term && $0.isOwn }))
  }

  /// What stands for the word by itself.
  var singles: [Alternative] { alternatives.filter { $0.set == nil } }

  /// What stands for it only together: by set, by word of the set.
  var sets: [[[Alternative]]] {
    var sets: [(place: Place, words: [[Alternative]])] = []
    for alternative in alternatives {
      guard let place = alternative.set else { continue }
      if !sets.contains(where: { $0.place.isBeside(place) }) {
        sets.append((place, Array(repeating: [], count: place.count)))
      }
      for number in sets.indices where sets[number].place.isBeside(place) {
        sets[number].words[place.word].append(alternative)
      }
    }
    return sets.map(\.words).filter { $0.allSatisfy { !$0.isEmpty } }
  }

  mutating func add(_ alternative: Alternative) {
    guard
      !alternatives.contains(where: { other in
        guard other.term == alternative.term else { return false }
        guard let place = alternative.set, let own = other.set else { return alternative.set == other.set }
        return own.isBeside(place)
      })
    else { return }
    alternatives.append(alternative)
  }
}
