import Building
import Content
import Diagnostics
import Foundation
import TestSupport
import Testing

/// What a merge refuses, as values; that parts make the same site is `ShardTests`' to say.
@Suite("Merging parts")
struct ShardBuildTests {
  @Test("parts that another program made are refused, and so are they by a strict merge if there is a warning")
  func refused() async throws {
    try await SmallSite.with { site in
      _ = try RandomEdits(site, seed: 1)
      try site.write("---\ntitle: G\n---\n\nA <b>raw</b> word.\n", to: "content/articles/g.md")
      let folders = ["one", "two"]
      for (number, folder) in folders.enumerated() {
        let shard = try #require(BuildShard("\(number + 1)/2"))
        let part = await ShardBuild(site.options, shard, site.publisher(folder)).run()
        try #require(part.summary != nil, "\(part.text)")
      }
      let parts = folders.map { site.path($0).path }
      func merge(_ version: String, isStrict: Bool) async -> BuildResult {
        await SiteMerge(
          parts, site.publisher("merged"), program: ProgramIdentity(version: version), isStrict: isStrict
        ).run()
      }
      let other = await merge("1", isStrict: false)
      #expect(other.summary == nil && other.text.contains("another version of the program"), "\(other.text)")
      let strict = await merge("0", isStrict: true)
      #expect(strict.summary == nil && strict.report.count(of: .warning) == 1, "\(strict.text)")
      #expect(await merge("0", isStrict: false).summary != nil)
    }
  }
}
