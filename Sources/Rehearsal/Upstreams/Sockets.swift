import CSandbox
import Foundation

/// Sockets as the system has them; every function gives up after some time.
enum Sockets {
  /// An address in the form that calls of the system take.
  static func withAddress<Value>(
    _ host: String, _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
  ) -> Value? {
    var four = sockaddr_in()
    if inet_pton(AF_INET, host, &four.sin_addr) == 1 {
      four.sin_family = sa_family_t(AF_INET)
      four.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
      return withUnsafePointer(to: &four) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    var six = sockaddr_in6()
    guard inet_pton(AF_INET6, host, &six.sin6_addr) == 1 else { return nil }
    six.sin6_family = sa_family_t(AF_INET6)
    six.sin6_port = in_port_t(truncatingIfNeeded: port).bigEndian
    return withUnsafePointer(to: &six) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in6>.size)) }
    }
  }

  static func withAddress<Value>(
    ofSocket path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
  ) -> Value? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }

  static let stream = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
  static let datagram = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)

  /// Runs something on a thread of its own in the network of everybody but the proxy, and waits for it.
  static func elsewhere<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value? {
    let result = Box<Value?>(nil)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      if let network = Sandbox.otherNetwork { _ = sandbox_join(network) }
      result.set(body())
      done.signal()
    }
    done.wait()
    return result.value
  }

  /// Waits until something can be read; false when the time is over first.
  static func wait(_ handle: Int32, _ event: Int32 = POLLIN, upTo seconds: Double) -> Bool {
    var watch = pollfd(fd: handle, events: Int16(event), revents: 0)
    return poll(&watch, 1, Int32(max(0, min(seconds * 1000, 2_000_000)))) > 0
  }

  /// What comes until the end, the time or the limit of bytes, whatever is first.
  static func readAll(_ handle: Int32, upTo seconds: Double, bytes limit: Int) -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    let end = Sandbox.now + seconds
    while all.count < limit, wait(handle, upTo: end - Sandbox.now) {
      let count = Glibc.read(handle, &piece, piece.count)
      guard count > 0 else { break }
      all += piece[..<count]
    }
    return all
  }

  /// Carries everything from one to the other, until there is nothing more.
  static func pump(_ from: Int32, _ to: Int32) {
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(from, &piece, piece.count)
      guard count > 0 else { return }
      send(to, Array(piece[..<count]))
    }
  }

  static func send(_ handle: Int32, _ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(handle, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

/// A value that several threads look at.
final class Box<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var held: Value

  init(_ value: Value) { held = value }

  var value: Value { lock.withLock { held } }
  func set(_ value: Value) { lock.withLock { held = value } }
  func change<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&held) } }
}
