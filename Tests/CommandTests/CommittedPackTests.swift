import Foundation
import TestSupport
import Testing

/// The English pack in `public/error-pages` is what this version makes of `content/`: the ready download, and the golden
/// file of the whole product.
@Suite("The committed pack")
struct CommittedPackTests {
  @Test("is what a build makes; `make site` writes it anew")
  func fresh() async throws {
    let folder = PackageFolder.root.appending(path: ".build/tests/committed-pack")
    let result = try await Interlude.run("build", "--source", PackageFolder.root.path, "--output", folder.path)
    try #require(result.status == 0, "\(result.errors)")
    let built = Self.pack(folder.appending(path: "error-pages"))
    let committed = Self.pack(PackageFolder.root.appending(path: "public/error-pages"))
    #expect(built.count > 100)
    #expect(Set(built.keys).symmetricDifference(committed.keys).sorted() == [])
    #expect(built.keys.filter { built[$0] != committed[$0] }.sorted() == [])
  }

  /// What of a pack is committed: the English pages, the configuration and the manifest.
  private static func pack(_ folder: URL) -> [String: [UInt8]] {
    Fixture(name: "pack", url: folder).files().filter { path, _ in
      path.hasPrefix("en/") || path.hasPrefix("config/") || path == "manifest.json"
    }
  }
}
