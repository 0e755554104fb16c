import Content
import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Publish

@Suite("The days of the last changes", .enabled(if: Command.find("git") != nil, "git is not installed"))
struct GitHistoryTests {
  /// A repository with `content/a.md` from the first of January, `content/größe b.md` from the second.
  private func withRepository(_ body: (URL) async throws -> Void) async throws {
    try await TemporaryFolder.with("git") { folder in
      try await git(folder, "init", "-q", "-b", "main")
      try FileManager.default.createDirectory(
        at: folder.appending(path: "content"), withIntermediateDirectories: true)
      try await commit(["content/a.md", "content/größe b.md"], "2026-01-01", in: folder)
      try await commit(["content/größe b.md"], "2026-01-02", in: folder)
      try await body(folder)
    }
  }

  private func commit(_ files: [String], _ day: String, in folder: URL) async throws {
    for file in files { try Data((day + file).utf8).write(to: folder.appending(path: file)) }
    try await git(folder, "add", "-A")
    try await git(folder, "commit", "-q", "-m", day, day: day)
  }

  private func git(_ folder: URL, _ arguments: String..., day: String = "2026-01-01") async throws {
    let time = "\(day)T12:00:00+0000"
    let result = try await Command.run(
      try #require(Command.find("git")),
      ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"] + arguments, in: folder,
      environment: ["GIT_COMMITTER_DATE": time, "GIT_AUTHOR_DATE": time, "GIT_CONFIG_GLOBAL": "/dev/null"])
    try #require(result.status == 0, "git \(arguments): \(result.errors)")
  }

  @Test("each file has the day of the last commit that changed it")
  func days() async throws {
    try await withRepository { folder in
      let content = folder.appending(path: "content").path
      let history = GitHistory(of: content, paths: ["a.md", "größe b.md", "new.md"])
      #expect(history.days == ["a.md": Day("2026-01-01"), "größe b.md": Day("2026-01-02")])
      #expect(history.report.isEmpty)
    }
  }

  @Test("outside a repository nothing is known and nothing is said")
  func none() async throws {
    try await TemporaryFolder.with("no-git") { folder in
      let history = GitHistory(of: folder.path, paths: ["a.md"])
      #expect(history.days.isEmpty && history.report.isEmpty)
      #expect(GitRepository(around: folder.path) == nil)
    }
  }

  @Test("a shallow clone says so, and gives no day that it only seems to know")
  func shallow() async throws {
    try await withRepository { folder in
      let clone = folder.appending(path: "clone")
      try await git(folder, "clone", "-q", "--depth", "1", "file://\(folder.path)", clone.path)
      let history = GitHistory(of: clone.appending(path: "content").path, paths: ["a.md", "größe b.md"])
      #expect(history.days.isEmpty)
      #expect(history.report.sorted.map(\.id) == ["shallow-history"])
    }
  }

  @Test("a commit changes the repository's state, wherever the branch is kept; an edit does not")
  func state() async throws {
    try await withRepository { folder in
      func state() -> UInt64? { GitRepository(around: folder.appending(path: "content").path)?.state }
      let first = state()
      try Data("edited".utf8).write(to: folder.appending(path: "content/a.md"))
      #expect(first != nil && state() == first)
      try await commit(["content/a.md"], "2026-01-03", in: folder)
      let second = state()
      #expect(second != first)
      try await git(folder, "pack-refs", "--all")
      #expect(state() == second)
      try await git(folder, "worktree", "add", "-q", "-b", "other", "tree")
      #expect(GitRepository(around: folder.appending(path: "tree").path)?.state != nil)
    }
  }
}
