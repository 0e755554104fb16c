/// What a reader typed, taken apart.
struct Query {
  struct Word: Hashable {
    let term: String
    let exact: String?
    let kind: Token.Kind
    /// Whether it only says that this is a question.
    let isNeutral: Bool
  }

  /// Each term once, in order.
  let words: [Word]
  /// How many words of the row are not among them because they only say that this is a question.
  let unasked: Int
  /// The row of words, for what stands together.
  let row: [String]
  /// The same row for the shingles of a log line, in which states of HAProxy are named as signatures name them.
  let line: [String]
  /// Words in quotation marks, which must stand together.
  let phrases: [[String]]
  let filters: [Filter]
  /// Whether the last word may go on.
  let isOpen: Bool
  let isLogLine: Bool

  struct Filter: Hashable {
    enum Kind: String, CaseIterable { case topic, audience, proxy }
    let kind: Kind
    let value: String
  }

  /// So many words are a line of a log or a paragraph, not a question, unless a third of them only say that it is one.
  static let longQuestion = 10
  /// What questions do without and log lines are full of.
  private static let logCharacters = Set("()[]{}=<>*#/:".unicodeScalars)

  /// - Parameter isLean: leaves out words that only say that this is a question, unless there are no others. In a large
  ///   site each would be another shard to fetch, and would say little.
  init(_ text: String, questionWords: Set<String>, isLean: Bool) {
    var rest = ""
    var filters: [Filter] = []
    for part in text.split(separator: " ", omittingEmptySubsequences: false) {
      if let filter = Self.filter(part) { filters.append(filter) } else { rest += (rest.isEmpty ? "" : " ") + part }
    }
    self.filters = filters
    let marks = rest.replacing("“", with: "\"").replacing("”", with: "\"").replacing("„", with: "\"")
      .split(separator: "\"", omittingEmptySubsequences: false)
    let tokens = Tokenizer.tokens(rest)
    row = Self.row(tokens)
    line = Self.row(Tokenizer.tokens(Shingles.naming(statesIn: rest)))
    let isAllNeutral = row.allSatisfy(questionWords.contains)
    var words: [Word] = []
    for token in tokens where !words.contains(where: { $0.term == token.term }) {
      let isNeutral = !isAllNeutral && questionWords.contains(token.term)
      words.append(Word(term: token.term, exact: token.exact, kind: token.kind, isNeutral: isNeutral))
    }
    let asked = isLean ? words.filter { !$0.isNeutral } : words
    unasked = words.count { $0.kind != .hump } - asked.count { $0.kind != .hump }
    self.words = asked
    isOpen = rest.unicodeScalars.last.map { Tokenizer.isWord($0) } ?? false
    let isLogLine =
      (row.count >= Self.longQuestion && 3 * row.count(where: questionWords.contains) < row.count)
      || (row.count >= 3 && rest.unicodeScalars.contains { Self.logCharacters.contains($0) })
    self.isLogLine = isLogLine
    // A log line has quotation marks of its own.
    let quoted = marks.indices.filter { $0 % 2 == 1 && $0 + 1 < marks.count }
    phrases = isLogLine ? [] : quoted.map { Self.row(Tokenizer.tokens(String(marks[$0]))) }.filter { !$0.isEmpty }
  }

  private static func row(_ tokens: [Token]) -> [String] { tokens.filter(\.isInRow).map(\.term) }

  /// `topic:causes`, `audience:owner`, `proxy:nginx`.
  private static func filter(_ part: Substring) -> Filter? {
    guard let colon = part.firstIndex(of: ":"), let kind = Filter.Kind(rawValue: String(part[..<colon])) else {
      return nil
    }
    let value = part[part.index(after: colon)...].lowercased()
    return value.isEmpty ? nil : Filter(kind: kind, value: value)
  }
}
