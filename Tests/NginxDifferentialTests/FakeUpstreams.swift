import Foundation
import Trace

/// Upstreams that fail in every way there is, on ports of this machine.
///
/// Those that speak HTTP are one more nginx; the others are sockets of this process.
final class FakeUpstreams: @unchecked Sendable {
  /// What an upstream answers as its body.
  static func body(_ status: Int) -> String { "upstream says \(status)" }
  static let garbage = "this is not HTTP at all, whatever you expected\r\n\r\n"
  static let statuses = [200, 300, 304, 400, 401, 403, 404, 418, 429, 500, 502, 503, 504, 599]

  private(set) var ports: [(port: Int, failure: Failure)] = []
  private var server: NginxProcess?
  private var sockets: [ListeningSocket] = []

  init(directory: String) throws {
    var blocks = ""
    for status in Self.statuses {
      let port = try freePort()
      ports.append((port, status == 200 ? .none : .status(status)))
      let answer = "return \(status) \"\(Self.body(status))\";"
      blocks += "server { listen 127.0.0.1:\(port); default_type text/plain; location / { \(answer) } }\n"
    }
    let big = try freePort()
    ports.append((big, .tooBigHeader))
    let long = String(repeating: "x", count: 3000)
    blocks += "server { listen 127.0.0.1:\(big); add_header X-A \(long) always; add_header X-B \(long) always; location / { return 200 big; } }\n"
    let text = "daemon off; pid fake.pid; error_log stderr crit; worker_processes 1; events { worker_connections 4096; }\nhttp { access_log off; \(blocks) }\n"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try text.write(toFile: directory + "/fake.conf", atomically: true, encoding: .utf8)
    server = try NginxProcess(configuration: directory + "/fake.conf", prefix: directory, port: big)

    let silent = try ListeningSocket { _ in }
    let closing = try ListeningSocket { connection in
      _ = readSome(connection)
      close(connection)
    }
    let talking = try ListeningSocket { connection in
      _ = readSome(connection)
      writeAll(connection, Array(Self.garbage.utf8))
      close(connection)
    }
    sockets = [silent, closing, talking]
    ports += [(silent.port, .timeout), (closing.port, .closed), (talking.port, .garbage), (try freePort(), .refused)]
  }

  func port(of failure: Failure) -> Int { ports.first { $0.failure == failure }?.port ?? 1 }

  func stop() { server?.stop() }
}
