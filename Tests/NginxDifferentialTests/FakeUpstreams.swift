import Foundation
import Trace

/// Upstreams that fail in every way there is, on ports of this machine.
final class FakeUpstreams: @unchecked Sendable {
  /// What an upstream answers as its body.
  static func body(_ status: Int) -> String { "upstream says \(status)" }
  static let garbage = "this is not HTTP at all, whatever you expected\r\n\r\n"
  static let statuses = [200, 300, 304, 400, 401, 403, 404, 418, 429, 500, 502, 503, 504, 599]

  private(set) var ports: [(port: Int, failure: Failure)] = []
  private var sockets: [ListeningSocket] = []

  init() throws {
    for status in Self.statuses {
      let text = Self.body(status)
      try serve(status == 200 ? .none : .status(status)) { connection in
        Self.answer(
          connection, "HTTP/1.1 \(status) Fake\r\nContent-Type: text/plain\r\nContent-Length: \(text.utf8.count)\r\n",
          body: text)
      }
    }
    let long = String(repeating: "x", count: 6000)
    try serve(.tooBigHeader) { Self.answer($0, "HTTP/1.1 200 Fake\r\nX-A: \(long)\r\nX-B: \(long)\r\n", body: "") }
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
    ports.append((try freePort(), .refused))
  }

  func port(of failure: Failure) -> Int { ports.first { $0.failure == failure }?.port ?? 1 }

  private func serve(_ failure: Failure, _ body: @escaping @Sendable (Int32) -> Void) throws {
    let socket = try ListeningSocket(body)
    sockets.append(socket)
    ports.append((socket.port, failure))
  }

  /// Answers as soon as the header is there: a subrequest announces a body that never comes.
  private static func answer(_ connection: Int32, _ head: String, body: String) {
    var request: [UInt8] = []
    while !String(decoding: request, as: UTF8.self).contains("\r\n\r\n") {
      let part = readSome(connection)
      if part.isEmpty { break }
      request += part
    }
    let isHead = request.starts(with: Array("HEAD ".utf8))
    writeAll(
      connection, Array((head + "Connection: close\r\n\r\n" + (isHead || head.contains(" 304 ") ? "" : body)).utf8))
    finish(connection)
  }

  /// Closes without losing what is still on its way.
  private static func finish(_ connection: Int32) {
    shutdown(connection, Int32(SHUT_WR))
    while !readSome(connection).isEmpty {}
    close(connection)
  }
}
