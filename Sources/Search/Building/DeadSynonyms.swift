internal import Content
internal import Diagnostics

/// Finds synonyms that can never help, because no page has any of the words.
struct DeadSynonyms {
  private let groups: [Located<[String]>]
  private let isKnown: (String) -> Bool

  /// - Parameter isKnown: whether a page is found by a term.
  init(_ groups: [Located<[String]>], isKnown: @escaping (String) -> Bool) {
    self.groups = groups
    self.isKnown = isKnown
  }

  /// Which of some lists of synonyms help nobody, when `isKnown` says what pages have.
  static func dead(_ groups: [[String]], isKnown: (String) -> Bool) -> [Int] {
    groups.indices.filter { index in
      let group = groups[index]
      return group.count < 2
        || !group.contains { text in
          let terms = Tokenizer.tokens(text).filter(\.isInRow).map(\.term)
          return !terms.isEmpty && terms.allSatisfy(isKnown)
        }
    }
  }

  /// By number.
  var dead: [Int] { Self.dead(groups.map(\.value), isKnown: isKnown) }

  func check(into report: inout Report) {
    // Lists that come with the program have no place: nobody can mend them.
    for group in dead where !groups[group].place.source.name.isEmpty { report.add(Self.problem(groups[group])) }
  }

  static func problem(_ group: Located<[String]>) -> Diagnostic {
    Diagnostic(
      "dead-synonym", .warning,
      group.value.count < 2
        ? "a list of synonyms with one entry"
        : "no page has any of these synonyms: \(group.value.joined(separator: ", "))",
      at: group.place, notes: ["a search for one of them is widened to the others; here that finds nothing"],
      help: group.value.count < 2
        ? "add a word that means the same" : "add a word that your pages use, or remove the list")
  }
}
