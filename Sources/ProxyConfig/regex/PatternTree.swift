/// A regular expression as it was written.
indirect enum PatternTree: Sendable {
  case empty
  case set(ByteSet)
  case sequence([PatternTree])
  case choice([PatternTree])
  case group(number: Int, PatternTree)
  case atomic(PatternTree)
  case look(PatternTree, isBehind: Bool, isNegative: Bool)
  case repeated(PatternTree, least: Int, most: Int?, isLazy: Bool)
  case assertion(Assertion)
  case backReference(Int, ignoresCase: Bool)
  /// `\K`: the match starts here.
  case keepOut

  enum Assertion: Sendable, Hashable {
    case start, end, endBeforeNewline, lineStart, lineEnd, wordEdge, noWordEdge
  }

  /// The number of bytes it always takes; nil when that varies. For lookbehind.
  var fixedLength: Int? {
    switch self {
    case .empty, .look, .assertion, .keepOut: return 0
    case .set: return 1
    case .group(_, let inner), .atomic(let inner): return inner.fixedLength
    case .backReference: return nil
    case .repeated(let inner, let least, let most, _):
      guard least == most, let length = inner.fixedLength else { return nil }
      return length * least
    case .sequence(let parts):
      var sum = 0
      for part in parts {
        guard let length = part.fixedLength else { return nil }
        sum += length
      }
      return sum
    case .choice(let ways):
      let lengths = ways.map(\.fixedLength)
      guard let first = lengths.first, lengths.allSatisfy({ $0 == first }) else { return nil }
      return first
    }
  }
}

/// One step of the matcher's program.
enum Instruction: Sendable {
  case set(Int)
  case byte(UInt8)
  /// Try the first address; on failure the second.
  case split(Int, Int)
  case jump(Int)
  case save(Int)
  case assertion(PatternTree.Assertion)
  case backReference(Int, ignoresCase: Bool)
  /// Runs the instructions after it up to `subEnd`, then goes on at `next`.
  case atomic(next: Int)
  case look(next: Int, behind: Int?, isNegative: Bool)
  case subEnd
  /// Remembers where a round of a loop began.
  case loopStart(Int)
  /// Leaves the loop when its last round took nothing.
  case loopCheck(Int, exit: Int)
  case accept
}
