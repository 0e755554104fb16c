import Foundation
import TestSupport
import Testing

@Suite(
  "Preview in a browser",
  .enabled(if: Interlude.isOn("INTERLUDE_BROWSER"), "set INTERLUDE_BROWSER=1 after scripts/install-test-tools.sh"))
struct PreviewTests {
  @Test("a save reloads the page where it was; problems lie over it until they are mended", .safetyNet)
  func preview() async throws {
    try await TemporaryFolder.with("preview") { folder in
      let (root, content) = (PackageFolder.root, folder.appending(path: "content"))
      try FileManager.default.copyItem(at: root.appending(path: "Tests/ContentTests/Base"), to: content)
      for language in ["en", "ar"] {
        let file = "locales/\(language).yaml"
        try Data(contentsOf: root.appending(path: "content/\(file)")).write(to: content.appending(path: file))
      }
      let settings = content.appending(path: "site.yaml")
      let text = try String(contentsOf: settings, encoding: .utf8)
      try Data(text.replacing("languages: [en]", with: "languages: [en, ar]").utf8).write(to: settings)
      let inspection = try await Inspection.run(
        "preview.py", arguments: [Interlude.binary.path, folder.path])
      print("Preview: \(inspection.summary), \(inspection.problems.count) problems")
      inspection.report()
    }
  }
}
