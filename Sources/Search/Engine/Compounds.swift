/// Words that some write as one, some with a joiner and some apart: `keepalive`, `keep-alive`, `keep alive`.
///
/// How else a word may be spelled is looked up in shards that the query asks for anyhow, where the other spellings mostly
/// lie because they begin alike.
struct Compounds {
  let index: IndexReader
  let questionWords: Set<String>

  private static let joiners = ["-", "_", "."]
  /// A shorter word is not taken apart.
  private static let shortestSpelled = 5
  private static let shortestApart = 6
  private static let shortestPart = 3
  /// Each try may be another shard to fetch.
  private static let mostTries = 2

  /// Adds to the words of a query their other spellings. Programs are not in doubt how to spell what they log.
  func widen(_ groups: inout [Group], _ query: Query, _ expansion: Expansion) {
    guard !query.isLogLine else { return }
    let asked = Set(query.words.map { index.shardIndex(of: $0.term) })
    for number in groups.indices {
      for spelling in Self.spellings(groups[number].word)
      where spelling != groups[number].word.term && asked.contains(index.shardIndex(of: spelling)) && isTerm(spelling) {
        expansion.add(spelling, weight: index.head.weights.matches.joined, to: &groups[number])
      }
    }
    for (left, right) in zip(query.row, query.row.dropFirst())
    where !questionWords.contains(left) || !questionWords.contains(right) {
      let joined = left + right
      let members = groups.indices.filter {
        groups[$0].word.kind != .hump && [left, right].contains(groups[$0].word.term)
      }
      // A word that nobody wrote is worth a look where no other word leads.
      let isWanted =
        asked.contains(index.shardIndex(of: joined)) || members.contains { groups[$0].alternatives.isEmpty }
      guard isWanted, isTerm(joined) else { continue }
      for number in members { expansion.add(joined, weight: index.head.weights.matches.joined, to: &groups[number]) }
    }
  }

  /// The two words that were written as one, which nobody wrote and which no word begins with; the first as long as
  /// possible.
  func apart(_ term: String) -> (left: String, right: String)? {
    let letters = Array(term.utf8)
    guard letters.count >= Self.shortestApart, Self.isPlain(letters) else { return nil }
    let own = index.shardIndex(of: term)
    let shard = index.shard(own)
    let (next, _) = shard.position(of: term)
    guard next == shard.terms.count || !shard.terms[next].hasUnits(term) else { return nil }
    var tries = 0
    for count in stride(from: letters.count - Self.shortestPart, through: Self.shortestPart, by: -1)
    where tries < Self.mostTries {
      let left = String(decoding: letters[..<count], as: UTF8.self)
      let right = String(decoding: letters[count...], as: UTF8.self)
      guard !questionWords.contains(left), !questionWords.contains(right), index.shardIndex(of: left) == own,
        isTerm(left)
      else { continue }
      tries += 1
      if isTerm(right) { return (left, right) }
    }
    return nil
  }

  private func isTerm(_ term: String) -> Bool {
    index.shard(index.shardIndex(of: term)).position(of: term).isFound
  }

  /// How else a word may be written without another letter.
  private static func spellings(_ word: Query.Word) -> [String] {
    let letters = Array(word.term.utf8)
    if word.kind == .whole {
      return ([""] + joiners).map { joiner in
        word.term.split { $0 == "-" || $0 == "_" || $0 == "." }.joined(separator: joiner)
      }
    }
    guard word.kind == .word, letters.count >= shortestSpelled, isPlain(letters) else { return [] }
    return (2...letters.count - 2).flatMap { count in
      joiners.map { joiner in
        String(decoding: letters[..<count], as: UTF8.self) + joiner + String(decoding: letters[count...], as: UTF8.self)
      }
    }
  }

  private static func isPlain(_ letters: [UInt8]) -> Bool {
    letters.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
  }
}
