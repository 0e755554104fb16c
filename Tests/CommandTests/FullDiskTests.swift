import Foundation
import TestSupport
import Testing

/// Publishing onto a file system of one megabyte.
@Suite("A full disk")
struct FullDiskTests {
  static let mount = getuid() == 0 ? Command.find("mount") : nil

  @Test(
    "is an error at the output folder, and the published site stays as it was",
    .enabled(if: mount != nil, "mounting a small disk takes root"))
  func fullDisk() async throws {
    let (mount, unmount) = (try #require(Self.mount), try #require(Command.find("umount")))
    try await SmallSite.with { site in
      let disk = site.path("disk")
      try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
      let mounted = try await Command.run(mount, ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.path])
      guard mounted.status == 0 else {
        print("The full disk was not tested: \(mounted.errors)")
        return
      }
      do {
        try await fill(site, output: disk.appending(path: "public"))
      } catch {
        Issue.record(error)
      }
      let unmounted = try await Command.run(unmount, [disk.path])
      #expect(unmounted.status == 0, "\(unmounted.errors)")
    }
  }

  private func fill(_ site: SmallSite, output: URL) async throws {
    try #require(try await site.build("--output", output.path).status == 0)
    let before = FolderState(output.deletingLastPathComponent())
    #expect(!before.files.isEmpty)
    try site.addPictures(30, bytes: 100_000, filledWith: 65)

    let result = try await site.build("--output", output.path)
    #expect(result.status == 1)
    #expect(result.errors.contains("No space left on device"), "\(result.errors)")
    #expect(result.errors.contains("--> \(output.path)"))
    #expect(FolderState(output.deletingLastPathComponent()).differences(from: before) == [])

    try site.remove("content/articles/causes/pictures.md")
    #expect(try await site.build("--output", output.path).status == 0)
  }
}
