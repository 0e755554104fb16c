import Foundation
import TestSupport
import Testing

/// `interlude init` from the binary alone.
@Suite("Init")
struct InitTests {
  @Test("lays down a site that builds without a word")
  func builds() async throws {
    try await TemporaryFolder.with("init") { folder in
      let laid = try await Interlude.run("init", "site", in: folder)
      #expect(laid.status == 0)
      let site = folder.appending(path: "site")
      #expect(FolderState(site).files.contains("content/site.yaml"))
      let built = try await Interlude.run("build", "--strict", in: site)
      #expect(built.status == 0, "\(built.errors)")
      #expect(built.errors.isEmpty, "\(built.errors)")
    }
  }

  @Test("ends with the next commands, and they work as printed")
  func nextCommands() async throws {
    try await TemporaryFolder.with("init") { folder in
      let text = try await Interlude.run("init", "site", in: folder).text
      for command in ["cd site", "content/site.yaml", "interlude build", "public/site/index.html"] {
        #expect(text.contains(command))
      }
    }
  }

  @Test("never overwrites: one file of the same name stops it before the first is written")
  func neverOverwrites() async throws {
    try await TemporaryFolder.with("init") { folder in
      let theirs = folder.appending(path: "content/site.yaml")
      try FileManager.default.createDirectory(
        at: theirs.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: theirs)
      let before = FolderState(folder)
      let result = try await Interlude.run("init", in: folder)
      #expect(result.status == 2)
      #expect(result.errors.contains("content/site.yaml"))
      #expect(FolderState(folder) == before)
    }
  }

  @Test("says what is wrong with a folder it cannot write to")
  func unwritable() async throws {
    try await TemporaryFolder.with("init") { folder in
      try Data().write(to: folder.appending(path: "site"))
      let result = try await Interlude.run("init", "site", in: folder)
      #expect(result.status == 2)
      #expect(result.errors.contains("site"))
    }
  }
}
