import Foundation

public struct SocketTrouble: Error {
  public let what: String
}

private func loopback(_ port: Int) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = in_port_t(UInt16(port)).bigEndian
  address.sin_addr.s_addr = inet_addr("127.0.0.1")
  return address
}

private func newSocket() -> Int32 { socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0) }

private func withAddress<T>(_ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> T) -> T {
  var address = loopback(port)
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
  }
}

/// A port that refuses every connection: it is held, so that nobody else can come to listen there.
public func refusingPort() throws -> Int {
  let port = try LoopbackPorts.one()
  guard withAddress(port, { bind(newSocket(), $0, $1) }) == 0 else { throw SocketTrouble(what: "cannot hold a port") }
  return port
}

/// Accepts connections on a thread of its own; connections that are not closed stay open.
public final class ListeningSocket: @unchecked Sendable {
  public let port: Int

  /// - Parameter port: nil for one that is free.
  public init(port given: Int? = nil, _ serve: @escaping @Sendable (Int32) -> Void) throws {
    port = try given ?? LoopbackPorts.one()
    let descriptor = newSocket()
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard withAddress(port, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 1024) == 0 else {
      throw SocketTrouble(what: "cannot listen")
    }
    Thread.detachNewThread {
      while true {
        let connection = accept(descriptor, nil, nil)
        if connection < 0 { continue }
        Thread.detachNewThread { serve(connection) }
      }
    }
  }
}

public func readSome(_ descriptor: Int32) -> [UInt8] {
  var buffer = [UInt8](repeating: 0, count: 65_536)
  let count = recv(descriptor, &buffer, buffer.count, 0)
  return count > 0 ? Array(buffer[..<count]) : []
}

public func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) {
  var sent = 0
  while sent < bytes.count {
    let count = bytes.withUnsafeBytes {
      send(descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
    }
    if count <= 0 { return }
    sent += count
  }
}

/// Connects, sends, and reads until the other side closes; nil when nothing accepts.
public func exchange(port: Int, _ request: [UInt8], patience: Int = 30) -> [UInt8]? {
  let descriptor = newSocket()
  defer { close(descriptor) }
  guard withAddress(port, { connect(descriptor, $0, $1) }) == 0 else { return nil }
  var limit = timeval(tv_sec: patience, tv_usec: 0)
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  writeAll(descriptor, request)
  var answer: [UInt8] = []
  while true {
    let part = readSome(descriptor)
    if part.isEmpty { return answer }
    answer += part
  }
}

public func canConnect(_ port: Int) -> Bool {
  let descriptor = newSocket()
  defer { close(descriptor) }
  return withAddress(port, { connect(descriptor, $0, $1) }) == 0
}
