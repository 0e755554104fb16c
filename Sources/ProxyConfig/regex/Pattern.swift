/// A Perl-compatible regular expression over bytes, as nginx uses PCRE: no UTF mode, C locale, `.` stops at LF, `$` also
/// matches before a last LF (pcre2pattern(3)).
///
/// Unlike PCRE it is bounded: a match that needs too many steps is reported as such and never hangs. Constructs it does
/// not know (recursion, conditions, verbs, `\p`) are refused when the pattern is compiled.
public struct Pattern: Sendable {
  /// Why a pattern was refused.
  public struct Refusal: Error, Sendable, Hashable {
    /// What is wrong, to stand after "the regular expression".
    public let reason: String
    /// True when PCRE would refuse it as well, false when only this implementation does.
    public let isInvalid: Bool
  }

  public enum Outcome: Sendable, Hashable {
    /// The whole match is group 0; a group that took no part is nil.
    case match([Range<Int>?])
    case noMatch
    /// The step limit was reached.
    case gaveUp
  }

  public let text: ByteText
  public let ignoresCase: Bool
  /// Names of named groups with their numbers, in the order of appearance.
  public let groupNames: [(name: String, group: Int)]
  public let groupCount: Int
  /// The bytes that each group may hold.
  let bytesOfGroups: [Int: ByteSet]
  /// A group that takes a text of one line but for so many bytes at its ends, whatever those are.
  let wholeGroup: (number: Int, before: Int, behind: Int)?
  /// A group that begins where the text does.
  let firstGroup: Int?
  /// Groups that begin with a slash whatever the text is.
  let slashGroups: Set<Int>
  let program: [Instruction]
  let sets: [ByteSet]
  let loopCount: Int

  /// In bytes.
  private static let longest = 65_535

  public init(_ text: ByteText, ignoresCase: Bool = false) throws(Refusal) {
    // PCRE's own limit, of 64 KiB once compiled, is not far from this one.
    guard text.count <= Self.longest else { throw Refusal(reason: "is too large", isInvalid: true) }
    var reader = PatternReader(text.bytes, ignoresCase: ignoresCase)
    let tree = try reader.read()
    var compiler = PatternCompiler()
    try compiler.compile(tree, groupCount: reader.groupCount)
    self.text = text
    self.ignoresCase = ignoresCase
    groupNames = reader.names
    groupCount = reader.groupCount
    bytesOfGroups = tree.bytesOfGroups
    wholeGroup = tree.wholeGroup
    firstGroup = tree.firstGroup
    slashGroups = tree.slashGroups
    program = compiler.program
    sets = compiler.sets
    loopCount = compiler.loopCount
  }

  /// The leftmost match.
  public func firstMatch(in subject: ByteText, stepLimit: Int = 2_000_000) -> Outcome {
    var matcher = PatternMatcher(self, subject.bytes, stepLimit: stepLimit)
    return matcher.search()
  }
}

/// A set of bytes.
struct ByteSet: Hashable, Sendable {
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  init(_ bytes: some Sequence<UInt8> = []) {
    for byte in bytes { insert(byte) }
  }

  func contains(_ byte: UInt8) -> Bool {
    let bit = UInt64(1) << UInt64(byte & 63)
    return switch byte >> 6 {
    case 0: words.0 & bit != 0
    case 1: words.1 & bit != 0
    case 2: words.2 & bit != 0
    default: words.3 & bit != 0
    }
  }

  mutating func insert(_ byte: UInt8) {
    let bit = UInt64(1) << UInt64(byte & 63)
    switch byte >> 6 {
    case 0: words.0 |= bit
    case 1: words.1 |= bit
    case 2: words.2 |= bit
    default: words.3 |= bit
    }
  }

  mutating func formUnion(_ other: ByteSet) {
    words.0 |= other.words.0
    words.1 |= other.words.1
    words.2 |= other.words.2
    words.3 |= other.words.3
  }

  var inverted: ByteSet {
    var set = self
    set.words = (~words.0, ~words.1, ~words.2, ~words.3)
    return set
  }

  /// With every ASCII letter in both cases.
  var caseless: ByteSet {
    var set = self
    for letter in UInt8(0x41)...0x5A where contains(letter) || contains(letter | 0x20) {
      set.insert(letter)
      set.insert(letter | 0x20)
    }
    return set
  }

  /// Its only byte; of a letter in both cases the small one. Nil where it has others.
  var smallLetter: UInt8? {
    let count =
      words.0.nonzeroBitCount + words.1.nonzeroBitCount + words.2.nonzeroBitCount + words.3.nonzeroBitCount
    guard count == 1 || count == 2 else { return nil }
    for (index, word) in [words.0, words.1, words.2, words.3].enumerated() where word != 0 {
      let byte = UInt8(index * 64 + word.trailingZeroBitCount)
      let isLetter = 0x41...0x5A ~= byte
      if count == 1 { return isLetter ? byte | 0x20 : byte }
      return isLetter && contains(byte | 0x20) ? byte | 0x20 : nil
    }
    return nil
  }

  static func == (left: ByteSet, right: ByteSet) -> Bool { left.words == right.words }
  func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(words.3)
  }

  static let digits = ByteSet(0x30...0x39)
  static let words = ByteSet(Array(0x30...0x39) + Array(0x41...0x5A) + Array(0x61...0x7A) + [0x5F])
  static let spaces = ByteSet([0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D])
  static let horizontal = ByteSet([0x20, 0x09, 0xA0])
  static let vertical = ByteSet([0x0A, 0x0B, 0x0C, 0x0D, 0x85])
  static let notLineFeed = ByteSet([0x0A]).inverted
  static let all = ByteSet().inverted
}
