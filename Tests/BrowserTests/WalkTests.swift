import Foundation
import TestSupport
import Testing

/// One page of each kind, as readers meet it who use no mouse, no script, large letters or colours of their own.
extension BuiltPages {
  @Test(
    "the Tab key reaches all there is to use, in the order in which it is seen, with a whole ring around it",
    .safetyNet, arguments: ["phone", "desktop"])
  func keyboard(view: String) async throws {
    let many = try await ThemeTests.build.value.folder.path
    try await walk("keyboard.py", [many, view])
  }

  @Test("letters of twice the size and a window at 400 % cut nothing off and lay nothing over other text", .safetyNet)
  func reflow() async throws { try await walk("reflow.py") }

  @Test("without scripts every word is there, and no control that does nothing", .safetyNet)
  func withoutScript() async throws { try await walk("scriptless.py") }

  @Test("in forced colours drawings stand out, and what is chosen can be told from the rest", .safetyNet)
  func forcedColours() async throws { try await walk("forced_colours.py") }

  private func walk(_ script: String, _ more: [String] = []) async throws {
    let folder = try await BuiltPages.build.value.folder.path
    let inspection = try await Inspection.run(script, arguments: [folder] + more)
    print("\(script): \(inspection.summary), \(inspection.problems.count) problems")
    inspection.report()
  }
}
