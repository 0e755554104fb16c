import Content
import Diagnostics
import Escaping
import Trace

/// How many tests hold and what none exercises.
enum TextSummary {
  /// More gaps are not listed.
  private static let most = 20

  static func render(_ run: TestRun) -> String {
    let count = run.results.count
    var lines = [
      run.failed == 0
        ? "\(run.name): \(count) test\(count == 1 ? "" : "s"), all hold"
        : "\(run.name): \(run.failed) of \(count) test\(count == 1 ? "" : "s") \(run.failed == 1 ? "does" : "do") not hold"
    ]
    for result in run.results {
      for note in result.notes { lines.append("  note: “\(result.test.name.value)”: \(note)") }
    }
    return (lines + coverage(run)).map { TerminalText.harmless($0) }.joined(separator: "\n") + "\n"
  }

  private static func coverage(_ run: TestRun) -> [String] {
    let coverage = run.coverage
    guard coverage.places > 0 else { return ["  Nothing here asks an upstream."] }
    var lines = [
      "  tested: \(coverage.reached) of \(coverage.places) places that ask an upstream, "
        + "\(coverage.triedFailures) of \(coverage.failures) failures there"
        + (coverage.pageLines == 0
          ? ""
          : ", \(coverage.pageLines - coverage.unusedLines.count) of \(coverage.pageLines) lines that lead to an error page")
    ]
    for gap in coverage.gaps.prefix(most) {
      let what = gap.isReached ? gap.failures.map(\.name).joined(separator: ", ") : "no test gets there"
      lines.append("  not tested: \(gap.place.source.name):\(run.line(of: gap.place)) \(gap.title): \(what)")
    }
    for place in coverage.unusedLines.prefix(most) {
      let words = place.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      lines.append("  not tested: \(place.source.name):\(run.line(of: place)) \(words.prefix(80))")
    }
    let more = max(0, coverage.gaps.count - most) + max(0, coverage.unusedLines.count - most)
    if more > 0 { lines.append("  and \(more) more") }
    if coverage.unreached > 0 {
      lines.append("  \(coverage.unreached) more ask an upstream, and no request was found that gets there")
    }
    return lines
  }
}
