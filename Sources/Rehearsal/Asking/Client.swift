import CSandbox
import Foundation
import Trace

/// What came back for a request.
struct Seen: Sendable {
  /// 0 when there was no status line.
  var status = 0
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  var seconds = 0.0
  /// Why nothing could be asked; nil when something was.
  var obstacle: String?

  func header(_ name: String) -> String? {
    let values = headers.filter { $0.name == name }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

/// Sends a request and reads the answer to its end.
enum Client {
  /// - Parameter host: where the connection goes to.
  static func ask(_ request: Request, at host: String, upTo seconds: Double) -> Seen {
    let start = Sandbox.now
    if request.scheme == .https, OpenSSL.program == nil {
      return Seen(obstacle: "asking over TLS needs the program openssl, which is not here")
    }
    guard let link = Link(request, at: host) else {
      return Seen(
        seconds: Sandbox.now - start,
        obstacle: "no connection to port \(request.port): \(String(cString: strerror(errno)))")
    }
    Sockets.send(link.handle, bytes(request))
    var seen = parse(
      Sockets.readAll(link.handle, upTo: start + seconds - Sandbox.now, bytes: 1 << 24),
      isHead: request.method == "HEAD")
    link.close()
    seen.seconds = Sandbox.now - start
    return seen
  }

  /// A connection to the proxy, through TLS where that is asked for; nobody's certificate is judged.
  struct Link {
    /// What is sent and received is plain.
    let handle: Int32
    private let tunnel: OpenSSL?

    /// - Parameter host: where the connection goes to; nil when nobody is there.
    init?(_ request: Request, at host: String) {
      guard let connection = Self.connect(request, host) else { return nil }
      guard request.scheme == .https else {
        (handle, tunnel) = (connection, nil)
        return
      }
      // Somebody listens; the program connects by itself.
      Glibc.close(connection)
      let name = Self.name(request)
      let place = "\(host.contains(":") ? "[\(host)]" : host):\(request.port)"
      let source = Self.source(request, host).map { ["-bind", $0] } ?? []
      guard
        let tunnel = OpenSSL(
          ["s_client", "-connect", place, "-servername", name, "-quiet", "-verify_quiet"] + source)
      else { return nil }
      (handle, self.tunnel) = (tunnel.handle, tunnel)
    }

    func close() {
      Glibc.close(handle)
      tunnel?.end()
    }

    private static func name(_ request: Request) -> String {
      request.header("host").map { String($0.prefix { $0 != ":" }) } ?? request.host
    }

    private static func source(_ request: Request, _ host: String) -> String? {
      guard let client = request.client, client.contains(":") == host.contains(":") else { return nil }
      return client.contains(":") ? "[\(client)]:0" : "\(client):0"
    }

    private static func connect(_ request: Request, _ host: String) -> Int32? {
      let handle = socket(host.contains(":") ? AF_INET6 : AF_INET, Sockets.stream, 0)
      if let client = request.client, client.contains(":") == host.contains(":") {
        _ = Sockets.withAddress(client, 0) { bind(handle, $0, $1) }
      }
      guard Sockets.withAddress(host, request.port, { Glibc.connect(handle, $0, $1) }) == 0 else {
        Glibc.close(handle)
        return nil
      }
      return handle
    }
  }

  static func bytes(_ request: Request) -> [UInt8] {
    let isUsual = request.port == (request.scheme == .http ? 80 : 443)
    var text: [UInt8] = Array("\(request.method) ".utf8) + Array(request.target) + Array(" HTTP/1.1\r\n".utf8)
    if request.header("host") == nil { text += "Host: \(request.host)\(isUsual ? "" : ":\(request.port)")\r\n".utf8 }
    for header in request.headers { text += "\(header.name): \(header.value)\r\n".utf8 }
    if request.bodyLength > 0 { text += "Content-Length: \(request.bodyLength)\r\n".utf8 }
    text += "Connection: close\r\n\r\n".utf8
    return text + [UInt8](repeating: 0x61, count: min(request.bodyLength, 1 << 24))
  }

  /// An answer in its parts (RFC 9112); its body out of chunks.
  static func parse(_ answer: [UInt8], isHead: Bool) -> Seen {
    var seen = Seen()
    guard answer.starts(with: Array("HTTP/".utf8)) else {
      seen.body = answer
      return seen
    }
    var rest = answer[...]
    // Interim answers stand before the answer.
    while true {
      guard let end = headEnd(rest) else { return seen }
      let lines = String(decoding: rest[..<end], as: UTF8.self).split(
        separator: "\r\n", omittingEmptySubsequences: true)
      seen.status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      seen.headers = lines.dropFirst().compactMap { line in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        return (line[..<colon].lowercased(), String(value))
      }
      rest = rest[(end + 4)...]
      guard 100..<200 ~= seen.status, seen.status != 101 else { break }
    }
    if !isHead {
      seen.body = seen.header("transfer-encoding")?.lowercased() == "chunked" ? unchunked(rest) : Array(rest)
    }
    return seen
  }

  private static func headEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= 4 else { return nil }
    return (bytes.startIndex...(bytes.endIndex - 4)).first { bytes[$0...].starts(with: [13, 10, 13, 10]) }
  }

  private static func unchunked(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var (rest, body) = (bytes, [UInt8]())
    while let end = rest.firstIndex(of: 13) {
      let word = String(decoding: rest[..<end], as: UTF8.self).prefix { $0 != ";" }
      guard let size = Int(word, radix: 16), size > 0 else { break }
      let start = end + 2
      guard start <= rest.endIndex else { break }
      body += rest[start..<min(start + size, rest.endIndex)]
      guard start + size + 2 <= rest.endIndex else { break }
      rest = rest[(start + size + 2)...]
    }
    return body
  }
}

/// Programs of the machine.
enum Programs {
  static func find(_ name: String) -> String? {
    if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let folders =
      path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin", "/usr/local/sbin", "/usr/local/bin"]
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}
