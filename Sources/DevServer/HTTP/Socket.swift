internal import Foundation

/// A TCP socket for which no thread waits: where a call would block, the task sleeps until the kernel says, through Dispatch, that
/// it can go on. Closed when nobody has it any more.
///
/// The system's calls and Dispatch's sources are all there is to it. A package for these hundred lines (FlyingSocks) compiled for
/// eight of the processor's seconds in every first build.
final class Socket: Sendable {
  /// Why a call did not succeed: the system's number (errno(3)), 0 where the other side is done.
  struct Failure: Error {
    let number: Int32

    /// What the last call said.
    init(number: Int32 = errno) { self.number = number }
  }

  private let handle: Int32

  /// Takes a socket over.
  init(_ handle: Int32) {
    self.handle = handle
    _ = fcntl(handle, F_SETFL, fcntl(handle, F_GETFL) | O_NONBLOCK)
    _ = fcntl(handle, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(handle) }

  /// One that others can connect to.
  ///
  /// - Parameters:
  ///   - host: an IP address.
  ///   - port: 0 for any that is free.
  convenience init(listeningOn host: String, port: Int) throws(Failure) {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &found) == 0, let found else { throw Failure(number: EINVAL) }
    defer { freeaddrinfo(found) }
    let handle = socket(found.pointee.ai_family, found.pointee.ai_socktype, 0)
    guard handle >= 0 else { throw Failure() }
    self.init(handle)
    var isOn: Int32 = 1
    // Without it a port is taken for a minute after a server on it was stopped.
    setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    guard bind(handle, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0, listen(handle, SOMAXCONN) == 0 else {
      throw Failure()
    }
  }

  /// Its own port. It lies at the same place in addresses of IPv4 and IPv6.
  var port: Int {
    var address = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(handle, $0, &size) }
      return Int(in_port_t(bigEndian: pointer.pointee.sin6_port))
    }
  }

  /// The next one that connects.
  func next() async throws -> Socket {
    Socket(
      Int32(try await call(DispatchSource.makeReadSource(fileDescriptor: handle)) { Int(accept(handle, nil, nil)) }))
  }

  /// What has come, at least one byte.
  func read(atMost limit: Int) async throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = try await call(DispatchSource.makeReadSource(fileDescriptor: handle)) { recv(handle, &bytes, limit, 0) }
    guard count > 0 else { throw Failure(number: 0) }
    return Array(bytes[..<count])
  }

  /// Hands everything to the system.
  func write(_ bytes: [UInt8]) async throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try await call(DispatchSource.makeWriteSource(fileDescriptor: handle)) {
        rest.withUnsafeBytes { send(handle, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Calls the system until it has an answer; `source` tells when it may have one.
  private func call(_ source: @autoclosure () -> any DispatchSourceProtocol, _ body: () -> Int) async throws -> Int {
    while true {
      let answer = body()
      if answer >= 0 { return answer }
      let failure = Failure()
      guard [EAGAIN, EWOULDBLOCK, EINTR].contains(failure.number) else { throw failure }
      if failure.number != EINTR { await Self.wait(for: source()) }
      try Task.checkCancellation()
    }
  }

  /// Returns once `source` has told of something, or the task is cancelled: either way through the end of the source, which comes
  /// exactly once and lets go of the socket.
  private static func wait(for source: any DispatchSourceProtocol) async {
    nonisolated(unsafe) let source = source
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        source.setEventHandler { source.cancel() }
        source.setCancelHandler { continuation.resume() }
        source.activate()
      }
    } onCancel: {
      source.cancel()
    }
  }
}
