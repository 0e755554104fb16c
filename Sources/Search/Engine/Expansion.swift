/// Looks a word up: itself, its other forms, what it may be the beginning of.
struct Expansion {
  let index: IndexReader
  private var weights: Weights.Matches { index.head.weights.matches }

  static let mostCompletions = 12
  /// A word that is not in the dictionary may have this many letters more than what its kin share.
  static let longestEnding = 4

  /// The alternatives of `word`; none if it is unknown.
  func group(_ word: Query.Word, isOpen: Bool) -> Group {
    var group = Group(word: word)
    add(word.term, weight: 1, to: &group)
    if let exact = word.exact { add(exact, weight: weights.exact, withForms: false, to: &group) }
    if isOpen, word.kind != .hump { complete(word.term, &group) }
    return group
  }

  /// Adds a term and its forms; with `asKin`, the forms of the word that an unknown term has most in common with.
  func add(
    _ term: String, weight: Double, withForms: Bool = true, asKin: Bool = false, isOwn: Bool = true,
    in set: Group.Place? = nil, to group: inout Group
  ) {
    let number = index.shardIndex(of: term)
    let shard = index.shard(number)
    let (position, isFound) = shard.position(of: term)
    if isFound { group.add(alternative(number, position, weight, isOwn, set)) }
    guard withForms else { return }
    let key = isFound ? shard.key(position) : asKin ? Self.key(near: position, term, shard) : nil
    guard let key, !key.isEmpty, !isFound || key != term || hasForms(term, shard, position) else { return }
    for (number, position) in range(key, in: 2) {
      let shard = index.shard(number)
      if shard.key(position) == key {
        group.add(alternative(number, position, weight * weights.form, isOwn, set))
      }
    }
  }

  /// A neighbour that begins with the term itself may be one of its forms.
  private func hasForms(_ term: String, _ shard: LoadedShard, _ position: Int) -> Bool {
    position + 1 >= shard.terms.count || shard.terms[position + 1].hasUnits(term)
  }

  /// The longest key of a term beside `position` that is the beginning of the unknown `term`.
  private static func key(near position: Int, _ term: String, _ shard: LoadedShard) -> String? {
    let length = term.utf16.count
    guard length >= 5, !term.unicodeScalars.contains(where: { (0x30...0x39).contains($0.value) }) else { return nil }
    var best: String?
    for index in max(0, position - 12)..<min(shard.terms.count, position + 12) {
      let key = shard.key(index)
      let count = key.utf16.count
      if count >= 4, count < length, length - count <= longestEnding, term.hasUnits(key), count > best?.utf16.count ?? 0
      {
        best = key
      }
    }
    return best
  }

  /// What the unknown `term` has in common with the forms of a word beside it.
  func kin(of term: String) -> String? {
    let shard = index.shard(index.shardIndex(of: term))
    return Self.key(near: shard.position(of: term).index, term, shard)
  }

  /// Whether the unknown `term` is `candidate` with another ending.
  func isForm(_ candidate: String, of term: String) -> Bool {
    let shard = index.shard(index.shardIndex(of: candidate))
    let (position, isFound) = shard.position(of: candidate)
    guard isFound else { return false }
    let key = shard.key(position)
    return key.utf16.count >= 4 && term.hasUnits(key)
  }

  private func complete(_ term: String, _ group: inout Group) {
    guard term.utf16.count >= 2 || term.unicodeScalars.contains(where: { Tokenizer.isPaired($0.value) }) else { return }
    let isAlone = group.alternatives.isEmpty
    let weight = isAlone ? weights.form : weights.completion
    let found = range(term, in: 2).map { alternative($0.shard, $0.position, weight, isAlone) }
      .filter { $0.term != term && $0.term.first != Shingles.mark }
    let ranked = found.enumerated().sorted { ($1.element.frequency, $0.offset) < ($0.element.frequency, $1.offset) }
    for (_, alternative) in ranked.prefix(Self.mostCompletions) { group.add(alternative) }
  }

  /// Every term that begins with `prefix`, in at most so many shards.
  private func range(_ prefix: String, in limit: Int) -> [(shard: Int, position: Int)] {
    var found: [(shard: Int, position: Int)] = []
    let first = index.shardIndex(of: prefix)
    for number in first..<min(first + limit, index.head.shards.count) {
      guard number == first || index.head.shards[number].first.hasUnits(prefix) else { break }
      let shard = index.shard(number)
      var position = shard.position(of: prefix).index
      while position < shard.terms.count, shard.terms[position].hasUnits(prefix) {
        found.append((number, position))
        position += 1
      }
      if position < shard.terms.count { break }
    }
    return found
  }

  private func alternative(
    _ number: Int, _ position: Int, _ weight: Double, _ isOwn: Bool, _ set: Group.Place? = nil
  ) -> Group.Alternative {
    let shard = index.shard(number)
    return .init(
      shard: number, index: position, term: shard.terms[position], frequency: shard.frequency(position), weight: weight,
      isOwn: isOwn, set: set)
  }
}

extension String {
  /// Whether it begins with `prefix`, unit by unit, as JavaScript's `startsWith` sees it.
  func hasUnits(_ prefix: String) -> Bool { utf16.starts(with: prefix.utf16) }
}
