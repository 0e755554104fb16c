import Foundation
import Trace

/// Carries what browsers of this machine send to the proxy in its private place, and its answers back.
final class Relay: @unchecked Sendable {
  private let rehearsal: Rehearsal
  let hosts: Box<Hosts>
  /// Held while the proxy starts anew; requests wait.
  let gate = NSLock()

  init(_ rehearsal: Rehearsal, _ hosts: Hosts) { (self.rehearsal, self.hosts) = (rehearsal, Box(hosts)) }

  /// Serves until the process ends.
  func serve(_ door: Int32) {
    Thread.detachNewThread { [self] in
      while true {
        let visitor = accept(door, nil, nil)
        guard visitor >= 0 else {
          if errno == EINVAL || errno == EBADF { return }
          usleep(1000)
          continue
        }
        _ = fcntl(visitor, F_SETFD, FD_CLOEXEC)
        Thread.detachNewThread { [self] in
          carry(visitor)
          close(visitor)
        }
      }
    }
  }

  private func carry(_ visitor: Int32) {
    guard let (read, rest) = Self.head(from: visitor, upTo: 30) else { return }
    var head = read
    let asked = head.field("host") ?? ""
    guard let request = hosts.value.request(for: asked) else {
      return answer(
        visitor, 421, "Ask for http://127.0.0.1:\(hosts.value.port)/ or http://HOST.localhost:\(hosts.value.port)/.")
    }
    head.set("Host", request.hostField)
    head.set("Connection", "close")
    let link = gate.withLock { Client.Link(request, at: rehearsal.address(for: request)) }
    guard let link else {
      return answer(visitor, 502, "Nobody listens at port \(request.port) of the private network.")
    }
    defer { link.close() }
    Sockets.send(link.handle, head.bytes + rest)
    let handle = link.handle
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      Sockets.pump(visitor, handle)
      shutdown(handle, Int32(SHUT_WR))
      isDone.signal()
    }
    carryBack(handle, visitor, asked: asked)
    shutdown(visitor, Int32(SHUT_RDWR))
    isDone.wait()
  }

  private func carryBack(_ proxy: Int32, _ visitor: Int32, asked: String) {
    var begun: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while begun.count < 1 << 18, MessageHead.first(of: begun) == nil {
      let count = read(proxy, &piece, piece.count)
      guard count > 0 else { break }
      begun += piece[..<count]
      // What is no HTTP has no head.
      if !begun.starts(with: Array("HTTP/".utf8).prefix(begun.count)) { break }
    }
    if let (head, count) = MessageHead.first(of: begun), let location = head.field("location"),
      let translated = hosts.change({ $0.translated(location, asked: asked) })
    {
      var changed = head
      changed.set("Location", translated)
      begun = changed.bytes + begun[count...]
    }
    Sockets.send(visitor, begun)
    Sockets.pump(proxy, visitor)
  }

  private static func head(from visitor: Int32, upTo seconds: Double) -> (head: MessageHead, rest: [UInt8])? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < 1 << 18, Sockets.wait(visitor, upTo: seconds) {
      let count = recv(visitor, &piece, piece.count, 0)
      guard count > 0 else { return nil }
      bytes += piece[..<count]
      if let (head, count) = MessageHead.first(of: bytes) { return (head, Array(bytes[count...])) }
    }
    return nil
  }

  /// A word of our own, which no proxy says.
  private func answer(_ visitor: Int32, _ status: Int, _ text: String) {
    let body = "interlude rehearse: \(text)\n"
    Sockets.send(
      visitor,
      Array(
        "HTTP/1.1 \(status) Rehearsal\r\nContent-Type: text/plain\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
          .utf8))
  }
}
