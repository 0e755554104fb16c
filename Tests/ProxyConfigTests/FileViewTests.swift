import Foundation
import ProxyConfig
import Testing

@Suite struct FileViewTests {
  @Test func pathsOfTheProxysMachineAreFoundOnThisOne() {
    let files = DiskFiles(
      root: "/copy/", mappings: [.init(from: "/var/www", to: "site"), .init(from: "/var/www/errors/", to: "/pages")])
    #expect(files.realPath("/etc/nginx/nginx.conf") == "/copy/etc/nginx/nginx.conf")
    #expect(files.realPath("/var/www/a/../b.html") == "site/b.html")
    #expect(files.realPath("/var/www/errors/502.html") == "/pages/502.html")
    #expect(files.realPath("/var/wwwx") == "/copy/var/wwwx")
    #expect(files.realPath("here.conf") == "here.conf")
    #expect(files.realPath("/var/www/dir/") == "site/dir/")
  }

  @Test func theDiskTellsWhatIsWrong() throws {
    let folder = NSTemporaryDirectory() + "file-view-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "text".write(toFile: folder + "/a", atomically: true, encoding: .utf8)
    let files = DiskFiles()
    #expect(try files.read(folder + "/a") == Array("text".utf8))
    #expect(throws: FileTrouble.missing) { try files.read(folder + "/b") }
    #expect(throws: FileTrouble.isADirectory) { try files.read(folder) }
    #expect(throws: FileTrouble.notADirectory) { try files.status(of: folder + "/a/b") }
    #expect(throws: FileTrouble.notAFile) { try files.read("/dev/null") }
    #expect(try files.names(in: folder) == ["a"])
  }

  @Test func memoryBehavesLikeADisk() throws {
    var files = MemoryFiles(["/a/b": "text"])
    files.add("/a/secret", [], mode: 0)
    #expect(try files.status(of: "/a").kind == .directory)
    #expect(try files.names(in: "/a").sorted() == ["b", "secret"])
    #expect(throws: FileTrouble.denied) { try files.read("/a/secret") }
    #expect(throws: FileTrouble.notADirectory) { try files.status(of: "/a/b/c") }
    #expect(throws: FileTrouble.missing) { try files.status(of: "/a/c") }
  }

  @Test(arguments: [("/a/./b/../c//d/", "/a/c/d"), ("../x", "../x"), ("/..", "/"), ("a/..", "")])
  func pathsAreMadePlain(_ path: String, _ expected: String) {
    #expect(PathText.normal(path) == expected)
  }
}
