import Diagnostics
import Foundation
import Markdown
import Testing

/// Each folder in Fixtures is a text and what must come of it: `input.md`, `expected.html` and, where there are any, the
/// problems in `expected.txt`, one a line: line:column severity id message.
///
/// `INTERLUDE_REWRITE_GOLDENS=1` writes the expected files anew and fails the run, so that the difference gets read.
@Suite("Fixtures")
struct FixtureTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { !$0.hasPrefix(".") }.sorted()

  @Test("A fixture comes out as expected", arguments: names)
  func fixture(name: String) throws {
    let folder = Self.folder.appending(path: name)
    let source = Source(
      name: "input.md", bytes: Array(try Data(contentsOf: folder.appending(path: "input.md"))))
    var report = Report()
    let text = MarkdownText.parse(source, into: &report)
    let lines = LineIndex(source)
    let problems = report.sorted.map { problem in
      let position = lines.position(at: problem.place.range.lowerBound)
      return "\(position.line):\(position.column) \(problem.severity) \(problem.id) \(problem.message)\n"
    }
    try compare(text.html.string(), with: folder.appending(path: "expected.html"))
    try compare(problems.joined(), with: folder.appending(path: "expected.txt"))
  }

  private func compare(_ actual: String, with file: URL) throws {
    let expected = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    if ProcessInfo.processInfo.environment["INTERLUDE_REWRITE_GOLDENS"] == "1" {
      if actual.isEmpty {
        try? FileManager.default.removeItem(at: file)
      } else if actual != expected {
        try actual.write(to: file, atomically: true, encoding: .utf8)
      }
      Issue.record("golden files were rewritten; read the difference and run again")
    } else {
      #expect(actual == expected, "\(file.lastPathComponent)")
    }
  }
}
