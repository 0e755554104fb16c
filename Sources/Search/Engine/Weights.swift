internal import Foundation

/// What the ranking weighs with, as `Weights.json` holds it. `scripts/fit-search.py` finds most of it out from judged queries.
/// It stands in the head of every index, from which both engines read it.
struct Weights: Decodable {
  /// What another term counts than the word itself, which is 1.
  let matches: Matches
  /// By kind of word: how much of the query it is.
  let words: [String: Double]
  /// The exponent of how much rare words tell.
  let rarity: Double
  /// A page that scores less is no answer if all that is asked is unknown; half of that if half of it is, and so on.
  let least: Double
  let features: [String: Double]
  /// By topic.
  let kinds: [String: Double]

  struct Matches: Decodable {
    /// The word with its accents; another form of it; what it may be the beginning of, if it is a word by itself; spelled
    /// apart, joined or as one; what the site says means the same; what a misspelt word was taken for.
    let exact, form, completion, joined, synonym, spelled: Double
  }

  /// How much of the query a word is.
  func weight(_ group: Group) -> Double { words[group.kind] ?? 1 }

  /// The file, without its white space.
  static let text = String(decoding: PackageResources.Weights_json.filter { $0 > 0x20 }, as: UTF8.self)
}
