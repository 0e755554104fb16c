import Foundation

@testable import DevServer

/// A connection that sends exactly what it is told.
struct Client: Sendable {
  struct Answer: Sendable {
    let status: Int
    let head: String
    let text: String
  }

  let socket: Socket
  private let handle: Int32

  init(port: Int) throws {
    handle = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let handle = handle
    let isOpen = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(handle, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    socket = Socket(handle)
    guard isOpen else { throw Socket.Failure() }
  }

  func close() { shutdown(handle, Int32(SHUT_RDWR)) }

  func send(_ request: String, hasBody: Bool = true) async throws -> Answer {
    try await socket.write(Array(request.utf8))
    var bytes: [UInt8] = []
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if let end = text.firstRange(of: "\r\n\r\n") {
        let head = String(text[..<end.lowerBound])
        let length = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
        let count = hasBody ? length.flatMap { Int($0.dropFirst("Content-Length: ".count)) } ?? 0 : 0
        let body = text[end.upperBound...]
        if body.utf8.count >= count {
          return Answer(status: Int(head.dropFirst(9).prefix(3)) ?? 0, head: head, text: String(body))
        }
      }
      bytes += try await socket.read(atMost: 65_536)
    }
  }
}

/// Reads the states that the server sends to an open page.
struct EventReader {
  struct State: Sendable {
    let generation: String
    let errors: Int
    let text: String
  }

  private struct Message: Decodable {
    struct Problem: Decodable { let text: String }
    let generation: String
    let errors: Int
    let problems: [Problem]
  }

  let client: Client
  private var buffer = ""
  private var isAsked = false

  init(client: Client) { self.client = client }

  func close() { client.close() }

  mutating func next() async throws -> State {
    try await next { _ in true }
  }

  /// The next state that is as wanted.
  mutating func next(where isWanted: (State) -> Bool) async throws -> State {
    if !isAsked {
      isAsked = true
      try await client.socket.write(Array("GET /__interlude/events HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
    }
    while true {
      while let start = buffer.firstRange(of: "data: "), let end = buffer[start.upperBound...].firstRange(of: "\n\n") {
        let data = Data(buffer[start.upperBound..<end.lowerBound].utf8)
        buffer = String(buffer[end.upperBound...])
        let message = try JSONDecoder().decode(Message.self, from: data)
        let state = State(
          generation: message.generation, errors: message.errors,
          text: message.problems.map(\.text).joined(separator: "\n"))
        if isWanted(state) { return state }
      }
      buffer += String(decoding: try await client.socket.read(atMost: 65_536), as: UTF8.self)
    }
  }
}
