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
    guard Sockets.wait(connection, upTo: 30) else { return }
    var first: UInt8 = 0
    guard recv(connection, &first, 1, Int32(MSG_PEEK)) == 1 else { return }
    // TLS begins with a record of its handshake.
    guard first == 0x16 else { return serve(connection, through: connection, trouble) }
    guard let secure = SecureUpstream(connection) else { return }
    serve(secure.handle, through: connection, trouble)
    secure.finish()
    secure.close()
  }

  /// - Parameters:
  ///   - plain: where the request is read and the answer written.
  ///   - connection: what lies below; the same without TLS.
  private func serve(_ plain: Int32, through connection: Int32, _ trouble: Trouble) {
    let request = readRequest(plain)
    guard !request.isEmpty else { return }
    var secondStream: (stream: Int, isHead: Bool)?
    if request.starts(with: HTTP2Answer.preface), trouble != .failure(.garbage) {
      Sockets.send(plain, HTTP2Answer.beginning)
      secondStream = readStream(plain, after: request)
      guard secondStream != nil else { return }
    }
    func answer(_ status: Int, padding: Int = 0) -> [UInt8] {
      guard let (stream, isHead) = secondStream else {
        return UpstreamAnswer.bytes(status, to: request, padding: padding)
      }
      // nginx takes a field of two megabytes there.
      return HTTP2Answer.bytes(
        status, stream: stream, isHead: isHead, padding: padding > 0 ? max(padding, 2_200_000) : 0)
    }
    switch trouble {
    case .failure(.none): Sockets.send(plain, answer(200))
    case .failure(.status(let code)): Sockets.send(plain, answer(code))
    case .failure(.timeout): waitForTheEnd(plain)
    case .failure(.closed), .failure(.refused), .failure(.noLiveUpstream): return
    case .failure(.garbage) where request.first == UpstreamAnswer.fastCGI:
      // No version of the protocol; what looks like a record could be read as one with a header.
      Sockets.send(plain, Array("\u{2}\u{2}".utf8) + Array(repeating: 0xFF, count: 64))
    case .failure(.garbage):
      Sockets.send(plain, Array("\u{1}\u{2}\(UpstreamAnswer.mark), and no HTTP\r\n\r\n".utf8))
    case .failure(.tooBigHeader): Sockets.send(plain, answer(200, padding: tooBigHeader.value))
    case .reset:
      Sockets.send(plain, Array(answer(200).dropLast(20)))
      usleep(20_000)
      var hard = linger(l_onoff: 1, l_linger: 0)
      setsockopt(connection, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
      return
    case .drip:
      var rest = answer(200)[...]
      while !rest.isEmpty {
        Sockets.send(plain, Array(rest.prefix(16)))
        rest = rest.dropFirst(16)
        usleep(5000)
      }
    }
    // Whoever asked has the time to read it all.
    shutdown(plain, Int32(SHUT_WR))
    _ = Sockets.wait(plain, upTo: 1)
  }

  /// The stream of the first request of HTTP/2; nil when none comes.
  private func readStream(_ connection: Int32, after begun: [UInt8]) -> (stream: Int, isHead: Bool)? {
    var bytes = begun
    var piece = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < 1 << 20 {
      if let request = HTTP2Answer.request(in: bytes) { return request }
      guard Sockets.wait(connection, upTo: 30) else { return nil }
      let count = Glibc.read(connection, &piece, piece.count)
      guard count > 0 else { return nil }
      bytes += piece[..<count]
    }
    return nil
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
