import Foundation

extension ServerProgram {
  /// The release that a program says it is, such as `2.6.2`; nil when it tells none within a few seconds.
  public func release(of path: String) -> String? {
    let process = Process()
    (process.executableURL, process.arguments) = (URL(fileURLWithPath: path), version)
    let output = Pipe()
    // Some tell it on standard error.
    (process.standardOutput, process.standardError) = (output, output)
    process.standardInput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    try? output.fileHandleForWriting.close()
    let text = Sockets.readAll(output.fileHandleForReading.fileDescriptor, upTo: 5, bytes: 1 << 16)
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    return Self.release(in: String(decoding: text, as: UTF8.self))
  }

  /// The first number of the form 1.22 or v2.11.7 that stands by itself: `nginx/1.22.1`, `varnish-7.1.1`.
  static func release(in text: String) -> String? {
    text.firstMatch(of: #/(?:^|[\s\/\-v])(\d+\.\d+(?:\.\d+)*)/#).map { String($0.1) }
  }
}
