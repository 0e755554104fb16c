import Foundation
import TestSupport
import Testing

@testable import Publish

@Suite("Looking at many entries below a folder")
struct PlaceTests {
  @Test("each entry is what a look along the whole way sees, in whatever order and after whatever change")
  func stamps() async throws {
    try await TemporaryFolder.with("place") { root in
      let paths = [
        "a", "a/b", "a/b/c", "a/b/c/d.txt", "a/b/c/e.txt", "a/b/f", "a/b/f/g.txt", "a/bc/d/e.txt", "x.txt",
        "a/b/c/d/no",
        "none/b/c/d", "link/c/d.txt", "link", "a/b/c/d.txt",
      ]
      for path in ["a/b/c/d.txt", "a/b/c/e.txt", "a/b/f/g.txt", "a/bc/d/e.txt", "x.txt"] {
        let file = root.appending(path: path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(path.utf8).write(to: file)
      }
      try FileManager.default.createSymbolicLink(
        atPath: root.appending(path: "link").path, withDestinationPath: "a/b")
      let folder = try Disk.openFolder(root.path)
      defer { Disk.closeFolder(folder) }
      for order in [paths, paths.reversed(), paths.sorted()] {
        for isFollowing in [false, true] {
          var place = Disk.Place(in: folder)
          for path in order {
            let found = (Array(path.utf8CString)).withUnsafeBufferPointer {
              place.stamp(UnsafeBufferPointer(rebasing: $0.dropLast()), followingLink: isFollowing)
            }
            #expect(found == Disk.stamp(root.path + "/" + path, followingLink: isFollowing), "\(path)")
            #expect((found == nil) == (path.hasPrefix("none") || path.hasSuffix("no")), "\(path)")
          }
        }
      }
    }
  }
}
