import Foundation
import LogInput
import TestSupport
import Testing

@Suite("Logs are read whatever they are packed in")
struct LogFileTests {
  /// A folder that goes away with the test.
  final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "interlude-\(UUID().uuidString)")
    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
      try Data(bytes).write(to: url.appending(path: name))
      return url.appending(path: name).path
    }
  }

  static func contents(_ path: String, piece: Int = 1000) throws -> (bytes: [UInt8], isTruncated: Bool) {
    var log = try LogFile(path: path)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: piece)
    while true {
      let count = try buffer.withUnsafeMutableBytes { try log.read(into: $0) }
      if count == 0 { return (bytes, log.isTruncated) }
      bytes += buffer[..<count]
    }
  }

  static func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-c"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    let writer = input.fileHandleForWriting
    let data = Data(bytes)
    Thread.detachNewThread {
      try? writer.write(contentsOf: data)
      try? writer.close()
    }
    let packed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Array(packed)
  }

  static let text = Array((0..<20_000).map { "line \($0) of a log\n" }.joined().utf8)

  @Test("a plain file, an empty one and one of a single byte", arguments: [text, [], [0x1F], [0x41, 0x42]])
  func plain(_ bytes: [UInt8]) throws {
    let folder = try Folder()
    #expect(try Self.contents(folder.write("x.log", bytes)).bytes == bytes)
  }

  @Test("gzip, also several members in a row and with padding behind")
  func packed() throws {
    let folder = try Folder()
    let packed = try Self.gzip(Self.text)
    #expect(try Self.contents(folder.write("x.gz", packed)).bytes == Self.text)
    #expect(try Self.contents(folder.write("y.gz", packed + packed)).bytes == Self.text + Self.text)
    let padded = try Self.contents(folder.write("z.gz", packed + [0, 0, 0]))
    #expect(padded.bytes == Self.text)
    #expect(!padded.isTruncated)
  }

  @Test("what precedes the damage in a gzip file is read, and the damage is told")
  func damaged() throws {
    let folder = try Folder()
    let packed = try Self.gzip(Self.text)
    let cut = try Self.contents(folder.write("x.gz", Array(packed.dropLast(packed.count / 2))))
    #expect(cut.isTruncated)
    #expect(!cut.bytes.isEmpty)
    #expect(Self.text.starts(with: cut.bytes))
    let junk = try Self.contents(folder.write("y.gz", [0x1F, 0x8B] + [UInt8](repeating: 0x55, count: 500)))
    #expect(junk.isTruncated)
  }

  @Test("a file that cannot be opened, and a folder")
  func unreadable() throws {
    let folder = try Folder()
    #expect(throws: LogInputError.self) { try Self.contents(folder.url.appending(path: "gone").path) }
    #expect(throws: LogInputError.self) { try Self.contents(folder.url.path) }
  }

  @Test("a growing file is followed over truncation and rotation", .safetyNet)
  func follow() async throws {
    let folder = try Folder()
    let path = try folder.write("x.log", Array("one\n".utf8))
    let reader = Task.detached { () throws -> String in
      var log = try LogFile(path: path, follow: true)
      var text = ""
      var buffer = [UInt8](repeating: 0, count: 100)
      while !text.hasSuffix("end\n") {
        let count = try buffer.withUnsafeMutableBytes { try log.read(into: $0) }
        text += String(decoding: buffer[..<count], as: UTF8.self)
      }
      return text
    }
    let pause = Duration.milliseconds(700)
    try await Task.sleep(for: pause)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("two\n".utf8))
    try await Task.sleep(for: pause)
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data("3\n".utf8))
    try await Task.sleep(for: pause)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    try await Task.sleep(for: pause)
    try Data("end\n".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try await reader.value == "one\ntwo\n3\nend\n")
  }
}
