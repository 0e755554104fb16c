/// What is to be seen in a language's code: a few facts for a scanner that colours, and need not understand.
struct Grammar: Sendable {
  /// How words at the start of a line are meant.
  enum FirstWord: Sendable {
    case ordinary
    /// A directive, as in a server's configuration: the first word behind a line's start, `;`, `{` or `}`.
    case directive
    /// A command: as a directive, also behind `|`, `&` and `(`.
    case command
    /// A key in front of `:` or `=`.
    case key
  }

  /// Which lines are coloured as a whole.
  enum Lines: Sendable {
    case none, diff, http
  }

  /// The names a fence may call the language by, in lower case.
  let names: [String]
  var lineComments: [String] = []
  /// Whether a comment must stand at a line's start or behind white space.
  var commentsNeedSpace = true
  var blockComment: (open: String, close: String)?
  /// Bytes that start and end a string.
  var quotes = "\"'"
  /// Whether a backslash keeps the next byte in a string.
  var hasEscapes = true
  /// Whether a string may go on in the next line.
  var hasLongStrings = false
  /// Bytes that start a variable, such as `$`.
  var sigils = ""
  /// Bytes besides letters, digits and `_` that a word may hold.
  var wordMarks = ""
  var firstWord = FirstWord.ordinary
  var keywords = WordSet([])
  /// Words for values and conditions: `true`, `off`, log levels.
  var constants = WordSet([])
  var ignoresCase = false
  /// Whether `<Name …>` or `[name]` at a line's start opens a section.
  var hasSections = false
  var lines = Lines.none

  static func named(_ name: String) -> Grammar? {
    byName[name.lowercased()]
  }

  private static let byName: [String: Grammar] = Dictionary(
    all.flatMap { grammar in grammar.names.map { ($0, grammar) } }, uniquingKeysWith: { first, _ in first })
}

/// Words that are looked up as bytes, by their hash (FNV-1a, 64 bits); a false hit only colours a word.
struct WordSet: Sendable {
  private let hashes: Set<UInt64>

  init(_ words: [String]) {
    hashes = Set(words.map { Self.hash(Array($0.utf8), 0..<$0.utf8.count, ignoringCase: false) })
  }

  /// Words in one string, separated by spaces.
  init(words: String) {
    self.init(words.split(separator: " ").map(String.init))
  }

  var isEmpty: Bool { hashes.isEmpty }

  func contains(_ hash: UInt64) -> Bool {
    hashes.contains(hash)
  }

  static func hash(_ bytes: [UInt8], _ range: Range<Int>, ignoringCase: Bool) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in range {
      var byte = bytes[index]
      if ignoringCase, byte >= 0x41, byte <= 0x5A { byte |= 0x20 }
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return hash
  }
}
