import Foundation
import TestSupport
import Testing

@testable import DevServer

@Suite("Noticing changes", .serialized)
struct WatchTests {
  /// Runs `change` in a small folder under watch and returns what was noticed of it, by path below the folder.
  private func noticed(
    usesNotices: Bool = true, settling: Duration = .milliseconds(60), quiet: Duration = .milliseconds(8),
    _ change: @Sendable (URL) throws -> Void
  ) async throws -> [String] {
    try await TemporaryFolder.with("watch") { folder in
      for (path, text) in [("content/a.md", "a"), ("content/deep/b.md", "b"), ("templates/x.mustache", "x")] {
        try Self.write(text, folder.appending(path: path))
      }
      let gate = ChangeGate(quiet: quiet)
      let watcher = Watcher(source: folder.path, gate: gate, usesNotices: usesNotices)
      let watching = Task { await watcher.run { _ in } }
      defer { watching.cancel() }
      try await Task.sleep(for: usesNotices ? .milliseconds(60) : .milliseconds(200))
      try change(folder)
      let first = Task { await gate.next {} }
      let limit = Task {
        try await Task.sleep(for: .seconds(20))
        await gate.add(["nothing was noticed"])
      }
      defer { limit.cancel() }
      return await first.value.map { $0.replacing(folder.path + "/", with: "") }
    }
  }

  private static func write(_ text: String, _ url: URL) throws {
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  @Test("a file that is written", arguments: [true, false])
  func written(_ usesNotices: Bool) async throws {
    let paths = try await noticed(usesNotices: usesNotices) {
      try Self.write("new", $0.appending(path: "content/deep/b.md"))
    }
    #expect(paths == ["content/deep/b.md"])
  }

  @Test("a file that an editor puts in another's place")
  func replaced() async throws {
    let paths = try await noticed { folder in
      try Data("new".utf8).write(to: folder.appending(path: "content/a.md"), options: .atomic)
    }
    #expect(paths.contains("content/a.md"))
  }

  @Test("a new folder with a file in it, and what is written there later", arguments: [true, false])
  func newFolder(_ usesNotices: Bool) async throws {
    let paths = try await noticed(usesNotices: usesNotices) {
      try Self.write("n", $0.appending(path: "content/new/deeper/c.md"))
    }
    #expect(paths.contains { $0.hasPrefix("content/new") })
  }

  @Test("content deleted whole", arguments: [true, false])
  func deleted(_ usesNotices: Bool) async throws {
    let paths = try await noticed(usesNotices: usesNotices) {
      try FileManager.default.removeItem(at: $0.appending(path: "content"))
    }
    #expect(paths.contains { $0.hasPrefix("content") })
  }

  @Test("not what a build writes, not hidden files, not editors' backups")
  func ignored() async throws {
    let paths = try await noticed { folder in
      try Self.write("x", folder.appending(path: "public/site/index.html"))
      try Self.write("x", folder.appending(path: "content/.a.md.swp"))
      try Self.write("x", folder.appending(path: "content/a.md~"))
      try Self.write("x", folder.appending(path: "notes.txt"))
    }
    #expect(paths == ["nothing was noticed"])
  }

  @Test("content that goes away and comes back is watched again")
  func returned() async throws {
    try await TemporaryFolder.with("watch") { folder in
      try Self.write("a", folder.appending(path: "content/a.md"))
      let gate = ChangeGate(quiet: .milliseconds(8))
      let watching = Task { await Watcher(source: folder.path, gate: gate).run { _ in } }
      defer { watching.cancel() }
      try await Task.sleep(for: .milliseconds(60))
      try FileManager.default.moveItem(at: folder.appending(path: "content"), to: folder.appending(path: "elsewhere"))
      _ = await gate.next {}
      try FileManager.default.moveItem(at: folder.appending(path: "elsewhere"), to: folder.appending(path: "content"))
      _ = await gate.next {}
      try await Task.sleep(for: .milliseconds(30))
      let change = Task { await gate.next {} }
      try Self.write("b", folder.appending(path: "content/a.md"))
      let limit = Task {
        try await Task.sleep(for: .seconds(1))
        await gate.add(["nothing was noticed"])
      }
      defer { limit.cancel() }
      #expect(await change.value == [folder.appending(path: "content/a.md").path])
    }
  }

  @Test("many changes in a row are one")
  func burst() async throws {
    // Long enough for a machine that is busy with something else between two of them.
    let paths = try await noticed(quiet: .milliseconds(500)) { folder in
      for number in 0..<50 { try Self.write("n", folder.appending(path: "content/n\(number).md")) }
    }
    #expect(paths.count == 50)
  }
}
