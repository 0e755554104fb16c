internal import Diagnostics
internal import Markdown

/// Makes an `ErrorDefinition` from a Markdown file's checked front matter and holds its body to the three readers'
/// sections.
struct ErrorDefinitionReader {
  let file: MarkdownFile
  let key: String
  let links: LinkResolution

  func read(_ page: Document, into report: inout Report) -> ErrorDefinition? {
    let front = file.front
    checkName(front, into: &report)
    SectionsCheck(
      file: file, wanted: ErrorDefinition.Reader.allCases.map(\.heading), subject: "an error definition"
    ).run(into: &report)
    let article =
      front.located("article").flatMap { links.page($0, into: &report) }
      // The code's own page may be one that the site does not publish.
      ?? (file.isBuiltIn ? file.name.page : nil)
    let sources = EvidenceReader.read(front, into: &report)
    guard let code = front.integer("code"), let reason = front.text("reason"),
      let description = front.text("description"), let article,
      let hop = front.text("hop").flatMap(ErrorDefinition.Hop.init(rawValue:)),
      let retry = front.text("retry").flatMap(ErrorDefinition.Retry.init(rawValue:))
    else { return nil }
    checkReason(reason, front, into: &report)
    return ErrorDefinition(
      code: code, reason: reason, description: description, hop: hop, retry: retry,
      retryAfter: front.integer("retryAfter"), article: article, related: front.integers("related").map(\.value),
      keywords: front.texts("keywords").map(\.value), reviewed: front.day("reviewed"),
      sources: sources, page: page)
  }

  /// A reason phrase stands in the first line of an answer and in strings of every proxy's language. Those that are registered
  /// need no more than this.
  private func checkReason(_ reason: String, _ front: Record, into report: inout Report) {
    let other = reason.first { !($0.isASCII && ($0.isLetter || $0.isNumber)) && !" -'(),.".contains($0) }
    guard let other else { return }
    report.add(
      Diagnostic(
        "wrong-type", "a reason phrase has no “\(other)”", at: front.place(of: "reason") ?? front.place,
        notes: [
          "Letters without accents, digits, spaces, hyphens, apostrophes, brackets, commas and full stops may stand in it."
        ],
        help: "write the registered one, as in “Bad Gateway”"))
  }

  private func checkName(_ front: Record, into report: inout Report) {
    guard let code = front.integer("code"), String(code) != key else { return }
    report.add(
      Diagnostic(
        "wrong-name", "the file is named \(key).md but defines \(code)", at: front.place(of: "code") ?? front.place,
        help: Int(key) == nil ? "name the file \(code).md" : "write `code: \(key)`, or name the file \(code).md"))
  }
}
