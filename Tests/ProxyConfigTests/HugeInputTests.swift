import Diagnostics
import Foundation
import ProxyConfig
import Testing

/// Files and words of sizes nobody writes: an error with a place, or the right answer, within seconds and bounded memory.
@Suite(.serialized) struct HugeInputTests {
  private static let megabyte = 1 << 20

  /// A word of one letter: fifty megabytes long with `INTERLUDE_HUGE=1`, else short, since unoptimised code is slow.
  private static let word = [UInt8](
    repeating: UInt8(ascii: "x"),
    count: ProcessInfo.processInfo.environment["INTERLUDE_HUGE"] == nil ? 65_536 : 50 * megabyte)

  /// Names of files in a folder that is gone afterwards.
  private func onDisk(_ name: String, _ size: Int, _ check: (String) -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "huge-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: name)
    try Data().write(to: url)
    let handle = try FileHandle(forWritingTo: url)
    try handle.truncate(atOffset: UInt64(size))
    try handle.close()
    check(url.path)
  }

  @Test func aHundredMegabytesForNginx() throws {
    try onDisk("nginx.conf", 101 * Self.megabyte) { path in
      let tree = NginxReader.read(path, files: DiskFiles())
      #expect(tree.report.sorted.first?.message.contains("is larger than") == true)
    }
  }

  @Test(arguments: ["Caddyfile", "caddy.json"]) func aHundredMegabytesForCaddy(_ name: String) throws {
    try onDisk(name, 101 * Self.megabyte) { path in
      let config = CaddyReader.read(path, files: DiskFiles())
      #expect(config.refusal?.message.contains("is larger than") == true)
    }
  }

  @Test(arguments: ["a ", "a \"", "# ", "a '", "http { server { location ~ "]) func oneWordForNginx(_ start: String) {
    let tree = NginxReader.read(
      Source(name: "/t/nginx.conf", bytes: Array(start.utf8) + Self.word), files: MemoryFiles())
    #expect(tree.report.hasErrors)
  }

  @Test(arguments: [
    ("http://a.test {\n\trespond ", "\n}\n", true), ("http://a.test {\n\t", "\n}\n", false),
  ])
  func oneWordForCaddy(_ start: String, _ end: String, _ isAccepted: Bool) {
    let bytes = Array(start.utf8) + Self.word + Array(end.utf8)
    let config = CaddyReader.read(Source(name: "/t/Caddyfile", bytes: bytes), files: MemoryFiles())
    #expect(config.isAccepted == isAccepted)
    #expect(isAccepted || config.refusal?.place.range.isEmpty == false)
  }

  @Test(arguments: ["{\"apps\": \"", "\"", "["]) func oneWordForCaddysJSON(_ start: String) {
    let bytes = Array(start.utf8) + Self.word
    let config = CaddyReader.read(Source(name: "/t/caddy.json", bytes: bytes), files: MemoryFiles())
    #expect(config.refusal?.id == "json-syntax")
  }
}
