import Foundation
import TestSupport
import Testing

/// `interlude serve` on a small sound site, for as long as a test needs it.
struct RunningServer: Sendable {
  let folder: URL
  let process: Process
  let port: Int

  static func with(
    before: (Files) throws -> Void = { _ in }, _ body: (RunningServer) async throws -> Void
  ) async throws {
    try await TemporaryFolder.with("serve") { folder in
      let (root, content) = (PackageFolder.root, folder.appending(path: "content"))
      try FileManager.default.copyItem(at: root.appending(path: "Tests/ContentTests/Base"), to: content)
      // The base's own strings are too few for a help site.
      try Data(contentsOf: root.appending(path: "content/locales/en.yaml"))
        .write(to: content.appending(path: "locales/en.yaml"))
      try before(Files(folder: folder))
      let process = Process()
      process.executableURL = Interlude.binary
      process.arguments = ["serve", "--source", folder.path, "--port", "0"]
      process.standardError = FileHandle.nullDevice
      let log = folder.appending(path: "log")
      try Data().write(to: log)
      process.standardOutput = try FileHandle(forWritingTo: log)
      try process.start()
      defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
      try await body(RunningServer(folder: folder, process: process, port: try await port(in: log)))
    }
  }

  /// The port in "http://127.0.0.1:4711/".
  private static func port(in log: URL) async throws -> Int {
    for _ in 0..<600 {
      let text = try String(contentsOf: log, encoding: .utf8)
      if let start = text.firstRange(of: "127.0.0.1:"),
        let port = Int(text[start.upperBound...].prefix { $0.isNumber }),
        text.contains("First build")
      {
        return port
      }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw Files.Trouble(description: "the server did not say where it is")
  }

  var files: Files { Files(folder: folder) }
  func read(_ path: String) throws -> String { try String(contentsOf: folder.appending(path: path), encoding: .utf8) }
  func write(_ text: String, to path: String) throws { try write(Data(text.utf8), to: path) }
  func write(_ bytes: Data, to path: String) throws {
    let url = folder.appending(path: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: url)
  }
  func move(_ path: String, to new: String) throws { try files.move(path, to: new) }
  func makeFolder(_ path: String) throws {
    try FileManager.default.removeItem(at: folder.appending(path: path))
    try FileManager.default.createDirectory(at: folder.appending(path: path), withIntermediateDirectories: true)
  }

  /// Keeps a copy of the content while `body` spoils it.
  func copy(_ body: (URL) async throws -> Void) async throws {
    try await TemporaryFolder.with("copy") { copy in
      try FileManager.default.copyItem(at: folder.appending(path: "content"), to: copy.appending(path: "content"))
      try await body(copy)
    }
  }

  func restore(_ copy: URL) throws {
    for path in ["content", "templates", "elsewhere"] {
      try? FileManager.default.removeItem(at: folder.appending(path: path))
    }
    try FileManager.default.copyItem(at: copy.appending(path: "content"), to: folder.appending(path: "content"))
  }

  func get(_ path: String) async throws -> Client.Answer {
    let client = try Client(port: port)
    defer { client.close() }
    return try await client.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
  }

  func events() async throws -> EventReader {
    EventReader(client: try Client(port: port))
  }

  func state() async throws -> EventReader.State {
    var events = try await events()
    defer { events.close() }
    return try await events.next()
  }
}

/// Changes to a folder's files.
struct Files: Sendable {
  struct Trouble: Error, CustomStringConvertible { let description: String }

  let folder: URL

  func move(_ path: String, to new: String) throws {
    try FileManager.default.moveItem(at: folder.appending(path: path), to: folder.appending(path: new))
  }
}
