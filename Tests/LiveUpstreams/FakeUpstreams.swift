import Foundation
import TestSupport
public import Trace

/// Upstreams that fail in every way there is, on ports of this machine.
public final class FakeUpstreams: @unchecked Sendable {
  /// What an upstream answers as its body.
  public static func body(_ status: Int, of name: String = "upstream") -> String { "\(name) says \(status)" }
  public static let garbage = "this is not HTTP at all, whatever you expected\r\n\r\n"
  public static let statuses = [200, 300, 304, 400, 401, 403, 404, 418, 429, 500, 502, 503, 504, 599]

  public private(set) var ports: [(port: Int, failure: Failure)] = []
  /// The same for modules that speak something else than HTTP.
  public private(set) var gateways: [String: [(port: Int, failure: Failure)]] = [:]
  private var sockets: [ListeningSocket] = []

  public init() throws {
    for status in Self.statuses { try serve(status == 200 ? .none : .status(status)) }
    for failure in [Failure.tooBigHeader, .timeout, .closed, .garbage] { try serve(failure) }
    ports.append((try refusingPort(), .refused))
    for module in ["fastcgi", "scgi", "uwsgi"] {
      for status in Self.gatewayStatuses {
        let socket = try ListeningSocket { connection in
          let echo = Echo.line(Parameters.read(readSome(connection), module))
          let text = "Status: \(status) Fake\r\n\(echo)Content-Type: text/plain\r\n\r\n" + Self.body(status)
          writeAll(connection, module == "fastcgi" ? Self.records(Array(text.utf8)) : Array(text.utf8))
          Self.finish(connection)
        }
        sockets.append(socket)
        gateways[module, default: []].append((socket.port, status == 200 ? .none : .status(status)))
      }
    }
  }

  private static let gatewayStatuses = [200, 404, 403, 429, 500, 503, 418]

  /// An answer in FastCGI's records: standard output, then the end of the request.
  private static func records(_ text: [UInt8]) -> [UInt8] {
    let size = [UInt8(text.count >> 8), UInt8(text.count & 0xFF)]
    return [1, 6, 0, 1] + size + [0, 0] + text + [1, 6, 0, 1, 0, 0, 0, 0] + [1, 3, 0, 1, 0, 8, 0, 0]
      + [0, 0, 0, 0, 0, 0, 0, 0]
  }

  public func port(of failure: Failure) -> Int { ports.first { $0.failure == failure }?.port ?? 1 }

  /// Fails as it is said to on a connection, or answers.
  ///
  /// - Parameter name: what the upstream calls itself in its body.
  static func serve(_ connection: Int32, _ failure: Failure, as name: String = "upstream") {
    switch failure {
    case .timeout: break
    case .closed, .refused, .noLiveUpstream:
      _ = readSome(connection)
      close(connection)
    case .garbage:
      _ = readSome(connection)
      writeAll(connection, Array(garbage.utf8))
      finish(connection)
    case .tooBigHeader:
      let long = String(repeating: "x", count: 6000)
      answer(connection, "HTTP/1.1 200 Fake\r\nX-A: \(long)\r\nX-B: \(long)\r\n", body: "")
    case .none: answer(connection, 200, as: name)
    case .status(let code): answer(connection, code, as: name)
    }
  }

  private static func answer(_ connection: Int32, _ status: Int, as name: String) {
    let text = body(status, of: name)
    let head = "HTTP/1.1 \(status) Fake\r\nContent-Type: text/plain\r\nContent-Length: \(text.utf8.count)\r\n"
    answer(connection, head, body: text)
  }

  private func serve(_ failure: Failure) throws {
    let socket = try ListeningSocket { Self.serve($0, failure) }
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
      connection,
      Array(
        (head + Echo.line(request) + "Connection: close\r\n\r\n" + (isHead || head.contains(" 304 ") ? "" : body)).utf8)
    )
    finish(connection)
  }

  /// Closes without losing what is still on its way.
  private static func finish(_ connection: Int32) {
    shutdown(connection, Int32(SHUT_WR))
    while !readSome(connection).isEmpty {}
    close(connection)
  }
}
