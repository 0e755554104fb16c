import Foundation

/// One HTTP request and what came back, byte for byte.
struct Exchange: Sendable {
  let status: Int
  /// By lower-case name, in the order they came.
  let headers: [(name: String, value: String)]
  let body: [UInt8]

  func values(_ name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }

  func value(_ name: String) -> String? { values(name).first }

  enum Failure: Error { case noAnswer, notHTTP([UInt8]) }

  /// Sends a request and reads until the server closes the connection.
  static func make(
    _ method: String, _ target: String, port: UInt16, headers: [String: String] = [:], body: String = ""
  ) async throws -> Exchange {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result { try makeNow(method, target, port: port, headers: headers, body: body) })
      }
    }
  }

  private static func makeNow(
    _ method: String, _ target: String, port: UInt16, headers: [String: String], body: String
  ) throws -> Exchange {
    let socket = try Socket.connected(to: port)
    var head =
      "\(method) \(target) HTTP/1.1\r\nHost: \(headers["Host"] ?? "localhost:\(port)")\r\nConnection: close\r\n"
    for (name, value) in headers where name != "Host" { head += "\(name): \(value)\r\n" }
    if !body.isEmpty { head += "Content-Length: \(body.utf8.count)\r\n" }
    if !body.isEmpty && headers["Content-Type"] == nil { head += "Content-Type: text/plain\r\n" }
    socket.send(head + "\r\n" + body)
    var bytes: [UInt8] = []
    while let more = socket.receive(within: 10) {
      if more.isEmpty { return try Exchange(bytes, isHead: method == "HEAD") }
      bytes += more
    }
    throw Failure.noAnswer
  }

  private init(_ bytes: [UInt8], isHead: Bool) throws {
    guard !bytes.isEmpty else { throw Failure.noAnswer }
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { throw Failure.notHTTP(bytes) }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let statusLine = lines[0].split(separator: " ", maxSplits: 2)
    guard statusLine.count > 1, statusLine[0].hasPrefix("HTTP/1."), let status = Int(statusLine[1]) else {
      throw Failure.notHTTP(bytes)
    }
    self.status = status
    headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return (parts[0].lowercased(), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
    }
    let rest = Array(bytes[end.upperBound...])
    let isChunked = headers.contains { $0.name == "transfer-encoding" && $0.value.lowercased() == "chunked" }
    body = isChunked && !isHead ? try Self.unchunked(rest) : rest
  }

  /// RFC 9112, section 7.1.
  private static func unchunked(_ bytes: [UInt8]) throws -> [UInt8] {
    var (body, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes[...])
    while let end = rest.firstRange(of: [13, 10]) {
      let size = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      guard let count = Int(size, radix: 16), rest.endIndex - end.upperBound >= count + 2 else { break }
      if count == 0 { return body }
      body += rest[end.upperBound..<end.upperBound + count]
      rest = rest[(end.upperBound + count + 2)...]
    }
    throw Failure.notHTTP(bytes)
  }
}
