internal import Escaping
internal import Foundation

/// The terms of a large site that a misspelt word may have meant, when the shard it would lie in does not tell.
enum Vocabulary {
  static let size = 6000

  static func encode(_ terms: [TermTable.Term]) -> String {
    let ranked = terms.indices.filter { isCandidate(terms[$0]) }
      .sorted { (importance(terms[$0]), $1) > (importance(terms[$1]), $0) }
    let chosen = ranked.prefix(size).sorted()
    return JSON.object([
      .init("terms", .string(FrontCoding.encode(chosen.lazy.map { terms[$0].text }, separator: " "))),
      .init("ranks", .string(Digits.text(chosen.map { rank(frequency: terms[$0].frequency) }))),
    ]).serialized()
  }

  /// How common a term is, on a scale of sixths of a power of two.
  static func rank(frequency: Int) -> Int { min(89, Int(6 * log2(Double(max(1, frequency))))) }

  /// Corrections are made to words of four characters and more, and not to numbers.
  private static func isCandidate(_ term: TermTable.Term) -> Bool {
    term.text.utf16.count >= 3 && term.text.first != Shingles.mark
      && term.text.unicodeScalars.allSatisfy { $0.properties.numericType == nil }
      && (term.frequency > 1 || term.postings.contains { !$0.isInTextAlone })
  }

  private static func importance(_ term: TermTable.Term) -> Int {
    min(term.frequency, 1000) + 1000 * (term.postings.map { Int($0.payload) / Posting.steps }.max() ?? 0)
  }
}
