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
    var seen: Seen
    switch request.scheme {
    case .http:
      guard let connection = connect(request, host) else {
        return Seen(seconds: Sandbox.now - start, obstacle: "nobody listens at port \(request.port)")
      }
      Sockets.send(connection, bytes(request))
      let answer = read(connection, until: start + seconds)
      close(connection)
      seen = parse(answer, isHead: request.method == "HEAD")
    case .https: seen = askOverTLS(request, host, upTo: seconds)
    }
    seen.seconds = Sandbox.now - start
    return seen
  }

  private static func connect(_ request: Request, _ host: String) -> Int32? {
    let handle = socket(host.contains(":") ? AF_INET6 : AF_INET, Sockets.stream, 0)
    if let client = request.client, client.contains(":") == host.contains(":") {
      _ = Sockets.withAddress(client, 0) { bind(handle, $0, $1) }
    }
    guard Sockets.withAddress(host, request.port, { Glibc.connect(handle, $0, $1) }) == 0 else {
      close(handle)
      return nil
    }
    return handle
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

  private static func read(_ connection: Int32, until end: Double) -> [UInt8] {
    Sockets.readAll(connection, upTo: end - Sandbox.now, bytes: 1 << 24)
  }

  /// TLS is left to the system's OpenSSL; nobody's certificate is judged.
  private static func askOverTLS(_ request: Request, _ address: String, upTo seconds: Double) -> Seen {
    guard let openssl = Programs.find("openssl") else {
      return Seen(obstacle: "asking over TLS needs the program openssl, which is not here")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: openssl)
    let host = request.header("host").map { String($0.prefix { $0 != ":" }) } ?? request.host
    process.arguments = [
      "s_client", "-connect", "\(address.contains(":") ? "[\(address)]" : address):\(request.port)", "-servername",
      host, "-quiet", "-verify_quiet",
    ]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return Seen(obstacle: "openssl does not start") }
    Sockets.write(input.fileHandleForWriting.fileDescriptor, bytes(request))
    let answer = Sockets.readAll(output.fileHandleForReading.fileDescriptor, upTo: seconds, bytes: 1 << 24)
    process.terminate()
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    return parse(answer, isHead: request.method == "HEAD")
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

extension Sockets {
  /// For pipes.
  static func write(_ handle: Int32, _ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(handle, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
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
