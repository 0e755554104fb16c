import Foundation
import Trace

/// An upstream that fails to order.
final class FailingUpstream: Sendable {
  /// As the configuration writes it: `app:8080`, `unix:/run/app.sock`.
  let address: String
  private let open: @Sendable () -> Int32
  private let trouble = Box<Trouble>(.failure(.none))
  private let listener = Box<Int32>(-1)
  /// How long a header is that does not fit.
  let tooBigHeader = Box(300_000)

  /// - Parameter open: makes a socket that listens; negative when that cannot be.
  init(_ address: String, opening open: @escaping @Sendable () -> Int32) {
    (self.address, self.open) = (address, open)
  }

  /// Whether it can do as it is told.
  var isThere: Bool { listener.value >= 0 || trouble.value == .failure(.refused) }

  func behave(_ new: Trouble) {
    trouble.set(new)
    if new == .failure(.refused) { close() } else if listener.value < 0 { begin() }
  }

  private func begin() {
    let handle = open()
    guard handle >= 0 else { return }
    listener.set(handle)
    Thread.detachNewThread { [self] in
      while listener.value == handle {
        guard Sockets.wait(handle, upTo: 60) else { continue }
        let connection = accept(handle, nil, nil)
        guard connection >= 0 else {
          if errno == EINTR || errno == ECONNABORTED { continue }
          return
        }
        Thread.detachNewThread { [self] in serve(connection) }
      }
    }
  }

  private func close() {
    let handle = listener.change { held in
      defer { held = -1 }
      return held
    }
    guard handle >= 0 else { return }
    // Whoever waits for a connection is woken.
    shutdown(handle, Int32(SHUT_RDWR))
    Glibc.close(handle)
  }

  private func serve(_ connection: Int32) {
    defer { Glibc.close(connection) }
    let trouble = trouble.value
    let request = readRequest(connection)
    guard !request.isEmpty else { return }
    switch trouble {
    case .failure(.none): Sockets.send(connection, UpstreamAnswer.bytes(200, to: request))
    case .failure(.status(let code)): Sockets.send(connection, UpstreamAnswer.bytes(code, to: request))
    case .failure(.timeout): waitForTheEnd(connection)
    case .failure(.closed), .failure(.refused), .failure(.noLiveUpstream): return
    case .failure(.garbage):
      Sockets.send(connection, Array("\u{1}\u{2}\(UpstreamAnswer.mark), and no HTTP\r\n\r\n".utf8))
    case .failure(.tooBigHeader):
      Sockets.send(connection, UpstreamAnswer.bytes(200, to: request, padding: tooBigHeader.value))
    case .reset:
      let answer = UpstreamAnswer.bytes(200, to: request)
      Sockets.send(connection, Array(answer.dropLast(20)))
      usleep(50_000)
      var hard = linger(l_onoff: 1, l_linger: 0)
      setsockopt(connection, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
      return
    case .drip:
      var rest = UpstreamAnswer.bytes(200, to: request)[...]
      while !rest.isEmpty {
        Sockets.send(connection, Array(rest.prefix(16)))
        rest = rest.dropFirst(16)
        usleep(5000)
      }
    }
    // Whoever asked has the time to read it all.
    shutdown(connection, Int32(SHUT_WR))
    _ = Sockets.wait(connection, upTo: 1)
  }

  /// The request's head, or what FastCGI and the like send in a first breath.
  private func readRequest(_ connection: Int32) -> [UInt8] {
    var request: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while request.count < 1 << 20 {
      guard Sockets.wait(connection, upTo: 30) else { return request }
      let count = recv(connection, &piece, piece.count, 0)
      guard count > 0 else { return request }
      request += piece[..<count]
      let isHTTP = request.first.map { $0 >= 0x41 && $0 <= 0x5A } ?? false
      if !isHTTP || request.indices.dropLast(3).contains(where: { request[$0...].starts(with: [13, 10, 13, 10]) }) {
        return request
      }
    }
    return request
  }

  private func waitForTheEnd(_ connection: Int32) {
    var piece = [UInt8](repeating: 0, count: 4096)
    while Sockets.wait(connection, upTo: 2000), recv(connection, &piece, piece.count, 0) > 0 {}
  }
}
