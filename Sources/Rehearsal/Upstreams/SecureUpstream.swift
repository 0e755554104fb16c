import Foundation

/// An upstream's end of a TLS connection: `openssl s_server` with a certificate made up for the rehearsal.
struct SecureUpstream {
  /// Whether any upstream was asked over TLS.
  static let wasAsked = Box(false)
  private static let count = Box(0)

  /// What is read and written here is plain.
  let handle: Int32
  private let tunnel: OpenSSL

  /// - Parameter connection: of somebody who begins with TLS.
  init?(_ connection: Int32) {
    guard Certificates.pair != nil else { return nil }
    Self.wasAsked.set(true)
    let number = Self.count.change { count in
      count += 1
      return count
    }
    let path = "\(SandboxFiles.scratch)/tls-\(number)"
    guard
      let tunnel = OpenSSL([
        "s_server", "-quiet", "-naccept", "1", "-unix", path, "-cert", Certificates.certificatePath, "-key",
        Certificates.keyPath,
      ])
    else { return nil }
    (self.tunnel, handle) = (tunnel, tunnel.handle)
    guard let inner = Self.connect(path) else {
      close()
      return nil
    }
    Thread.detachNewThread {
      Sockets.pump(connection, inner)
      shutdown(inner, Int32(SHUT_WR))
    }
    Thread.detachNewThread {
      Sockets.pump(inner, connection)
      // The end of what is plain is the end of the connection.
      shutdown(connection, Int32(SHUT_WR))
      Glibc.close(inner)
      unlink(path)
    }
  }

  /// It takes the program a moment to listen.
  private static func connect(_ path: String) -> Int32? {
    let end = Sandbox.now + 5
    while Sandbox.now < end {
      let handle = socket(AF_UNIX, Sockets.stream, 0)
      if Sockets.withAddress(ofSocket: path, { Glibc.connect(handle, $0, $1) }) == 0 { return handle }
      Glibc.close(handle)
      usleep(2000)
    }
    return nil
  }

  func close() {
    Glibc.close(handle)
    tunnel.end()
  }

  /// Says that nothing more comes, and gives the program the time to say so.
  func finish() {
    shutdown(handle, Int32(SHUT_WR))
    _ = tunnel.wait(upTo: 1)
  }
}
