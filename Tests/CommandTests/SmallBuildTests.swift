import Foundation
import TestSupport
import Testing

/// A build that builds on the last one publishes what a build from nothing would, and reports the same.
@Suite("Builds after edits")
struct SmallBuildTests {
  /// How many edits each series has; more with `INTERLUDE_CASES`.
  static let steps = ProcessInfo.processInfo.environment["INTERLUDE_CASES"].flatMap { Int($0) } ?? 30

  @Test("random edits: the same bytes and the same problems as a cold build", arguments: [1, 2] as [UInt64])
  func random(_ seed: UInt64) async throws {
    try await SmallSite.with { site in
      try site.translate()
      var edits = try RandomEdits(site, seed: seed)
      var log: [String] = []
      for step in 0..<Self.steps {
        for _ in 0..<(step == 0 ? 0 : [1, 1, 1, 2, 3][edits.below(5)]) { log.append(try edits.step()) }
        if edits.below(15) == 0 { try Self.damage(site, edits.below(5)) }
        let quick = try await site.build()
        let cold = try await site.build("--clean", "--output", "cold/public")
        try #require(quick.status == cold.status, "\(log.suffix(3)) \(quick.errors) \(cold.errors)")
        try #require(quick.errors == cold.errors, "\(log.suffix(3))")
        guard cold.status == 0 else { continue }
        let published = FolderState(site.output)
        try #require(
          published.differences(from: FolderState(site.path("cold/public"))) == [], "step \(step) \(log.suffix(3))")
        try #require(Self.size(quick.text) == Self.size(cold.text), "\(log.suffix(3))")
        let idle = try await site.build()
        try #require(idle.text.contains("(0 written,") && idle.errors == cold.errors, "\(log.suffix(3)) \(idle.text)")
        try #require(Self.size(idle.text) == Self.size(cold.text))
      }
    }
  }

  // The page, its Markdown, and two files of the search index.
  @Test("an edited text makes its own page and nothing else anew")
  func own() async throws {
    try await SmallSite.with { site in
      _ = try RandomEdits(site, seed: 1)
      try #require(try await site.build().status == 0)
      try site.write("---\ntitle: Article causes/b\n---\n\nOther.\n", to: "content/articles/causes/b.md")
      let result = try await site.build()
      #expect(result.text.contains("(4 written,"), "\(result.text) \(result.errors)")
    }
  }

  @Test("an edit of a text renews the search index from what was kept of it, edit after edit")
  func search() async throws {
    try await SmallSite.with { site in
      _ = try RandomEdits(site, seed: 1)
      try #require(try await site.build().status == 0)
      for word in ["wibble", "wobble", "wibble"] {
        try site.write("---\ntitle: Article causes/b\n---\n\nThe \(word)s.\n", to: "content/articles/causes/b.md")
        let edit = try await site.build("--timings")
        #expect(edit.text.contains("changed pages") && !edit.text.contains("search index"), "\(edit.text)")
        let found = try await Command.run(Interlude.binary, ["search", word], in: site.folder)
        #expect(found.text.contains("causes/b"), "\(found.text) \(found.errors)")
      }
    }
  }

  @Test("an edited title reaches the pages that show it")
  func title() async throws {
    try await SmallSite.with { site in
      _ = try RandomEdits(site, seed: 1)
      try #require(try await site.build().status == 0)
      try site.write("---\ntitle: Renamed\n---\n\nOther.\n", to: "content/articles/guides/deep/f.md")
      #expect(try await site.build().status == 0)
      for page in ["articles/guides/deep/f", "articles/guides/deep", "articles/guides/e"] {
        let text = try String(contentsOf: site.output.appending(path: "site/\(page)/index.html"), encoding: .utf8)
        #expect(text.contains("Renamed"), "\(page)")
      }
    }
  }

  @Test("what somebody did to the published pages is undone")
  func spoilt() async throws {
    try await SmallSite.with { site in
      try #require(try await site.build().status == 0)
      let before = FolderState(site.output)
      try site.write("spoilt", to: "public/site/index.html")
      try site.remove("public/site/codes")
      #expect(try await site.build().status == 0)
      #expect(FolderState(site.output).differences(from: before) == [])
    }
  }

  @Test("--timings tells which stages there were: a whole build's, and one comparison for nothing")
  func timings() async throws {
    try await SmallSite.with { site in
      let whole = try await site.build("--timings")
      #expect(whole.text.contains("help site") && whole.text.contains("total"), "\(whole.text)")
      let idle = try await site.build("--timings", "--format", "json")
      #expect(idle.text.contains(#""stage":"compare""#) && !idle.text.contains("help site"), "\(idle.text)")
      try site.addArticle("new", body: "Text.")
      let edit = try await site.build("--timings")
      #expect(edit.text.contains("help site") && edit.text.contains("search index"), "\(edit.text)")
    }
  }

  @Test("another option is another build")
  func options() async throws {
    try await SmallSite.with { site in
      try #require(try await site.build().status == 0)
      #expect(try await site.build("--base-url", "https://other.example/").text.contains("(0 written,") == false)
      let page = try String(contentsOf: site.output.appending(path: "site/sitemap.xml"), encoding: .utf8)
      #expect(page.contains("https://other.example/"))
    }
  }

  @Test("a cache with any byte changed is not trusted, and no build fails over it")
  func damaged() async throws {
    try await SmallSite.with { site in
      _ = try RandomEdits(site, seed: 1)
      try #require(try await site.build().status == 0)
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
        let result = try await site.build()
        try #require(result.status == 0, "\(result.errors)")
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

  /// "12 pages, 30 files, 0.1 MB" of the closing line.
  private static func size(_ text: String) -> String { String(text.prefix { $0 != "M" }) }
}
