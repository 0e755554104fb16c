/// Colours code: copies it as escaped text and puts `span` elements around some of it. Without the tags the text is what
/// it was, byte for byte.
struct Highlighter {
  /// The classes of the spans; one letter each, since a page has many.
  enum Class: UInt8 {
    /// Keyword, directive or command.
    case keyword = 0x6B
    case string = 0x73
    case comment = 0x63
    case number = 0x6E
    case variable = 0x76
    /// The key of a value, the name of a header field or of a section.
    case attribute = 0x61
    /// A word for a value, such as `true` or a log level.
    case builtin = 0x62
    /// An inserted line.
    case inserted = 0x69
    /// A deleted line.
    case deleted = 0x64
    /// A line about lines: a hunk's header, a status line.
    case meta = 0x6D
  }

  let bytes: [UInt8]
  let grammar: Grammar
  let end: Int
  var index: Int
  var output: [UInt8]
  /// Up to where the code is written.
  var written: Int
  /// Whether only white space stands between `index` and the line's start.
  var isLineStart = true
  /// Whether the next word is the first of a statement.
  var isStatementStart = true

  static func highlight(_ bytes: [UInt8], _ range: Range<Int>, as grammar: Grammar, to output: inout [UInt8]) {
    var highlighter = Highlighter(bytes: bytes, range: range, grammar: grammar, output: output)
    output = []
    switch grammar.lines {
    case .none: highlighter.scan()
    case .diff: highlighter.scanDiff()
    case .http: highlighter.scanHTTP()
    }
    highlighter.flush(to: highlighter.end)
    output = highlighter.output
  }

  private init(bytes: [UInt8], range: Range<Int>, grammar: Grammar, output: [UInt8]) {
    self.bytes = bytes
    self.grammar = grammar
    self.output = output
    end = range.upperBound
    index = range.lowerBound
    written = range.lowerBound
  }

  // MARK: - Writing

  /// Writes what has no colour up to `position`.
  mutating func flush(to position: Int) {
    HTMLBytes.appendText(bytes, written..<position, to: &output)
    written = position
  }

  /// Writes `range` in a colour; what stands between it and the last one goes without.
  mutating func put(_ range: Range<Int>, as style: Class) {
    guard !range.isEmpty else { return }
    flush(to: range.lowerBound)
    output.append(contentsOf: "<span class=\"".utf8)
    output.append(style.rawValue)
    output.append(contentsOf: "\">".utf8)
    flush(to: range.upperBound)
    output.append(contentsOf: "</span>".utf8)
  }

  // MARK: - Looking

  func starts(_ text: String, at position: Int) -> Bool {
    guard position + text.utf8.count <= end else { return false }
    var position = position
    for byte in text.utf8 {
      if bytes[position] != byte { return false }
      position += 1
    }
    return true
  }

  func lineEnd(from position: Int) -> Int {
    var position = position
    while position < end, bytes[position] != 0x0A { position += 1 }
    return position
  }

  func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  func wordEnd(from position: Int) -> Int {
    var position = position
    while position < end, isWordByte(bytes[position]) || grammar.wordMarks.utf8.contains(bytes[position]) {
      position += 1
    }
    return position
  }
}
