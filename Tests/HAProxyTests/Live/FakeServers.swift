import Foundation
import TestSupport
import Trace

/// Servers that fail in every way there is, on ports of this machine.
final class FakeServers: @unchecked Sendable {
  static let words = "the server says"
  static let garbage = "this is not HTTP at all\r\n\r\n"
  private static let statuses = [200, 302, 404, 500, 502, 503]

  private(set) var servers: [(port: Int, failure: Failure)] = []
  private var sockets: [ListeningSocket] = []

  init() throws {
    for status in Self.statuses {
      try serve(status == 200 ? .none : .status(status)) { Self.answer($0, status) }
    }
    try serve(.timeout) { _ in }
    try serve(.closed) { connection in
      _ = readSome(connection)
      close(connection)
    }
    try serve(.garbage) { connection in
      _ = readSome(connection)
      writeAll(connection, Array(Self.garbage.utf8))
      Self.finish(connection)
    }
    servers.append((try refusingPort(), .refused))
  }

  private func serve(_ failure: Failure, _ body: @escaping @Sendable (Int32) -> Void) throws {
    let socket = try ListeningSocket(body)
    sockets.append(socket)
    servers.append((socket.port, failure))
  }

  /// Reads the whole request, as a reset would lose the answer.
  private static func answer(_ connection: Int32, _ status: Int) {
    var request = ""
    while !request.contains("\r\n\r\n") {
      let part = readSome(connection)
      if part.isEmpty {
        close(connection)
        return
      }
      request += String(decoding: part, as: UTF8.self)
    }
    let body = request.hasPrefix("HEAD ") ? "" : "\(words) \(status)"
    let length = "\(words) \(status)".utf8.count
    writeAll(
      connection,
      Array(
        "HTTP/1.1 \(status) Fake\r\nContent-Type: text/plain\r\nContent-Length: \(length)\r\nConnection: close\r\n\r\n\(body)"
          .utf8))
    finish(connection)
  }

  /// Closes without losing what is still on its way.
  private static func finish(_ connection: Int32) {
    shutdown(connection, Int32(SHUT_WR))
    while !readSome(connection).isEmpty {}
    close(connection)
  }
}
