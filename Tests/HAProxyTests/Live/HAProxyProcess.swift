import Foundation
import TestSupport

/// A running HAProxy.
final class HAProxyProcess {
  /// The configuration was refused, in HAProxy's words.
  struct Refused: Error { let message: String }

  static let binary = ["/usr/sbin/haproxy", "/usr/local/sbin/haproxy", "/opt/homebrew/bin/haproxy"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  private let process = Process()

  /// Starts HAProxy and waits until `port` takes connections.
  init(_ configuration: String, port: Int) throws {
    process.executableURL = URL(fileURLWithPath: Self.binary ?? "/")
    process.arguments = ["-db", "-f", configuration]
    let log = configuration + ".log"
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    process.standardError = FileHandle(forWritingAtPath: log)
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    for _ in 0..<4000 {
      if !process.isRunning { throw Refused(message: (try? String(contentsOfFile: log, encoding: .utf8)) ?? "") }
      if canConnect(port) { return }
      usleep(5_000)
    }
    stop()
    throw Refused(message: "HAProxy does not answer")
  }

  func stop() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }

  /// What `haproxy -c` says of a file; nil when it takes it.
  static func refusal(of configuration: String) throws -> String? {
    let (isTaken, words) = try check(configuration)
    return isTaken ? nil : words
  }

  /// Everything `haproxy -c` says of a file, warnings among it.
  static func words(about configuration: String) throws -> String { try check(configuration).words }

  private static func check(_ configuration: String) throws -> (isTaken: Bool, words: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: binary ?? "/")
    process.arguments = ["-c", "-f", configuration]
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus == 0, text)
  }
}
