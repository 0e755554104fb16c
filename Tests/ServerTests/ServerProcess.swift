import Foundation
import TestSupport

/// A server that runs while a test needs it, and no longer: it ends with the call that started it, and with the test
/// process, however that ends.
enum ServerProcess {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The server is a child of a shell that waits for the end of its standard input, which comes when the test process
  /// is gone.
  private static let guardian = """
    "$@" </dev/null & child=$!
    read -r _
    kill -TERM $child 2>/dev/null
    (sleep 2; kill -KILL $child 2>/dev/null) & killer=$!
    wait $child
    kill $killer 2>/dev/null
    """

  static func with<Value>(
    _ program: URL, _ arguments: [String], port: UInt16, in folder: URL, environment: [String: String] = [:],
    _ body: () async throws -> Value
  ) async throws -> Value {
    let log = folder.appending(path: "\(program.lastPathComponent).log")
    try Data().write(to: log)
    let process = Process()
    let lifeline = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", guardian, "sh", program.path] + arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
    process.standardInput = lifeline
    let handle = try FileHandle(forWritingTo: log)
    process.standardOutput = handle
    process.standardError = handle
    try process.start()
    let outcome: Result<Value, any Error>
    do {
      try await waitUntilReady(port, log: log)
      outcome = .success(try await body())
    } catch {
      outcome = .failure(error)
    }
    try? lifeline.fileHandleForWriting.close()
    for _ in 0..<100 where process.isRunning { try await Task.sleep(for: .milliseconds(50)) }
    if process.isRunning { throw Failure(description: "\(program.lastPathComponent) does not end") }
    return try outcome.get()
  }

  private static func waitUntilReady(_ port: UInt16, log: URL) async throws {
    // A page service makes its pages first.
    for _ in 0..<1200 {
      if (try? Socket.connected(to: port)) != nil { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
    throw Failure(description: "the server does not answer on port \(port); its log:\n\(text.suffix(2000))")
  }
}
