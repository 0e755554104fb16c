internal import Diagnostics

/// Reports what a language lacks although its visitors will meet it. Each has something that stands in, so that a
/// beginning can be built; `--strict` refuses it.
struct CoverageCheck {
  let settings: Settings
  /// The codes that get pages.
  let codes: [Int]

  func report(_ loaded: LoadedLocale, into report: inout Report) {
    let coverage = LanguageCoverage(loaded, codes: codes)
    let language = coverage.language
    let missing = coverage.missingCommon.filter { !coverage.absent.contains($0) }
    if let first = missing.first {
      report.add(
        Diagnostic(
          "incomplete-language", .warning,
          "\(coverage.name) (\(language)) has no text of its own for \(missing.map(String.init).joined(separator: ", "))",
          at: loaded.codesPlace,
          notes: ["visitors meet these codes often, and the text of their class can only tell them something general"],
          help: "add `\(first):`; `interlude languages` shows what each language has"))
    }
    if settings.maintenanceUntil != nil, coverage.missingStrings.contains("until") {
      report.add(
        Diagnostic(
          "incomplete-language", .warning, "\(coverage.name) (\(language)) has no `until`", at: loaded.pagePlace,
          notes: ["site.yaml says when planned work ends; without a label the time stands there bare"],
          help: "add `until: …`, the label of that time"))
    }
    if coverage.siteStrings > 0, !coverage.hasSearch, language.prefix(2) != "en" {
      report.add(
        Diagnostic(
          "incomplete-language", .warning, "\(coverage.name) (\(language)) has no `search` strings",
          at: loaded.source.place(0..<0),
          notes: ["the help site is offered in this language; its search is in English"],
          help: "add `search:` with the keys that `interlude schema locale` lists"))
    }
  }
}
