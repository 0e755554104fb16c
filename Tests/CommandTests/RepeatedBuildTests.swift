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
}
