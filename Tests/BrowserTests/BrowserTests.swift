import Foundation
import TestSupport
import Testing

extension BuiltPages {
  @Test(
    "axe finds nothing, nothing scrolls sideways, nothing is asked of others, all of it works without scripts",
    .timeLimit(.minutes(15)))
  func browser() async throws {
    let inspection = try await Inspection.run("inspect_pages.py", on: BuiltPages.build.value, limit: .seconds(800))
    print("Browser: \(inspection.summary), \(inspection.problems.count) problems")
    inspection.report()
  }

  @Test(
    "the search works by keyboard, under the strict policy, from disk and without scripts, as on the command line",
    .timeLimit(.minutes(4)))
  func search() async throws {
    let site = try await BuiltPages.build.value
    let inspection = try await Inspection.run(
      "search.py", arguments: [site.folder.path, Interlude.binary.path], limit: .seconds(200))
    print("Search: \(inspection.summary), \(inspection.problems.count) problems")
    inspection.report()
  }

  @Test("every link leads somewhere, every page can be reached", .timeLimit(.minutes(2)))
  func links() async throws {
    let inspection = try await Inspection.run("crawl.py", on: BuiltPages.build.value, limit: .seconds(100))
    print("Links: \(inspection.summary), \(inspection.problems.count) problems")
    inspection.report()
  }

  @Test(
    "code is copied, tabs are remembered, headings followed, sections printed, verdicts sent", .timeLimit(.minutes(5)))
  func comforts() async throws {
    let inspection = try await Inspection.run("comforts.py", on: BuiltPages.build.value, limit: .seconds(240))
    print("Comforts: \(inspection.summary), \(inspection.problems.count) problems")
    inspection.report()
  }

  @Test(
    "an outage: the page asks seldom and politely, comes back by itself, sends no form twice, can be stopped",
    .timeLimit(.minutes(5)))
  func retry() async throws {
    let site = try await BuiltPages.build.value
    let pages = ["en", "ar"].map { site.errorPages.appending(path: "\($0)/502.html").path }
    let inspection = try await Inspection.run("retry.py", arguments: pages, limit: .seconds(240))
    print("Retry: \(inspection.summary), \(inspection.problems.count) problems")
    inspection.report()
  }
}
