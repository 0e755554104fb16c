import Foundation

/// A port of the machine's loopback that leads to the proxy in its private place, while somebody looks on.
///
/// The socket is opened outside and handed in: whoever holds it is asked through the machine's network, and nothing else of that
/// network is within reach.
public enum FrontDoor {
  private static let name = "INTERLUDE_DOOR"
  /// Tried first when no port is told, so that an address stays the same from one time to the next.
  private static let usualPort = 4080

  /// Opens it, for the process inside that is started next.
  ///
  /// - Parameter port: nil for the usual one, or any where that is taken.
  /// - Returns: its port; nil when that is taken.
  public static func open(_ port: Int?) -> Int? {
    let handle = port.map { listen($0) } ?? listen(usualPort) ?? listen(0)
    guard let handle else { return nil }
    setenv(name, String(handle), 1)
    return self.port(of: handle)
  }

  /// The socket that was handed in, which no program that is started from here gets.
  static let handed: (handle: Int32, port: Int)? = {
    guard let handle = ProcessInfo.processInfo.environment[name].flatMap({ Int32($0) }) else { return nil }
    _ = fcntl(handle, F_SETFD, FD_CLOEXEC)
    unsetenv(name)
    return port(of: handle).map { (handle, $0) }
  }()

  private static func listen(_ port: Int) -> Int32? {
    let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var on: Int32 = 1
    setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    let isBound = Sockets.withAddress("127.0.0.1", port) { bind(handle, $0, $1) } == 0
    if isBound, Glibc.listen(handle, 64) == 0 { return handle }
    close(handle)
    return nil
  }

  private static func port(of handle: Int32) -> Int? {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(handle, $0, &size) }
    }
    return status == 0 ? Int(in_port_t(bigEndian: address.sin_port)) : nil
  }
}
