public import Diagnostics

/// The forms in which the results of tests are handed over.
public enum TestFormat: String, Sendable, CaseIterable { case text, junit, tap, github }

extension TestRun {
  /// What does not hold, in the order of the file.
  public var report: Report { Report(results.flatMap(\.problems)) }
  public var failed: Int { results.count { !$0.passes } }

  /// A name for the file in reports.
  var name: String { file.source.name }

  func line(of place: Place) -> Int { LineIndex(place.source).lineNumber(at: place.range.lowerBound) }

  /// The test's trouble in a few lines of plain text.
  func explanation(_ result: TestResult) -> String {
    result.problems.map { problem in
      var lines = ["\(problem.place.source.name):\(line(of: problem.place)): \(problem.message)"]
      lines += problem.notes
      for related in problem.related {
        lines.append("\(related.place.source.name):\(line(of: related.place)): \(related.message)")
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}

extension TestFormat {
  /// The results of all files; for people, only how it went: what does not hold is a report of its own.
  public func rendered(_ runs: [TestRun], tool: ToolDescription) -> String {
    switch self {
    case .text: runs.map(TextSummary.render).joined(separator: "\n")
    case .junit: JUnitReport.render(runs)
    case .tap: TAPReport.render(runs)
    case .github: Report(runs.flatMap { $0.report.asFound }).rendered(.github, tool: tool)
    }
  }
}
