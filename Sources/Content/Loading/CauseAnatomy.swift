internal import Diagnostics

/// What every article about a cause must have, so that whoever is on call finds the same things in the same places:
/// how it shows, how to prove it, how to end it, how to keep it from coming back, and where that is written.
struct CauseAnatomy {
  static let sections = ["Symptom", "Confirm", "Fix", "Prevent"]

  let file: MarkdownFile
  let language: String

  /// Does nothing for an article that names no cause.
  func check(into report: inout Report) {
    guard let cause = file.front.located("cause") else { return }
    let check = SectionsCheck(file: file, wanted: Self.sections, subject: "an article about a cause")
    // Only English has these names; in other languages the author chooses them.
    if language == "en" || language.hasPrefix("en-") {
      check.run(into: &report)
    } else {
      check.runByNumber(into: &report)
    }
    for key in ["related", "sources"] where file.front.list(key).isEmpty {
      report.add(
        Diagnostic(
          "missing-\(key)", "an article about a cause names its \(key == "related" ? "relatives" : "sources")",
          at: cause.place,
          help: key == "related"
            ? "add `related: [other-cause.md]`: what it is taken for, or what comes with it"
            : "add `sources: [https://…]`: the manual page or the program's own source that says so"))
    }
  }
}
