import Foundation
import TestSupport
import Testing

/// The same input gives the same bytes.
@Suite("Repeated builds")
struct RepeatedBuildTests {
  @Test("two builds are byte-identical, on one core and on four", arguments: [1, 4])
  func identical(_ jobs: Int) async throws {
    try await SmallSite.with { site in
      try site.addPictures(12, bytes: 100, filledWith: 1)
      for number in 0..<12 { try site.addArticle("article-\(number)", body: "[down](down.md#symptom)") }
      try #require(try await site.build("--output", "first", "--jobs", "1").status == 0)
      try #require(try await site.build("--output", "second", "--jobs", "\(jobs)").status == 0)
      let (first, second) = (FolderState(site.path("first")), FolderState(site.path("second")))
      #expect(!first.files.isEmpty)
      #expect(first.differences(from: second) == [])
    }
  }

  @Test("a second build writes nothing")
  func unchanged() async throws {
    try await SmallSite.with { site in
      try #require(try await site.build().status == 0)
      let second = try await site.build()
      #expect(second.text.contains("(0 written,"), "\(second.text)")
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

  @Test("--timings tells which stages there were: a whole build's, one comparison for nothing, changed pages")
  func timings() async throws {
    try await SmallSite.with { site in
      let whole = try await site.build("--timings")
      #expect(whole.text.contains("help site") && whole.text.contains("total"), "\(whole.text)")
      let idle = try await site.build("--timings", "--format", "json")
      #expect(idle.text.contains(#""stage":"compare""#) && !idle.text.contains("help site"), "\(idle.text)")
      try site.addArticle("new", body: "Text.")
      let edit = try await site.build("--timings")
      #expect(edit.text.contains("changed pages") && !edit.text.contains("help site"), "\(edit.text)")
    }
  }
}
