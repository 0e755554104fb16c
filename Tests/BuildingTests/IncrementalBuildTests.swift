import Building
import Foundation
import Publish
import TestSupport
import Testing

/// A build that builds on the last one publishes what a build from nothing would, and reports the same.
@Suite("Incremental builds")
struct IncrementalBuildTests {
  /// How many edits each series has; more with `INTERLUDE_CASES`.
  static let steps = ProcessInfo.processInfo.environment["INTERLUDE_CASES"].flatMap { Int($0) } ?? 30

  @Test("random edits: the same bytes and the same problems as a cold build", arguments: [1, 2] as [UInt64])
  func random(_ seed: UInt64) async throws {
    try await SmallSite.with { site in
      try site.translate()
      var edits = try RandomEdits(site, seed: seed)
      var log: [String] = []
      var extents: [BuildResult.Extent: Int] = [:]
      for step in 0..<Self.steps {
        for _ in 0..<(step == 0 ? 0 : [1, 1, 1, 2, 3][edits.below(5)]) { log.append(try edits.step()) }
        if edits.below(15) == 0 { try Self.damage(site, edits.below(5)) }
        let quick = await site.publish()
        let cold = await site.publishAnew()
        try #require((quick.summary == nil) == (cold.summary == nil), "\(log.suffix(3)) \(quick.text) \(cold.text)")
        try #require(quick.text == cold.text, "\(log.suffix(3))")
        guard cold.summary != nil else {
          if step.isMultiple(of: 2) {
            try edits.goBack()
            log.append("all undone")
          }
          continue
        }
        edits.remember()
        let published = FolderState(site.output)
        try #require(
          published.differences(from: FolderState(site.path("cold/public"))) == [], "step \(step) \(log.suffix(3))")
        try #require(quick.size == cold.size, "\(log.suffix(3))")
        let idle = await site.publish()
        try #require(idle.extent == .nothing && idle.text == cold.text, "\(log.suffix(3)) \(idle.text)")
        try #require(idle.size == cold.size)
        extents[quick.extent, default: 0] += 1
      }
      // Otherwise the series would compare whole builds with whole builds.
      #expect(extents[.incremental] ?? 0 > Self.steps / 4 && extents[.whole] ?? 0 > Self.steps / 12, "\(extents)")
    }
  }

  // The page, its Markdown, and two files of the search index.
  @Test("an edited text makes its own page and nothing else anew")
  func own() async throws {
    try await SmallSite.with { site in
      _ = try RandomEdits(site, seed: 1)
      try #require(await site.publish().summary != nil)
      try site.write("---\ntitle: Article causes/b\n---\n\nOther.\n", to: "content/articles/causes/b.md")
      let result = await site.publish()
      #expect(result.extent == .incremental && result.summary?.written == 4, "\(result)")
    }
  }

  @Test("an edited title reaches the pages that show it")
  func title() async throws {
    try await SmallSite.with { site in
      _ = try RandomEdits(site, seed: 1)
      try #require(await site.publish().summary != nil)
      try site.write("---\ntitle: Renamed\n---\n\nOther.\n", to: "content/articles/guides/deep/f.md")
      let result = await site.publish()
      #expect(result.extent == .incremental && result.summary != nil, "\(result.text)")
      for page in ["articles/guides/deep/f", "articles/guides/deep", "articles/guides/e"] {
        let text = try String(contentsOf: site.output.appending(path: "site/\(page)/index.html"), encoding: .utf8)
        #expect(text.contains("Renamed"), "\(page)")
      }
    }
  }

  @Test("what somebody did to the published pages is undone")
  func spoilt() async throws {
    try await SmallSite.with { site in
      try #require(await site.publish().summary != nil)
      let before = FolderState(site.output)
      try site.write("spoilt", to: "public/site/index.html")
      try site.remove("public/site/codes")
      #expect(await site.publish().extent == .whole)
      #expect(FolderState(site.output).differences(from: before) == [])
    }
  }

  @Test("a cache with any byte changed is not trusted, and no build fails over it")
  func damaged() async throws {
    try await SmallSite.with { site in
      _ = try RandomEdits(site, seed: 1)
      try #require(await site.publish().summary != nil)
      let whole = try Data(contentsOf: site.path(".interlude-cache/public/model"))
      for (number, offset) in stride(from: 0, to: whole.count, by: max(1, whole.count / 12)).enumerated() {
        for name in ["state", "stamps", "model", "lasting"] {
          let file = site.path(".interlude-cache/public/\(name)")
          var bytes = try Data(contentsOf: file)
          let place = min(offset, bytes.count - 1)
          if number.isMultiple(of: 3) { bytes = bytes.prefix(place) } else { bytes[place] ^= 1 << UInt8(number % 8) }
          try bytes.write(to: file)
        }
        try site.write("---\ntitle: T\n---\n\nText \(number).\n", to: "content/articles/g.md")
        let result = await site.publish()
        try #require(result.summary != nil, "\(result.text)")
        let page = try String(contentsOf: site.output.appending(path: "site/articles/g/index.html"), encoding: .utf8)
        try #require(page.contains("Text \(number)."))
      }
    }
  }

  private static func damage(_ site: SmallSite, _ kind: Int) throws {
    let cache = site.path(".interlude-cache/public")
    switch kind {
    case 0: try? FileManager.default.removeItem(at: cache)
    case 1: try? Data("nonsense".utf8).write(to: cache.appending(path: "state"))
    case 4: try? Data("nonsense".utf8).write(to: cache.appending(path: "stamps"))
    case 2: try? FileManager.default.removeItem(at: cache.appending(path: "next/site/articles"))
    default: try? Data("spoilt".utf8).write(to: site.output.appending(path: "site/index.html"))
    }
  }
}
