import Content
import Diagnostics
import Foundation
import Publish
import TestSupport
import Testing

/// Who builds another's site must not have files of his own published with it.
@Suite("Links in the source folder") struct SourceFolderTests {
  private func read(_ site: URL) async -> (content: ContentFolder, report: Report) {
    var report = Report()
    let content = await SourceFolder.content(of: site.path, jobs: 2, into: &report)
    return (content, report)
  }

  private func isBytes(_ content: ContentFolder, _ path: String) -> Bool {
    content.files.contains { if case .bytes = $0.contents { $0.path == path } else { false } }
  }

  private func reason(_ content: ContentFolder, _ path: String) -> String? {
    for file in content.files where file.path == path {
      if case .unreadable(let reason) = file.contents { return reason }
    }
    return nil
  }

  @Test("those that stay inside are followed, files and folders")
  func inside() async throws {
    try await TemporaryFolder.with("links") { folder in
      let site = folder.appending(path: "site")
      let manager = FileManager.default
      try manager.createDirectory(at: site.appending(path: "content/articles"), withIntermediateDirectories: true)
      try manager.createDirectory(at: site.appending(path: "shared"), withIntermediateDirectories: true)
      try Data("# A\n".utf8).write(to: site.appending(path: "shared/a.md"))
      try manager.createSymbolicLink(
        atPath: site.appending(path: "content/articles/b.md").path, withDestinationPath: "../../shared/a.md")
      try manager.createSymbolicLink(
        atPath: site.appending(path: "content/articles/more").path, withDestinationPath: "../../shared")
      let (content, _) = await read(site)
      #expect(isBytes(content, "articles/b.md"))
      #expect(isBytes(content, "articles/more/a.md"))
    }
  }

  @Test("those that lead out are not, and that is said")
  func outside() async throws {
    try await TemporaryFolder.with("links") { folder in
      let site = folder.appending(path: "site")
      let manager = FileManager.default
      try manager.createDirectory(at: site.appending(path: "content/articles"), withIntermediateDirectories: true)
      try manager.createDirectory(at: folder.appending(path: "private"), withIntermediateDirectories: true)
      try Data("secret".utf8).write(to: folder.appending(path: "private/key.md"))
      // A name that only begins like the site's is another folder.
      try manager.createDirectory(at: folder.appending(path: "site-2"), withIntermediateDirectories: true)
      try Data("secret".utf8).write(to: folder.appending(path: "site-2/key.md"))
      for (name, target) in [
        ("file.md", "../../../private/key.md"), ("folder", "../../../private"), ("near.md", "../../../site-2/key.md"),
        ("absolute.md", folder.path + "/private/key.md"), ("nowhere.md", "gone"),
      ] {
        try manager.createSymbolicLink(
          atPath: site.appending(path: "content/articles/\(name)").path, withDestinationPath: target)
      }
      let (content, _) = await read(site)
      for name in ["file.md", "folder", "near.md", "absolute.md", "nowhere.md"] {
        #expect(reason(content, "articles/\(name)")?.contains("symbolic link") == true, "\(name)")
      }
      #expect(content.files.count == 5)
    }
  }

  @Test("a whole `content` that leads out is not read")
  func root() async throws {
    try await TemporaryFolder.with("links") { folder in
      let manager = FileManager.default
      let site = folder.appending(path: "site")
      try manager.createDirectory(at: site, withIntermediateDirectories: true)
      try manager.createDirectory(at: folder.appending(path: "other"), withIntermediateDirectories: true)
      try Data("secret".utf8).write(to: folder.appending(path: "other/site.yaml"))
      try manager.createSymbolicLink(
        atPath: site.appending(path: "content").path, withDestinationPath: folder.path + "/other")
      let (content, report) = await read(site)
      #expect(content.files.isEmpty)
      #expect(report.sorted.map(\.id) == ["unreadable-folder"])
      #expect(report.hasErrors)
    }
  }
}
