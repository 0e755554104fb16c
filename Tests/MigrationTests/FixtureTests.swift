import Checks
import Diagnostics
import Foundation
import Migration
import TestSupport
import Testing

/// What becomes of another page service's files: `report.txt` says what is told, `changes.diff` what is changed.
@Suite struct FixtureTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

  @Test(arguments: names)
  func migrates(_ name: String) throws {
    let folder = Self.folder.appending(path: name)
    let bytes = try Data(contentsOf: folder.appending(path: "input.yaml"))
    var report = Report()
    PageServiceFile(Source(name: "input.yaml", bytes: Array(bytes)), image: "interlude-pages:1").findings(into: &report)
    let fixes = Fixes(report.sorted)
    Golden.expect(
      report.rendered(.text, color: false, tool: ToolDescription(name: "interlude", version: "1", address: "")),
      equals: folder.appending(path: "report.txt"))
    Golden.expect(fixes.unifiedDiff, equals: folder.appending(path: "changes.diff"))
    // What was changed is not found again, but for what a person has to do.
    for change in fixes.changes {
      var again = Report()
      PageServiceFile(Source(name: "input.yaml", bytes: change.bytes), image: "interlude-pages:1").findings(
        into: &again)
      #expect(again.isEmpty)
    }
  }
}
