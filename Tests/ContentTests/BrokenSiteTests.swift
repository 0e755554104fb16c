import Content
import Diagnostics
import Foundation
import TestSupport
import Testing

/// Every mistake an author can make is told with its place, the reason and what to write instead. A fixture lays its
/// files over `Base`, a small sound site; `-deleted` names files of the base it leaves out.
@Suite("Mistakes in content")
struct BrokenSiteTests {
  static let fixtures = PackageFolder.fixtures("ContentTests")

  @Test("the report matches the fixture's", arguments: fixtures)
  func report(_ fixture: Fixture) async {
    let (site, report) = await SiteLoader(Self.folder(fixture)).load()
    let tool = ToolDescription(name: "interlude", version: "0", address: "")
    Golden.expect(report.rendered(.text, tool: tool), equals: fixture.url.appending(path: "expected.txt"))
    #expect((site == nil) == report.hasErrors)
  }

  @Test("the number of cores plays no part", arguments: fixtures.prefix(12))
  func jobs(_ fixture: Fixture) async {
    var options = SiteLoader.Options()
    options.jobs = 4
    let tool = ToolDescription(name: "interlude", version: "0", address: "")
    let one = await SiteLoader(Self.folder(fixture)).load().report.rendered(.json, tool: tool)
    let four = await SiteLoader(Self.folder(fixture), options: options).load().report.rendered(.json, tool: tool)
    #expect(one == four)
  }

  @Test("an empty folder is told apart from a broken one")
  func empty() async {
    let (site, report) = await SiteLoader(ContentFolder(name: "content", files: [])).load()
    #expect(site == nil)
    #expect(report.sorted.map(\.id) == ["empty-content"])
  }

  @Test("a file that cannot be read is an error at that file")
  func unreadable() async {
    var files = Self.base.map { ContentFolder.File(path: $0.key, contents: .bytes($0.value)) }
    files.append(.init(path: "articles/causes/secret.md", contents: .unreadable("Permission denied")))
    let report = await SiteLoader(ContentFolder(name: "content", files: files)).load().report
    #expect(
      report.sorted.map { "\($0.place.source.name) \($0.id)" } == ["content/articles/causes/secret.md unreadable-file"])
  }

  @Test("what time brings up is told once its day has come, at the date that is too old")
  func dated() async throws {
    var fixture = Self.base
    fixture["site.yaml", default: []] +=
      Array("# until: then\nmaintenance:\n  until: 2026-03-01T06:00Z\nreview: {staleAfterDays: 30}\n".utf8)
    let path = "articles/causes/down.md"
    let text = String(decoding: try #require(fixture[path]), as: UTF8.self)
    fixture[path] = Array(
      text.replacing("---\n", with: "---\nreviewed: '2026-02-01' # by hand\n", maxReplacements: 1).utf8)
    let folder = ContentFolder(
      name: "content", files: fixture.map { .init(path: $0.key, contents: .bytes($0.value)) })
    for (today, expected) in [
      ("2026-03-01", []), ("2026-03-02", ["content/site.yaml 2026-03-01T06:00Z"]),
      ("2026-03-04", ["content/articles/causes/down.md 2026-02-01", "content/site.yaml 2026-03-01T06:00Z"]),
    ] {
      var options = SiteLoader.Options()
      options.today = Day(today)
      let (_, memo, _, report) = await SiteLoader(folder, options: options).loadWithMemo()
      let dated = report.sorted.filter { DatedProblems.ids.contains($0.id) }
      #expect(dated.map { "\($0.place.source.name) \($0.place.text)" } == expected, "\(today)")
      // A build that reads only what was edited says the same.
      let again = try #require(memo).datedReport(on: options.today) { path in
        Source(name: "content/\(path)", bytes: fixture[path] ?? [])
      }
      #expect(again.sorted.map(\.message) == dated.map(\.message), "\(today)")
    }
  }

  static let base = Fixture(name: "Base", url: PackageFolder.root.appending(path: "Tests/ContentTests/Base")).files()

  static func folder(_ fixture: Fixture) -> ContentFolder {
    var files = base
    let own = fixture.files()
    for (path, bytes) in own where path != "expected.txt" && path != "-deleted" { files[path] = bytes }
    for path in String(decoding: own["-deleted"] ?? [], as: UTF8.self).split(separator: "\n") {
      files[String(path)] = nil
    }
    return ContentFolder(name: "content", files: files.map { .init(path: $0.key, contents: .bytes($0.value)) })
  }
}
