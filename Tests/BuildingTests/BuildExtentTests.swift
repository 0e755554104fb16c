import Building
import Content
import Diagnostics
import Foundation
import Publish
import TestSupport
import Testing

/// How much a build makes anew: an incremental build may decline, never guess.
@Suite("How much a build makes")
struct BuildExtentTests {
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let extent: BuildResult.Extent
    let make: @Sendable (SmallSite) throws -> Void

    init(_ name: String, _ extent: BuildResult.Extent, _ make: @escaping @Sendable (SmallSite) throws -> Void) {
      (testDescription, self.extent, self.make) = (name, extent, make)
    }
  }

  static let changes: [Change] = [
    .init("nothing", .nothing) { _ in },
    .init("a file that was only touched", .nothing) { site in
      try FileManager.default.setAttributes(
        [.modificationDate: Date()], ofItemAtPath: site.path("content/articles/g.md").path)
    },
    .init("an article's text", .incremental) { try $0.append("\nMore.\n", to: "articles/g.md") },
    .init("the texts of two articles", .incremental) {
      try $0.append("\nMore.\n", to: "articles/g.md")
      try $0.append("\nMore.\n", to: "articles/causes/a.md")
    },
    .init("an article's title", .incremental) { try $0.front("title: Other", of: "articles/g.md") },
    .init("an article's tags and weight", .incremental) { try $0.front("tags: [x]\nweight: 3", of: "articles/g.md") },
    .init("a topic's text", .incremental) { try $0.append("\nMore.\n", to: "articles/causes/index.md") },
    .init("a translation's text", .incremental) { try $0.append("\nMehr.\n", to: "articles/causes/a.de.md") },
    .init("a new article", .incremental) { try $0.addArticle("new", body: "Text.") },
    .init("an article that is gone", .incremental) { try $0.remove("content/articles/g.md") },
    .init("an article that becomes a draft", .incremental) { try $0.front("draft: true", of: "articles/g.md") },
    .init("an old address", .whole) { try $0.front("aliases: [/articles/old/]", of: "articles/g.md") },
    .init("a new picture that no page shows", .incremental) {
      try $0.write("x", to: "content/articles/causes/picture.png")
    },
    .init("a new topic of two articles", .incremental) { site in
      for name in ["index", "x"] {
        try site.write("---\ntitle: T\n---\n\nText.\n", to: "content/articles/new/\(name).md")
      }
    },
    .init("a topic that is gone", .incremental) { try $0.remove("content/articles/guides") },
    .init("a picture and an article that shows it", .incremental) { site in
      try site.write("x", to: "content/articles/causes/picture.png")
      try site.addArticle("new", body: "![It](picture.png)")
    },
    .init("an article under another name", .incremental) { site in
      try site.addArticle("g", body: "Text.")
      try site.remove("content/articles/g.md")
    },
    .init("a translation that comes, and one that goes", .incremental) { site in
      try site.write("---\ntitle: B\n---\n\nText.\n", to: "content/articles/causes/b.de.md")
      try site.remove("content/articles/causes/a.de.md")
    },
    .init("a text in the place of one of ours", .whole) {
      try $0.write("---\ntitle: T\n---\n\nText.\n", to: "content/articles/causes/accept-queue-overflow.md")
    },
    .init("a code's text", .whole) { try $0.append("\nMore.\n", to: "errors/502.md") },
    .init("a locale", .whole) { try $0.append("# A comment.\n", to: "locales/en.yaml") },
    .init("the settings", .whole) { try $0.append("# A comment.\n", to: "site.yaml") },
    .init("a template", .whole) {
      try $0.write("{{#reviewed}}<p>{{reviewed}}</p>{{/reviewed}}\n", to: "templates/site/partials/fine-print.mustache")
    },
    .init("an article's text, and a code's", .whole) {
      try $0.append("\nMore.\n", to: "articles/g.md")
      try $0.append("\nMore.\n", to: "errors/502.md")
    },
    .init("a published page that somebody changed", .whole) { try $0.write("spoilt", to: "public/site/index.html") },
    .init("an article's text and a published page", .whole) {
      try $0.append("\nMore.\n", to: "articles/g.md")
      try $0.write("spoilt", to: "public/site/index.html")
    },
  ]

  @Test("what has changed decides", arguments: changes)
  func extent(_ change: Change) async throws {
    try await Self.built { site in
      try change.make(site)
      let result = await site.publish()
      #expect(result.summary != nil && result.extent == change.extent, "\(result.text)")
      #expect(result.extent != .nothing || result.summary?.written == 0)
      _ = await site.publishAnew()
      #expect(FolderState(site.output).differences(from: FolderState(site.path("cold/public"))) == [])
    }
  }

  @Test("another program or other options make everything anew")
  func options() async throws {
    try await Self.built { site in
      #expect(await site.publish { $0.program = ProgramIdentity(version: "1") }.extent == .whole)
      #expect(await site.publish { $0.baseURL = "https://other.example/" }.extent == .whole)
      #expect(await site.publish { $0.baseURL = "https://other.example/" }.extent == .nothing)
      #expect(await site.publish { $0.includesDrafts = true }.extent == .whole)
      #expect(await site.publish { $0.searchExport = .algolia }.extent == .whole)
      #expect(await site.publish { $0.searchExport = .algolia }.extent == .whole)
      #expect(await site.publish().extent == .whole)
      #expect(await site.publish { $0.isClean = true }.extent == .whole)
      #expect(await site.publish { $0.jobs = 1 }.extent == .nothing)
    }
  }

  @Test("a new day is looked at, and costs no page")
  func day() async throws {
    try await Self.built { site in
      try site.append("review:\n  staleAfterDays: 30\n", to: "site.yaml")
      try site.front("reviewed: 2026-11-01", of: "articles/g.md")
      #expect(await site.publish().report.isEmpty)
      let later = await site.publish { $0.today = .init(year: 2026, month: 12, day: 2) }
      #expect(later.extent == .incremental && later.summary?.written == 0, "\(later)")
      #expect(later.text.contains("articles/g.md"), "\(later.text)")
    }
  }

  @Test("an error keeps the last good pages, and so does a warning if warnings count")
  func refused() async throws {
    try await Self.built { site in
      let before = FolderState(site.output)
      try site.append("\nSee [this](nowhere.md).\n", to: "articles/g.md")
      let broken = await site.publish()
      #expect(broken.summary == nil && broken.report.hasErrors && FolderState(site.output) == before)
      try site.write("---\ntitle: G\n---\n\nA <b>raw</b> word.\n", to: "content/articles/g.md")
      let strict = await site.publish { $0.isStrict = true }
      #expect(strict.summary == nil && strict.report.count(of: .warning) == 1 && !strict.report.hasErrors)
      #expect(FolderState(site.output) == before)
      let mild = await site.publish()
      #expect(mild.summary != nil && mild.extent == .incremental && mild.text == strict.text)
    }
  }

  @Test("stages are told in their order, and the search index beside the help site")
  func stages() async throws {
    try await SmallSite.with { site in
      let watch = Watch()
      _ = await site.publish(observer: watch)
      #expect(
        watch.stages == ["compare", "read", "check", "error pages", "help site", "publish"], "\(watch.stages)")
      #expect(watch.beside == ["search index"] && watch.written > 20)
      let alone = Watch()
      _ = await site.publish(observer: alone) { ($0.jobs, $0.isClean) = (1, true) }
      #expect(alone.stages == ["read", "check", "error pages", "help site", "search index", "publish"])
      #expect(alone.beside.isEmpty && alone.written == watch.written)
    }
  }

  /// A small site with a few articles in two languages, built once.
  private static func built(_ body: (SmallSite) async throws -> Void) async throws {
    try await SmallSite.with { site in
      try site.translate()
      _ = try RandomEdits(site, seed: 1)
      let first = await site.publish()
      try #require(first.summary != nil && first.extent == .whole, "\(first.text)")
      try await body(site)
    }
  }
}

extension SmallSite {
  fileprivate func append(_ text: String, to path: String) throws {
    try write(String(contentsOf: self.path("content/\(path)"), encoding: .utf8) + text, to: "content/\(path)")
  }

  /// Sets fields of an article's front matter.
  fileprivate func front(_ fields: String, of path: String) throws {
    let text = try String(contentsOf: self.path("content/\(path)"), encoding: .utf8)
    let name = fields.prefix { $0 != ":" }
    let kept = text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("\(name):") }
    try write((kept.prefix(1) + [Substring(fields)] + kept.dropFirst()).joined(separator: "\n"), to: "content/\(path)")
  }
}

/// Writes down what a build tells. Safe to share: guarded by a lock.
private final class Watch: BuildObserver, @unchecked Sendable {
  private let lock = NSLock()
  private(set) var stages: [String] = []
  private(set) var beside: [String] = []
  private(set) var written = 0

  func begin(_ stage: BuildStage) { lock.withLock { stages.append(stage.name) } }

  func beside<Result: Sendable>(_ stage: BuildStage, _ work: @Sendable () async -> Result) async -> Result {
    lock.withLock { beside.append(stage.name) }
    return await work()
  }

  func write<Result>(_ work: () -> Result) -> Result {
    lock.withLock { written += 1 }
    return work()
  }
}
