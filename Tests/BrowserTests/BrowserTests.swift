import Foundation
import TestSupport
import Testing

extension BuiltPages {
  @Test(
    "axe finds nothing, nothing scrolls sideways, nothing is asked of others, all of it works without scripts",
    .safetyNet)
  func browser() async throws {
    let folder = try await BuiltPages.build.value.folder.path
    // Two browsers, since one leaves cores idle and these pages are the longest of all tests.
    async let errors = Inspection.run("inspect_pages.py", arguments: [folder, "errors"])
    async let site = Inspection.run("inspect_pages.py", arguments: [folder, "site"])
    for inspection in try await [errors, site] {
      print("Browser: \(inspection.summary), \(inspection.problems.count) problems")
      inspection.report()
    }
  }

  @Test(
    "the search works by keyboard, under the strict policy, from disk and without scripts, as on the command line",
    .safetyNet)
  func search() async throws {
    let site = try await BuiltPages.build.value
    let inspection = try await Inspection.run(
      "search.py", arguments: [site.folder.path, Interlude.binary.path])
    print("Search: \(inspection.summary), \(inspection.problems.count) problems")
    inspection.report()
  }

  @Test("every link leads somewhere, every page can be reached", .safetyNet)
  func links() async throws {
    let inspection = try await Inspection.run("crawl.py", on: BuiltPages.build.value)
    print("Links: \(inspection.summary), \(inspection.problems.count) problems")
    inspection.report()
  }

  @Test(
    "code is copied, tabs are remembered, headings followed, sections printed, verdicts sent", .safetyNet)
  func comforts() async throws {
    let inspection = try await Inspection.run("comforts.py", on: BuiltPages.build.value)
    print("Comforts: \(inspection.summary), \(inspection.problems.count) problems")
    inspection.report()
  }

  @Test(
    "an outage: the page asks seldom and politely, comes back by itself, sends no form twice, can be stopped",
    .safetyNet)
  func retry() async throws {
    let site = try await BuiltPages.build.value
    let pages = ["en", "ar"].map { site.errorPages.appending(path: "\($0)/502.html").path }
    let inspection = try await Inspection.run("retry.py", arguments: pages)
    print("Retry: \(inspection.summary), \(inspection.problems.count) problems")
    inspection.report()
  }
}
