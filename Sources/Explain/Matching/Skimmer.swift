internal import CSkim

/// Passes over the lines of a block that tell of nothing known, by far the most of any log, without another look: those
/// of nginx's error log in whose words no gram stands that is looked for.
///
/// It is C, because that may choose the widest vectors the processor has when it runs, and checks nothing twice. Kept because line
/// by line in Swift, with the same filter, a healthy log takes 6 to 9 % more of the processor's time (5 % where one line of ten
/// is known trouble, nothing more where all are); its price is this file and two of C.
struct Skimmer {
  private var skim = interlude_skim()
  private var grams: interlude_grams
  private var marks = Marks(words: 0)

  /// Room for one bit for each byte of a block, twice.
  private final class Marks {
    let words: Int
    let breaks: UnsafeMutablePointer<UInt64>
    let commas: UnsafeMutablePointer<UInt64>

    init(words: Int) {
      self.words = words
      breaks = .allocate(capacity: words)
      commas = .allocate(capacity: words)
    }

    deinit {
      breaks.deallocate()
      commas.deallocate()
    }
  }

  /// A line that was not passed over.
  struct Stop {
    /// From the block's start; the line feed is not part of it.
    let line: Range<Int>
    /// Where nginx's own words end in the line, and the first position in it at which a gram may stand; nil for a line
    /// of another shape.
    let nginx: (words: Int, gram: Int)?
  }

  /// No signature fits into less.
  static let shortestLine = 8

  /// `filter` is looked into as long as this lives; it stays its owner's.
  init(_ filter: GramFilter) {
    grams = filter.grams
  }

  /// Begins with the lines of `block` from `start` on; it must stay where it is until the next call.
  mutating func begin(_ block: Bytes, from start: Int) {
    let words = (block.count + 63) / 64
    if words > marks.words { marks = Marks(words: words) }
    skim = interlude_skim(
      bytes: block.base, count: block.count, next: start, lines: 0, breaks: marks.breaks, commas: marks.commas)
    interlude_mark(&skim)
  }

  mutating func next() -> Stop? {
    var line = interlude_line()
    guard interlude_next_line(&skim, &grams, Self.shortestLine, Matcher.reach, &line) else { return nil }
    return Stop(
      line: line.start..<line.end,
      nginx: line.is_nginx ? (line.words - line.start, line.gram - line.start) : nil)
  }

  /// Lines that are over since `begin`, the one stopped at among them.
  var lines: Int { skim.lines }

  /// Where the line begins that the block does not end; known when `next` has no more.
  var rest: Int { skim.next }
}
