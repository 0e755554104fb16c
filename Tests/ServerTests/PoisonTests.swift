import Foundation
import TestSupport
import Testing

extension RealServers {
  /// Words that mean something to some reader, in every field of a site.
  @Suite("Hostile words", .enabled(if: TestTools.python != nil, "there is no .venv"))
  struct PoisonTests {
    @Test("no word breaks out of where it stands, and each arrives whole or is refused with its place", .safetyNet)
    func table() async throws {
      let script = PackageFolder.root.appending(path: "scripts/poison")
      let result = try await Command.run(
        try #require(TestTools.python), ["-B", script.path, Interlude.binary.path, "--quick"])
      #expect(result.status == 0, "\(result.text.suffix(4000))\(result.errors.suffix(2000))")
      // Nothing is looked for in vain.
      #expect(result.text.contains(/\d{5,} words found/), "\(result.text.suffix(1000))")
    }
  }
}
