import Foundation
import TestSupport

/// A TCP socket on the loopback interface; closed with its last owner.
final class Socket: Sendable {
  let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  struct Failure: Error, CustomStringConvertible {
    let action: String
    let code: Int32

    init(_ action: String, code: Int32 = errno) {
      self.action = action
      self.code = code
    }

    var description: String { "cannot \(action): \(String(cString: strerror(code)))" }
  }

  /// A socket bound to a port of the system's choice. Without `listening` it refuses every connection and keeps others
  /// off the port.
  static func bound(listening: Bool) throws -> Socket {
    let socket = try make()
    var address = address(port: 0)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure("bind") }
    if listening, listen(socket.descriptor, 512) != 0 { throw Failure("listen") }
    return socket
  }

  static func connected(to port: UInt16) throws -> Socket {
    let socket = try make()
    var address = address(port: port)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure("connect to port \(port)") }
    return socket
  }

  /// A port for a server that a test starts.
  static func freePort() throws -> UInt16 { UInt16(try LoopbackPorts.one()) }

  var port: UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// The next connection, or nil when the socket was shut down.
  func accepted() -> Socket? {
    let connection = accept(descriptor, nil, nil)
    return connection < 0 ? nil : Socket(connection)
  }

  /// Some bytes, none at the end, or nil after `seconds` without any.
  func receive(within seconds: Double) -> [UInt8]? {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, Int32(seconds * 1000)) > 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count < 0 ? [] : Array(buffer[..<count])
  }

  /// Sends everything; a peer that went away is no error here.
  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// Lets the connection end with a reset instead of an orderly close.
  func resetOnClose() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  private static func make() throws -> Socket {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Failure("open a socket") }
    return Socket(descriptor)
  }

  private static func address(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
