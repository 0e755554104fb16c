internal import FlyingSocks
internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A port that is listened on.
struct Listener: Sendable {
  let host: ListenHost
  let port: Int
  private let socket: Socket

  init(host: ListenHost, port: Int) throws(ListenError) {
    self.host = host
    do {
      socket = try Socket(domain: host.isIPv6 ? AF_INET6 : AF_INET)
      // Without it a port is taken for a minute after a server on it was stopped.
      try socket.setValue(true, for: .localAddressReuse)
      let number = UInt16(clamping: port)
      if host.isIPv6 {
        try socket.bind(to: sockaddr_in6.inet6(ip6: host.text, port: number))
      } else {
        try socket.bind(to: sockaddr_in.inet(ip4: host.text, port: number))
      }
      try socket.listen()
      switch try socket.sockname() {
      case .ip4(_, let port), .ip6(_, let port): self.port = Int(port)
      case .unix: self.port = port
      }
    } catch let error as SocketError {
      throw ListenError(error, host: host, port: port)
    } catch {
      throw ListenError(.unsupportedAddress, host: host, port: port)
    }
  }

  /// Accepts connections until the task is cancelled.
  func run(answer: @escaping @Sendable (Request) async -> Response) async throws {
    let pool = SocketPool.make()
    try await pool.prepare()
    let listening = try AsyncSocket(socket: socket, pool: pool)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await pool.run() }
      group.addTask {
        await withDiscardingTaskGroup { connections in
          while !Task.isCancelled {
            do {
              let socket = try await listening.accept()
              connections.addTask { await Connection(socket: socket, answer: answer).run() }
            } catch is CancellationError {
              return
            } catch {
              // Too many open files, or a browser that gave up before it was heard (accept(2)): wait and go on.
              try? await Task.sleep(for: .milliseconds(50))
            }
          }
          connections.cancelAll()
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  func close() {
    try? socket.close()
  }
}

/// Why a port cannot be listened on.
public struct ListenError: Error, Sendable {
  /// In words that complete "error: …".
  public let message: String
  public let help: String

  init(_ error: SocketError, host: ListenHost, port: Int) {
    let (code, reason): (Int32, String) =
      if case .failed(_, let number, let text) = error { (number, text) } else { (0, "the address is not understood") }
    switch code {
    case EADDRINUSE:
      message = "port \(port) of \(host.text) is taken by another program"
      help = "name another one, such as --port \(port == 65_535 ? 4000 : port + 1), or --port 0 for any that is free"
    case EACCES:
      message = "port \(port) needs rights that this program does not have"
      help = "name a port from 1024, such as --port 4000"
    case EADDRNOTAVAIL:
      message = "\(host.text) is not an address of this machine"
      help = "leave out --host for this machine alone, or use --host 0.0.0.0 for everybody on the network"
    default:
      message = "cannot listen on \(host.text), port \(port): \(reason)"
      help = "try --port 0, which takes any port that is free"
    }
  }
}

/// An address to listen on: IPv4, IPv6 or `localhost`.
public struct ListenHost: Sendable {
  /// Without brackets.
  public let text: String
  public let isIPv6: Bool

  /// Nil for anything that is not an address.
  public init?(_ name: String) {
    let text =
      name == "localhost"
      ? "127.0.0.1" : name.hasPrefix("[") && name.hasSuffix("]") ? String(name.dropFirst().dropLast()) : name
    if (try? sockaddr_in.inet(ip4: text, port: 0)) != nil {
      isIPv6 = false
    } else if (try? sockaddr_in6.inet6(ip6: text, port: 0)) != nil {
      isIPv6 = true
    } else {
      return nil
    }
    self.text = text
  }

  /// Whether everybody who reaches the machine reaches the server.
  var isEverywhere: Bool { text == "0.0.0.0" || text == "::" }

  /// Whether only this machine reaches it.
  public var isLoopback: Bool { text.hasPrefix("127.") || text == "::1" }
}
