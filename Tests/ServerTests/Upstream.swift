import Foundation

/// A fake application server, one thread per connection. It misbehaves as the request's path asks; see `Behaviour`.
final class Upstream: Sendable {
  static let ownBody = "<p>The application's own words.</p>\n"

  private static let bigHeader = Array(
    "HTTP/1.1 200 OK\r\nX-Long: \(String(repeating: "x", count: 64_000))\r\nContent-Length: 0\r\n\r\n".utf8)

  private let listener: Socket
  private let closed: Socket

  init() throws {
    listener = try Socket.bound(listening: true)
    closed = try Socket.bound(listening: false)
    let listener = listener
    Thread.detachNewThread {
      while let connection = listener.accepted() { Thread.detachNewThread { Self.serve(connection) } }
    }
  }

  deinit { listener.shutDown() }

  var port: UInt16 { listener.port }

  /// A port that refuses connections for as long as this object lives.
  var refusingPort: UInt16 { closed.port }

  private static func serve(_ connection: Socket) {
    while let (behaviour, isHead, isLast) = request(on: connection) {
      switch behaviour {
      case .hanging:
        // Until the proxy gives up.
        while let bytes = connection.receive(within: 30), !bytes.isEmpty {}
        return
      case .reset: return connection.resetOnClose()
      case .halfHeader: return connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/ht")
      case .bigHeader: return connection.send(bigHeader)
      case .garbage: return connection.send("SSH-2.0-OpenSSH_9.2\r\nnonsense\r\n")
      case .closed, .refused: return
      default: answer(behaviour, on: connection, isHead: isHead)
      }
      if isLast { return }
    }
  }

  private static func answer(_ behaviour: Behaviour, on connection: Socket, isHead: Bool) {
    var head = "HTTP/1.1 \(behaviour.ownStatus ?? 200) Whatever\r\nContent-Type: text/html; charset=iso-8859-1\r\n"
    head += "Content-Length: \(ownBody.utf8.count)\r\nX-Own: yes\r\nETag: \"own\"\r\n"
    head += "Cache-Control: max-age=60\r\n"
    if behaviour == .own401 { head += "WWW-Authenticate: Basic realm=\"own\"\r\n" }
    connection.send(head + "\r\n" + (isHead ? "" : ownBody))
  }

  /// Reads one request with its body; nil at the end of the connection.
  private static func request(on connection: Socket) -> (Behaviour, isHead: Bool, isLast: Bool)? {
    var bytes: [UInt8] = []
    while bytes.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
      guard let more = connection.receive(within: 30), !more.isEmpty else { return nil }
      bytes += more
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: " ", maxSplits: 2)
    guard parts.count == 3 else { return nil }
    let length = text.firstMatch(of: /\r\n(?i:content-length): *(\d+)/).flatMap { Int($0.1) } ?? 0
    let start = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? bytes.count
    var received = bytes.count - start
    while received < length, let more = connection.receive(within: 5), !more.isEmpty { received += more.count }
    let isLast = text.contains(/\r\n(?i:connection): *(?i:close)/) || text.contains(" HTTP/1.0\r\n")
    let path = parts[1].prefix { $0 != "?" }.split(separator: "/")
    return (path.lazy.compactMap { Behaviour(rawValue: String($0)) }.first ?? .own404, parts[0] == "HEAD", isLast)
  }
}
