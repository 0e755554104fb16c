import Foundation

/// The program `openssl` at one end of a TLS connection: what goes through its handle is plain.
///
/// TLS is left to it, as no library of the machine is linked for it.
struct OpenSSL {
  static let program = Programs.find("openssl")

  let handle: Int32
  private let process: Process

  /// - Parameter arguments: of a command that carries standard input and output, as `s_client -quiet` does.
  init?(_ arguments: [String]) {
    guard let program = Self.program else { return nil }
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Sockets.stream, 0, &ends) == 0 else { return nil }
    process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let inside = FileHandle(fileDescriptor: ends[1], closeOnDealloc: false)
    (process.standardInput, process.standardOutput) = (inside, inside)
    process.standardError = FileHandle.nullDevice
    let isRunning = (try? process.run()) != nil
    close(ends[1])
    guard isRunning else {
      close(ends[0])
      return nil
    }
    handle = ends[0]
  }

  /// Waits for its own end; false when the time is over first.
  func wait(upTo seconds: Double) -> Bool {
    let end = Sandbox.now + seconds
    while process.isRunning, Sandbox.now < end { usleep(1000) }
    return !process.isRunning
  }

  /// Ends it at once; its handle is closed by whoever uses it.
  func end() {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}
