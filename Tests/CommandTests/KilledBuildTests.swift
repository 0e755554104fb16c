import Foundation
import TestSupport
import Testing

/// A build that is killed, whenever that is, leaves one whole version behind.
@Suite("Killed builds")
struct KilledBuildTests {
  @Test("builds killed at random moments leave the old site or the new one, never a mixture")
  func killed() async throws {
    try await SmallSite.with { site in
      let versions = [try await version(65, of: site), try await version(66, of: site)]
      let time = try await duration(of: site)
      var outcomes = (old: 0, new: 0, killed: 0)
      var limit = time * 1.5
      var number = 0
      // On a busy machine many builds finish before they are killed; go on until enough were.
      while outcomes.killed < 15, number < 120 {
        number += 1
        let before = FolderState(site.output)
        try spoil(site, with: number.isMultiple(of: 2) ? 65 : 66)
        let result = try await site.build(killAfter: .seconds(limit * Double.random(in: 0...1)))
        let after = FolderState(site.output)
        try #require(versions.contains(after), "a mixture of two versions: \(after.differences(from: versions[0]))")
        outcomes.killed += result.wasKilled ? 1 : 0
        limit *= result.wasKilled ? 1.2 : 0.85
        if after == before { outcomes.old += 1 } else { outcomes.new += 1 }
      }
      print("Killed builds: \(outcomes.killed) of \(number) killed in time; \(outcomes.old) old, \(outcomes.new) new")
      #expect(outcomes.killed >= 15)

      #expect(try await site.build("--clean").status == 0)
      let beside = try FileManager.default.contentsOfDirectory(atPath: site.folder.path)
      #expect(beside.sorted() == [".interlude-cache", "content", "public"])
      let cache = try FileManager.default.contentsOfDirectory(atPath: site.path(".interlude-cache/public").path)
      #expect(cache.sorted() == ["lasting", "model", "stamps", "state"], "what killed builds left is cleared away")
    }
  }

  /// Each version differs from the other in every picture.
  private func spoil(_ site: SmallSite, with byte: UInt8) throws {
    try site.addPictures(60, bytes: 20_000, filledWith: byte)
  }

  private func version(_ byte: UInt8, of site: SmallSite) async throws -> FolderState {
    try spoil(site, with: byte)
    try #require(try await site.build().status == 0)
    return FolderState(site.output)
  }

  private func duration(of site: SmallSite) async throws -> Double {
    try spoil(site, with: 65)
    let start = ContinuousClock.now
    try #require(try await site.build().status == 0)
    return start.duration(to: .now).seconds
  }
}
