import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Plain TCP on loopback.
enum Sockets {
  static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return address
  }

  private static func stream() -> Int32 { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }

  /// A listening socket on a free port.
  static func listener(backlog: Int32 = 128) -> (descriptor: Int32, port: Int)? {
    guard let (descriptor, port) = refuser(), listen(descriptor, backlog) == 0 else { return nil }
    return (descriptor, port)
  }

  /// A socket that holds a free port and refuses every connection to it. As long as it is open nobody else can come to
  /// listen there.
  static func refuser() -> (descriptor: Int32, port: Int)? {
    let descriptor = stream()
    var own = address(0)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafePointer(to: &own) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    guard isBound == 0 else { return nil }
    var length = size
    _ = withUnsafeMutablePointer(to: &own) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    return (descriptor, Int(UInt16(bigEndian: own.sin_port)))
  }

  static func isListening(_ port: Int) -> Bool {
    guard let descriptor = connect(port) else { return false }
    close(descriptor)
    return true
  }

  static func connect(_ port: Int, timeout: Int = 5) -> Int32? {
    let descriptor = stream()
    var limit = timeval(tv_sec: timeout, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var peer = address(port)
    let result = withUnsafePointer(to: &peer) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        #if canImport(Glibc)
          Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        #else
          Int32(-1)
        #endif
      }
    }
    guard result == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  static func write(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        send(descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, 0x4000)
      }
      if count <= 0 { return }
      sent += count
    }
  }

  /// Reads until `isDone`, the end, or silence.
  static func read(_ descriptor: Int32, until isDone: ([UInt8]) -> Bool = { _ in false }) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !isDone(all) {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count <= 0 { break }
      all += buffer[..<count]
    }
    return all
  }
}
