import Content
import Explain
import Foundation
import Glibc
import TestSupport
import Testing

/// A folder and the processes of one program under test; both go away with it.
final class Workshop {
  let folder: URL
  /// First of the ports that this program's upstreams and listeners use.
  let port: Int
  private var processes: [Process] = []
  static let isOn = Interlude.isOn("INTERLUDE_SERVERS")

  /// Ports by behaviour, in the order of `upstream.py`.
  enum Upstream: Int {
    case ok, closes, resets, hangs, bigHeader, garbage, badHeader, cutOff, badChunk, tls, stalls, answers503,
      speaksFirst
    case nobody = 19
  }

  init() throws {
    port = try LoopbackPorts.block(of: 40)
    folder = FileManager.default.temporaryDirectory.appending(path: "interlude-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    try run(
      "openssl",
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=other.example", "-keyout",
        path("key.pem"),
        "-out", path("cert.pem"),
      ])
    let script = PackageFolder.root.appending(path: "Tests/ExplainServerTests/upstream.py").path
    try start("python3", [script, "\(port)", path("cert.pem"), path("key.pem")], log: "upstream.log")
    try waitUntil("the upstreams listen") { self.text("upstream.log").contains("ready") }
  }

  deinit { stop() }

  func stop() {
    for process in processes.reversed() where process.isRunning { process.terminate() }
    for process in processes {
      try? waitUntil("it ends", seconds: 3) { !process.isRunning }
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
    processes = []
    try? FileManager.default.removeItem(at: folder)
  }

  func path(_ name: String) -> String { folder.appending(path: name).path }
  func address(_ upstream: Upstream) -> String { "127.0.0.1:\(port + upstream.rawValue)" }
  var listener: Int { port + 20 }

  func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: folder.appending(path: name)) }
  func text(_ name: String) -> String {
    (try? String(decoding: Data(contentsOf: folder.appending(path: name)), as: UTF8.self)) ?? ""
  }

  static func find(_ program: String) -> String? {
    (TestTools.program(program) ?? Command.find(program))?.path
  }

  /// Runs in the background; what it writes goes to `log`.
  @discardableResult
  func start(_ program: String, _ arguments: [String], log: String) throws -> Process {
    let process = try process(program, arguments)
    _ = FileManager.default.createFile(atPath: path(log), contents: nil)
    let output = try FileHandle(forWritingTo: folder.appending(path: log))
    try output.seekToEnd()
    (process.standardOutput, process.standardError) = (output, output)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    processes.append(process)
    return process
  }

  func run(_ program: String, _ arguments: [String]) throws {
    let process = try process(program, arguments)
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
  }

  private func process(_ program: String, _ arguments: [String]) throws -> Process {
    let process = Process()
    // A test's thread has signals blocked, and a program that inherits that could not be ended.
    let unblock =
      "import os,signal,sys; signal.pthread_sigmask(signal.SIG_SETMASK, []); os.execv(sys.argv[1], sys.argv[1:])"
    process.executableURL = URL(fileURLWithPath: try #require(Self.find("python3"), "python3 is not installed"))
    process.arguments =
      ["-c", unblock, try #require(Self.find(program), "\(program) is not installed")] + arguments
    process.currentDirectoryURL = folder
    return process
  }

  func get(_ path: String, _ options: [String] = []) throws {
    try run("curl", ["-s", "-m", "6", "-o", "/dev/null"] + options + ["http://127.0.0.1:\(listener)\(path)"])
  }

  func waitUntil(_ what: String, seconds: Double = 10, _ condition: () throws -> Bool) throws {
    for _ in 0..<Int(seconds * 20) {
      if try condition() { return }
      Thread.sleep(forTimeInterval: 0.05)
    }
    throw TimeOut(what: what + "\n" + logs)
  }

  func waitUntilListening(_ port: Int) throws {
    try waitUntil("something listens on port \(port)") { Self.isListening(port) }
  }

  private static func isListening(_ port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  struct TimeOut: Error { let what: String }

  /// The ends of all logs, to tell why a program did not start.
  private var logs: String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".log") || $0.hasSuffix(".out") }.sorted()
      .map { "\($0): \(text($0).suffix(400))" }.joined(separator: "\n")
  }

  // MARK: what explain says

  /// The causes that explain names in what `log` holds beyond `offset`.
  func causes(_ log: String, beyond offset: Int) -> [String] {
    let bytes = (try? Data(contentsOf: folder.appending(path: log))).map(Array.init) ?? []
    var rest = bytes.dropFirst(offset)
    var explainer = Explainer(Catalogue.own, year: 2026)
    var causes: [String] = []
    while explainer.step(
      { buffer in
        let count = min(buffer.count, rest.count)
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
      }, each: { causes.append(Catalogue.own.signatures[$0.signature].cause) })
    {}
    return causes
  }

  func length(_ log: String) -> Int { (try? Data(contentsOf: folder.appending(path: log)).count) ?? 0 }

  /// Breaks something and expects explain to name the cause from the log lines it leaves.
  func expect(
    _ cause: String, in log: String, from what: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ breakIt: () throws -> Void
  ) throws {
    let before = length(log)
    try breakIt()
    var named: [String] = []
    var seen = before
    try? waitUntil("a finding", seconds: 15) {
      let length = length(log)
      if length == seen { return false }
      seen = length
      named = causes(log, beyond: before)
      return named.contains(cause)
    }
    let lines = text(log).utf8.dropFirst(before).prefix(600)
    #expect(
      named.contains(cause),
      "\(what): \(cause) was expected, explain says \(named):\n\(String(decoding: Array(lines), as: UTF8.self))",
      sourceLocation: sourceLocation)
    let verdict = named.contains(cause) ? "recognised" : "MISSED"
    print("\(verdict): \(log): \(what): \(cause)")
  }
}

enum Catalogue {
  static let own: SignatureCatalogue = {
    let root = PackageFolder.root.appending(path: "content")
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []
    let files = paths.filter { $0.hasSuffix(".md") || $0.hasSuffix(".yaml") }.compactMap { path in
      (try? Data(contentsOf: root.appending(path: path))).map {
        ContentFolder.File(path: path, contents: .bytes(Array($0)))
      }
    }
    return CatalogueLoader(ContentFolder(name: "content", files: files)).load().catalogue
  }()
}
