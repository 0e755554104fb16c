internal import Diagnostics
internal import Markdown

/// Holds a text's second-level headings to the sections that its kind of page must have, in their order.
struct SectionsCheck {
  let file: MarkdownFile
  /// The headings' texts, in order.
  let wanted: [String]
  /// What the text is, with its article: `an error definition`.
  let subject: String

  func run(into report: inout Report) {
    let found = file.body.headings.filter { $0.level <= 2 }
    guard found.map(\.text) != wanted else { return }
    for heading in found where !wanted.contains(heading.text) {
      report.add(
        Diagnostic(
          "unexpected-section", "\(subject) has no section “\(heading.text)”", at: heading.place,
          notes: ["its second-level headings are: \(wanted.joined(separator: ", "))"],
          help: NearestName.of(heading.text, among: wanted).map { "did you mean `## \($0)`?" }
            ?? "make it a third-level heading: `### …`"))
    }
    for heading in wanted where !found.contains(where: { $0.text == heading }) {
      report.add(
        Diagnostic(
          "missing-section", "the section “\(heading)” is missing", at: start,
          help: "add `## \(heading)` and say what they need to know"))
    }
    if Set(found.map(\.text)) == Set(wanted), let first = found.first {
      report.add(
        Diagnostic(
          "section-order", "the sections stand in another order, or twice", at: first.place,
          help: "order them: \(wanted.joined(separator: ", "))"))
    }
  }

  /// For a language in which the sections' names are the author's: there must be as many.
  func runByNumber(into report: inout Report) {
    let found = file.body.headings.filter { $0.level == 2 }
    guard found.count != wanted.count else { return }
    report.add(
      Diagnostic(
        "missing-section", "\(subject) has \(wanted.count) second-level headings; here are \(found.count)",
        at: found.last?.place ?? start,
        help: "write one, in this language, for each of: \(wanted.joined(separator: ", "))"))
  }

  private var start: Place { file.source.place(file.bodyRange.lowerBound..<file.bodyRange.lowerBound) }
}
