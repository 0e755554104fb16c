import Foundation
import TestSupport

/// A running nginx; the configuration must say `daemon off`.
final class NginxProcess: @unchecked Sendable {
  /// The configuration was refused, in nginx's words.
  struct Refused: Error { let message: String }

  static let binary = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx", "/opt/homebrew/bin/nginx"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  private let process = Process()
  private let log: String

  /// Starts nginx and waits until `port` takes connections.
  init(configuration: String, prefix: String, port: Int) throws {
    guard let binary = Self.binary else { throw Refused(message: "nginx is not installed") }
    log = prefix + "/stderr.txt"
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    process.executableURL = URL(fileURLWithPath: binary)
    process.arguments = ["-p", prefix, "-c", configuration]
    process.standardError = FileHandle(forWritingAtPath: log)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    for _ in 0..<2000 {
      if !process.isRunning { throw Refused(message: (try? String(contentsOfFile: log, encoding: .utf8)) ?? "") }
      if canConnect(port) { return }
      usleep(5_000)
    }
    stop()
    throw Refused(message: "nginx does not answer")
  }

  /// How many of its workers have crashed so far: some configurations are too much for nginx itself.
  var crashes: Int {
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").count { $0.contains("exited on signal 11") }
  }

  func stop() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }
}
