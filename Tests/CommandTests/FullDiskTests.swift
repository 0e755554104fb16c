import Foundation
import TestSupport
import Testing

/// Writing onto a file system of one megabyte.
@Suite("A full disk")
struct FullDiskTests {
  static let mount = getuid() == 0 ? Command.find("mount") : nil

  @Test(
    "is an error at the output folder, and the published site stays as it was",
    .enabled(if: mount != nil, "mounting a small disk takes root"))
  func fullDisk() async throws {
    try await SmallSite.with { site in
      try await Self.withDisk(in: site.folder) { try await fill(site, output: $0.appending(path: "public")) }
    }
  }

  @Test(
    "leaves a configuration that check was to mend as it was, and no part of a new site",
    .enabled(if: mount != nil, "mounting a small disk takes root"))
  func userFiles() async throws {
    try await TemporaryFolder.with("full-disk") { folder in
      try await Self.withDisk(in: folder) { disk in
        // One word more, and the file takes another page of memory, of which its file system is made.
        let text = """
          error_page 502 /50x.html;
          location / { proxy_pass http://127.0.0.1:9000; }
          location = /50x.html { internal; root \(disk.path); add_header Cache-Control no-store; }

          """
        let config = disk.appending(path: "site.conf")
        try Data((text + "#" + String(repeating: " ", count: 4094 - text.utf8.count) + "\n").utf8).write(to: config)
        try Data("<h1>Down</h1>".utf8).write(to: disk.appending(path: "50x.html"))
        try Data().write(to: disk.appending(path: "rest"))
        let rest = try FileHandle(forWritingTo: disk.appending(path: "rest"))
        while (try? rest.write(contentsOf: Data(count: 4096))) != nil {}
        try rest.close()
        let before = FolderState(disk)
        let mended = try await Interlude.run("check", "site.conf", "--fix", in: disk)
        #expect(mended.status == 2 && mended.errors.contains("No space left on device"), "\(mended.errors)")
        let begun = try await Interlude.run("init", "new/site", in: disk)
        #expect(begun.status == 2 && begun.errors.contains("No space left on device"), "\(begun.errors)")
        #expect(FolderState(disk) == before)

        try FileManager.default.removeItem(at: disk.appending(path: "rest"))
        _ = try await Interlude.run("check", "site.conf", "--fix", in: disk)
        #expect(try String(contentsOf: config, encoding: .utf8).contains("no-store always;"))
        #expect(try await Interlude.run("init", "new/site", in: disk).status == 0)
      }
    }
  }

  /// Mounts the small disk below a folder for as long as the body takes.
  private static func withDisk(in folder: URL, _ body: (URL) async throws -> Void) async throws {
    let (mount, unmount) = (try #require(Self.mount), try #require(Command.find("umount")))
    let disk = folder.appending(path: "disk")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
    let mounted = try await Command.run(mount, ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.path])
    guard mounted.status == 0 else {
      print("The full disk was not tested: \(mounted.errors)")
      return
    }
    do {
      try await body(disk)
    } catch {
      Issue.record(error)
    }
    let unmounted = try await Command.run(unmount, [disk.path])
    #expect(unmounted.status == 0, "\(unmounted.errors)")
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
