import Diagnostics
import Foundation
import Migration
import TestSupport
import Testing

/// What becomes of another page service's theme: `page.mustache`, and in `report.txt` what has no counterpart.
@Suite("Themes of another page service")
struct ThemeTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Themes/whole-theme")

  @Test("become a template that a build takes, and what has no counterpart is told")
  func whole() async throws {
    let bytes = Array(try Data(contentsOf: Self.folder.appending(path: "input.html")))
    #expect(PageServiceTheme.isTheme(bytes) && !PageServiceTheme.isTheme(Array("services: {a: '{{x}}'}\n".utf8)))
    var report = Report()
    var theme = PageServiceTheme(Source(name: "input.html", bytes: bytes))
    Golden.expect(theme.converted(into: &report), equals: Self.folder.appending(path: "page.mustache"))
    Golden.expect(
      report.rendered(.text, color: false, tool: ToolDescription(name: "interlude", version: "1", address: "")),
      equals: Self.folder.appending(path: "report.txt"))

    try await TemporaryFolder.with("theme") { folder in
      let site =
        "name: Shop\ndescription: Help.\naccent: \"#0b6e6e\"\nlanguages: [en]\nhelp: none\nhome: https://shop.example/\n"
      try FileManager.default.createDirectory(at: folder.appending(path: "content"), withIntermediateDirectories: true)
      try Data(site.utf8).write(to: folder.appending(path: "content/site.yaml"))
      try Data(bytes).write(to: folder.appending(path: "theme.html"))
      let migrated = try await Interlude.run("migrate", "--write", "theme.html", in: folder)
      #expect(
        migrated.status == 0 && migrated.text.contains("Wrote templates/error/page.mustache"), "\(migrated.errors)")
      let built = try await Interlude.run("build", in: folder)
      #expect(built.status == 0, "\(built.errors)")
      let page = try String(contentsOf: folder.appending(path: "public/error-pages/en/502.html"), encoding: .utf8)
      for text in ["<title>502 Bad Gateway</title>", "<p class=\"code\">502</p>", "https://shop.example/"] {
        #expect(page.contains(text), "\(page)")
      }
      #expect(!page.contains("{{") && !page.contains("data-l10n") && !page.contains("<script"))
      // What is there is left alone.
      #expect(try await Interlude.run("migrate", "--write", "theme.html", in: folder).status == 2)
    }
  }

  @Test("however deep, broken or cut off, come to an end", arguments: [1, 7, 40, 95, 300, 700])
  func broken(_ length: Int) throws {
    let bytes = Array(try Data(contentsOf: Self.folder.appending(path: "input.html")))
    let deep = String(repeating: "{{ if .Message }}", count: 3000) + "<html>{{ end }}{{ end }}{{ else }}x{{"
    for input in [Array(bytes.prefix(length)), Array(bytes.dropFirst(length)), Array(deep.utf8)] {
      var report = Report()
      var theme = PageServiceTheme(Source(name: "x.html", bytes: input))
      _ = theme.converted(into: &report)
    }
  }
}
