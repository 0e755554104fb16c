internal import Foundation

/// A port that is listened on, until nobody has it any more.
struct Listener: Sendable {
  let host: ListenHost
  let port: Int
  private let socket: Socket

  init(host: ListenHost, port: Int) throws(ListenError) {
    self.host = host
    do throws(Socket.Failure) {
      socket = try Socket(listeningOn: host.text, port: port)
    } catch {
      throw ListenError(error, host: host, port: port)
    }
    self.port = socket.port
  }

  /// Accepts connections until the task is cancelled.
  func run(answer: @escaping @Sendable (Request) async -> Response) async {
    await withDiscardingTaskGroup { connections in
      while !Task.isCancelled {
        do {
          let socket = try await socket.next()
          connections.addTask { await Connection(socket: socket, answer: answer).run() }
        } catch is CancellationError {
          break
        } catch {
          // Too many open files, or a browser that gave up before it was heard (accept(2)): wait and go on.
          try? await Task.sleep(for: .milliseconds(50))
        }
      }
      connections.cancelAll()
    }
  }
}

/// Why a port cannot be listened on.
public struct ListenError: Error, Sendable {
  /// In words that complete "error: …".
  public let message: String
  public let help: String

  init(_ failure: Socket.Failure, host: ListenHost, port: Int) {
    switch failure.number {
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
      message = "cannot listen on \(host.text), port \(port): \(String(cString: strerror(failure.number)))"
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
    var room = in6_addr()
    isIPv6 = inet_pton(AF_INET6, text, &room) == 1
    guard isIPv6 || inet_pton(AF_INET, text, &room) == 1 else { return nil }
    self.text = text
  }

  /// Whether everybody who reaches the machine reaches the server.
  var isEverywhere: Bool { text == "0.0.0.0" || text == "::" }

  /// Whether only this machine reaches it.
  public var isLoopback: Bool { text.hasPrefix("127.") || text == "::1" }
}
