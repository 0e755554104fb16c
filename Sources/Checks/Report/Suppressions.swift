import Diagnostics

/// Comments that allow a finding: `# interlude: allow missing-file because the deployment adds it`.
///
/// A comment speaks for its own line, or, when it stands alone, for the next line that is not a comment. One that says no
/// reason, names no rule or allows nothing is reported itself, so that none outlives its cause.
struct Suppressions {
  private struct Comment {
    let place: Place
    /// As it is written, which may be a former name.
    let name: String
    /// The rule's present id; nil when there is no such rule.
    let rule: String?
    let hasReason: Bool
    /// The line it speaks for.
    let line: Int
    let file: String
  }

  private var comments: [Comment] = []
  private var lines: [String: LineIndex] = [:]

  private let rules: [any Rule.Type]

  init(_ sources: [Source], _ rules: [any Rule.Type]) {
    self.rules = rules
    for source in sources where Self.mentions(source.bytes) {
      let index = LineIndex(source)
      lines[source.name] = index
      comments += comments(in: source, index)
    }
  }

  func applied(to report: Report) -> Report {
    guard !comments.isEmpty else { return report }
    var used = [Bool](repeating: false, count: comments.count)
    var result = Report()
    for diagnostic in report.sorted {
      guard let number = comments.firstIndex(where: { allows($0, diagnostic) }) else {
        result.add(diagnostic)
        continue
      }
      used[number] = true
    }
    for (comment, isUsed) in zip(comments, used) {
      if comment.rule == nil {
        let known = rules.map { $0.description.id }.sorted()
        let near = NearestName.of(comment.name, among: known).map { "did you mean \($0)?" }
        result.add(
          Diagnostic(
            "unknown-rule-allowed", .warning, "there is no rule called \(comment.name)", at: comment.place, help: near))
      } else if !isUsed {
        result.add(
          Diagnostic(
            "unused-allowance", .warning, "this allows \(comment.name), which is not found here", at: comment.place,
            help: "take the comment out, or move it to the line above the finding"))
      }
      if !comment.hasReason {
        result.add(
          Diagnostic(
            "allowance-without-reason", .warning, "this allows \(comment.name) and does not say why", at: comment.place,
            help: "write: # interlude: allow \(comment.name) because …"))
      }
    }
    return result
  }

  private func allows(_ comment: Comment, _ diagnostic: Diagnostic) -> Bool {
    guard comment.rule == diagnostic.id, comment.file == diagnostic.place.source.name, let index = lines[comment.file]
    else { return false }
    return index.lineNumber(at: diagnostic.place.range.lowerBound) == comment.line
  }

  private static let mark = Array("interlude: allow".utf8)

  private static func mentions(_ bytes: [UInt8]) -> Bool {
    bytes.containsSequence(mark)
  }

  private func comments(in source: Source, _ index: LineIndex) -> [Comment] {
    (1...index.lineCount).compactMap { number in
      let range = index.range(ofLine: number)
      let line = source.text(range)
      guard let hash = Self.commentStart(line) else { return nil }
      let words = line[line.index(after: hash)...].split(whereSeparator: \.isWhitespace)
      guard words.count >= 2, words[0] == "interlude:", words[1] == "allow" else { return nil }
      let name = words.count > 2 ? String(words[2]) : ""
      let isAlone = line[..<hash].allSatisfy(\.isWhitespace)
      let start = range.lowerBound + line[..<hash].utf8.count
      return Comment(
        place: source.place(start..<range.upperBound), name: name, rule: rules.description(of: name)?.id,
        hasReason: words.count > 4 && words[3] == "because",
        line: isAlone ? Self.nextLine(after: number, source, index) : number,
        file: source.name)
    }
  }

  /// The `#` that starts a line's comment: the first one after white space that is followed by our mark.
  private static func commentStart(_ line: String) -> String.Index? {
    line.indices.first { index in
      line[index] == "#" && line[line.index(after: index)...].drop(while: \.isWhitespace).hasPrefix("interlude:")
    }
  }

  /// The next line with more than a comment on it.
  private static func nextLine(after number: Int, _ source: Source, _ index: LineIndex) -> Int {
    var next = number + 1
    while next <= index.lineCount {
      let text = source.text(index.range(ofLine: next)).drop(while: \.isWhitespace)
      if !text.isEmpty, text.first != "#" { return next }
      next += 1
    }
    return next
  }
}

extension [UInt8] {
  /// Whether the bytes contain these others.
  fileprivate func containsSequence(_ other: [UInt8]) -> Bool {
    guard let first = other.first, count >= other.count else { return false }
    var index = 0
    while index <= count - other.count {
      if self[index] == first, self[index..<index + other.count].elementsEqual(other) { return true }
      index += 1
    }
    return false
  }
}
