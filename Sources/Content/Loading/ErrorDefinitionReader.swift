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
    checkSections(into: &report)
    let article = front.located("article").flatMap { links.page($0, into: &report) }
    guard let code = front.integer("code"), let reason = front.text("reason"),
      let description = front.text("description"), let article,
      let hop = front.text("hop").flatMap(ErrorDefinition.Hop.init(rawValue:)),
      let retry = front.text("retry").flatMap(ErrorDefinition.Retry.init(rawValue:))
    else { return nil }
    return ErrorDefinition(
      code: code, reason: reason, description: description, hop: hop, retry: retry,
      retryAfter: front.integer("retryAfter"), article: article, related: front.integers("related").map(\.value),
      keywords: front.texts("keywords").map(\.value), reviewed: front.day("reviewed"),
      sources: front.texts("sources").map(\.value), page: page)
  }

  private func checkName(_ front: Record, into report: inout Report) {
    guard let code = front.integer("code"), String(code) != key else { return }
    report.add(
      Diagnostic(
        "wrong-name", "the file is named \(key).md but defines \(code)", at: front.place(of: "code") ?? front.place,
        help: Int(key) == nil ? "name the file \(code).md" : "write `code: \(key)`, or name the file \(code).md"))
  }

  private func checkSections(into report: inout Report) {
    let wanted = ErrorDefinition.Reader.allCases.map(\.heading)
    let found = file.body.headings.filter { $0.level <= 2 }
    guard found.map(\.text) != wanted else { return }
    for heading in found where !wanted.contains(heading.text) {
      report.add(
        Diagnostic(
          "unexpected-section", "an error definition has no section “\(heading.text)”", at: heading.place,
          notes: ["its second-level headings are: \(wanted.joined(separator: ", "))"],
          help: NearestName.of(heading.text, among: wanted).map { "did you mean `## \($0)`?" }
            ?? "make it a third-level heading: `### …`"))
    }
    for heading in wanted where !found.contains(where: { $0.text == heading }) {
      report.add(
        Diagnostic(
          "missing-section", "the section “\(heading)” is missing",
          at: file.source.place(file.bodyRange.lowerBound..<file.bodyRange.lowerBound),
          help: "add `## \(heading)` and say what they need to know"))
    }
    if Set(found.map(\.text)) == Set(wanted), let first = found.first {
      report.add(
        Diagnostic(
          "section-order", "the sections stand in another order", at: first.place,
          help: "order them: \(wanted.joined(separator: ", "))"))
    }
  }
}
