import Foundation
import LiveUpstreams
import Trace

#if canImport(Glibc)
  import Glibc
#endif

/// Upstreams that fail on purpose, each on a port of its own.
final class FakeUpstreams: @unchecked Sendable {
  private(set) var ports: [(failure: Failure, port: Int)] = []

  /// What an upstream that answers by itself sends.
  static func body(_ status: Int) -> String { "upstream says \(status)\n" }

  init(_ failures: [Failure]) {
    for failure in failures {
      if failure == .refused {
        if let (_, port) = Sockets.refuser() { ports.append((failure, port)) }
        continue
      }
      guard let (descriptor, port) = Sockets.listener() else { continue }
      ports.append((failure, port))
      let thread = Thread { Self.serve(descriptor, failure) }
      thread.start()
    }
  }

  private static func serve(_ listener: Int32, _ failure: Failure) {
    while true {
      let peer = accept(listener, nil, nil)
      if peer < 0 { return }
      Thread { answer(peer, failure) }.start()
    }
  }

  /// Whether a request has come to its end, that of its body.
  private static func isWhole(_ bytes: [UInt8]) -> Bool {
    guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: [13, 10, 13, 10]) }) else { return false }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(whereSeparator: \.isNewline)
    let length = lines.first { $0.lowercased().hasPrefix("content-length:") }?.split(separator: " ").last
    return bytes.count >= end + 4 + (length.flatMap { Int($0) } ?? 0)
  }

  private static func answer(_ peer: Int32, _ failure: Failure) {
    defer { close(peer) }
    let request = Sockets.read(peer, until: isWhole)
    switch failure {
    case .timeout: _ = Sockets.read(peer)
    case .garbage: Sockets.write("this is no HTTP at all\r\n\r\n", to: peer)
    case .status(let status):
      if status == 204 || status == 304 {
        return Sockets.write("HTTP/1.1 \(status) X\r\n\(Echo.line(request))Connection: close\r\n\r\n", to: peer)
      }
      let text = body(status)
      let isHead = request.starts(with: Array("HEAD ".utf8))
      Sockets.write(
        "HTTP/1.1 \(status) X\r\n\(Echo.line(request))Content-Type: application/json\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n"
          + (isHead ? "" : text), to: peer)
    default: break
    }
  }
}
