import Foundation
import TestSupport
import Testing

/// Every kind of error page in every theme and language, as the gallery holds them.
@Suite(
  "Themes", .serialized,
  .enabled(if: Interlude.isOn("INTERLUDE_BROWSER"), "set INTERLUDE_BROWSER=1 after scripts/install-test-tools.sh"))
struct ThemeTests {
  static let build = Task { try await BuiltSite.everyLanguage(named: "themes") }

  @Test(
    "axe finds nothing; nothing scrolls sideways at 320 px, nothing is asked for, all can be read without a style sheet",
    .safetyNet)
  func browser() async throws {
    let inspection = try await Inspection.run("themes.py", on: Self.build.value)
    print("Themes: \(inspection.summary), \(inspection.problems.count) problems")
    inspection.report()
  }

  @Test("the Nu checker has nothing to say about any page in any language and theme", .safetyNet)
  func everyPage() async throws {
    var pages: [String] = []
    for theme in ["card", "folio", "lantern"] {
      let isDefault = theme == "card"
      let site =
        isDefault
        ? try await Self.build.value : try await BuiltSite.everyLanguage(named: "theme-\(theme)", theme: theme)
      // The shortest form has no style, and so is the same in all.
      let own = FolderState(site.errorPages).files.filter {
        $0.hasSuffix(".html") && !$0.hasPrefix("config/") && (isDefault || !$0.hasSuffix(".nano.html"))
      }
      #expect(own.count > (isDefault ? 2 : 1) * 18 * 60, "\(theme): \(own.count) pages")
      pages += own.map { site.errorPages.appending(path: $0).path }
    }
    try await NuChecker.check(pages)
  }

  @Test("the Nu checker has nothing to say about those of the gallery", .safetyNet)
  func validator() async throws {
    let site = try await Self.build.value
    let gallery = site.site.appending(path: "gallery")
    let pages = FolderState(gallery).files.filter { $0.hasSuffix(".html") }.map { gallery.appending(path: $0).path }
    #expect(pages.count > 400)
    try await NuChecker.check(pages)
  }
}
