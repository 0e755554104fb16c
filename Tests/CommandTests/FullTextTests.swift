import Foundation
import TestSupport
import Testing

/// `fullText` in site.yaml: one file shows every text, so every build is a whole one.
@Suite("All texts in one file")
struct FullTextTests {
  @Test("an edit of a text is in the file after the next build, and parts of a build say that they have none")
  func edits() async throws {
    try await SmallSite.with { site in
      let settings = try String(contentsOf: site.path("content/site.yaml"), encoding: .utf8)
      try site.write(settings + "fullText: true\n", to: "content/site.yaml")
      try site.addArticle("words", body: "The first text.")
      #expect(try await site.build().status == 0)
      let file = site.path("public/site/llms-full.txt")
      #expect(try String(contentsOf: file, encoding: .utf8).contains("The first text."))
      try site.addArticle("words", body: "The other text.")
      #expect(try await site.build().status == 0)
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains("The other text.") && !text.contains("The first text."))
      let part = try await site.build("--shard", "1/2")
      #expect(part.status == 0 && part.errors.contains("no-full-text"), "\(part.errors)")
      #expect(!FileManager.default.fileExists(atPath: site.path("parts/1-of-2/site/llms-full.txt").path))
    }
  }
}
