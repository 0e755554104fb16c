import Foundation

/// Ports for servers that a test starts, each handed out once in a run.
///
/// They lie below the range from which the kernel gives connections their own port. A port of that range that is free now
/// may be the near end of somebody's connection a moment later, and the server finds its address in use.
public enum LoopbackPorts {
  public struct Shortage: Error, CustomStringConvertible {
    public let description = "no free port on the loopback interface"
  }

  private static let lock = NSLock()
  private static let range = 5_000..<min(lowestOfConnections(), 32_000)
  // Other runs on the same machine are unlikely to start at the same place.
  nonisolated(unsafe) private static var next = range.lowerBound + Int(getpid()) % 500 * 10

  /// A port that nobody listens on.
  public static func one() throws -> Int { try block(of: 1) }

  /// The first of some ports in a row that nobody listens on.
  public static func block(of count: Int) throws -> Int {
    lock.lock()
    defer { lock.unlock() }
    for _ in 0..<range.count {
      if next + count > range.upperBound { next = range.lowerBound }
      let first = next
      guard let taken = (first..<first + count).first(where: { !isFree($0) }) else {
        next = first + count
        return first
      }
      next = taken + 1
    }
    throw Shortage()
  }

  /// A socket of all interfaces can be bound only where no other is, whatever its interface.
  private static func isFree(_ port: Int) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  /// The first port of the kernel's own range; see ip(7), ip_local_port_range. 32,768 where the kernel does not say.
  private static func lowestOfConnections() -> Int {
    let text = (try? String(contentsOfFile: "/proc/sys/net/ipv4/ip_local_port_range", encoding: .utf8)) ?? ""
    let lowest = text.split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) } ?? 32_768
    // Where the kernel takes all ports there is no room below.
    return lowest > 10_000 ? lowest : 32_768
  }
}
