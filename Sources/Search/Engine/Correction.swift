/// Finds what a word that nobody wrote may have meant.
///
/// Slips are rare in the first letters, so that the word is mostly found in the shard in which it would lie itself, and
/// nothing else is fetched.
struct Correction {
  let index: IndexReader
  let compounds: Compounds

  enum Reading {
    /// The nearest words, best first; none if it is a form of a word, or nothing.
    case words([String])
    /// Two words written as one.
    case apart(left: String, right: String)
  }

  /// When `isOpen`, words that begin with something near are meant.
  func reading(of term: String, isOpen: Bool) -> Reading {
    var near = Neighbours(term, isOpen: isOpen, pages: index.head.pages)
    guard Neighbours.slips(term.utf16.count) > 0 else { return .words([]) }
    let own = index.shardIndex(of: term)
    near.consider(index.shard(own))
    if near.isSure { return .words(near.best) }
    if let (left, right) = compounds.apart(term) { return .apart(left: left, right: right) }
    if near.isEmpty, Expansion(index: index).kin(of: term) != nil { return .words([]) }
    if let vocabulary = index.vocabulary {
      near.consider(vocabulary)
      // The vocabulary does not have the rarest words, and those beside this one may lie beyond a border.
      for number in shards(beginningAs: term, letters: 3) where abs(number - own) == 1 && !near.isClose {
        near.consider(index.shard(number))
      }
    } else {
      let alike = shards(beginningAs: term, letters: 1)
      for number in alike where number != own { near.consider(index.shard(number)) }
      for number in others(term) where number != own && !alike.contains(number) && !near.isClose {
        near.consider(index.shard(number))
      }
    }
    return .words(near.best)
  }

  /// The shards where a word with another first letter may be, the likeliest first: letters that changed places, one too
  /// many, another or one that is missing.
  private func others(_ term: String) -> [Int] {
    let letters = Array(term.unicodeScalars)
    guard letters.count > 2, TailFilter.mayHold(term, index.head.tails) else { return [] }
    let swapped = [letters[1], letters[0]] + letters[2...]
    let likely = [swapped[...], letters[1...]].map { index.shardIndex(of: String(String.UnicodeScalarView($0))) }
    return likely + index.head.shards.indices
  }

  /// The shards with words of the same first letters.
  private func shards(beginningAs term: String, letters: Int) -> [Int] {
    let beginning = String(String.UnicodeScalarView(term.unicodeScalars.prefix(letters)))
    let first = index.shardIndex(of: beginning)
    return [first]
      + index.head.shards.indices.dropFirst(first + 1).prefix { index.head.shards[$0].first.hasUnits(beginning) }
  }
}
