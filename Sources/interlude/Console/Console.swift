internal import ArgumentParser
internal import Foundation
internal import Synchronization

/// The terminal, or whatever stands in its place.
enum Console {
  /// Puts `/dev/null` in the place of standard streams that whoever started the program has closed. Otherwise the next
  /// file opened, such as a page, would be standard output.
  static func fillClosedStreams() {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) == -1 { _ = open("/dev/null", O_RDWR) }
  }

  static func print(_ text: String) {
    write(text, to: .standardOutput)
  }

  /// Writes bytes that make up whole lines.
  static func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    write(Data(bytes), to: .standardOutput)
  }

  static func error(_ text: String) {
    write(text, to: .standardError)
  }

  /// Shows what is being done, on standard error and only to a person; the next line replaces it.
  static func progress(_ text: String) {
    guard isTerminal(STDERR_FILENO) else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[2K\(text)".utf8))
  }

  static func endProgress() {
    progress("")
  }

  /// Ends the program, its work done. To give the memory of a large site back piece by piece would take longer than an
  /// edit.
  static func end() -> Never { exit(reportLoss() ? ExitStatus.usage.rawValue : 0) }

  /// Whether something that was meant for standard output could not be written, as on a full disk; says so.
  static func reportLoss() -> Bool {
    guard let reason = loss.withLock({ $0 }) else { return false }
    error("error: the output is not whole: \(reason)")
    return true
  }

  private static let loss = Mutex<String?>(nil)

  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  private static func write(_ text: String, to handle: FileHandle) {
    guard !text.isEmpty else { return }
    write(Data((text.hasSuffix("\n") ? text : text + "\n").utf8), to: handle)
  }

  /// Goes on after a failure, because `serve` outlives its terminal; commands say at their end what was lost. A reader
  /// that went away (`| head`) ends the program.
  private static func write(_ data: Data, to handle: FileHandle) {
    do {
      try handle.write(contentsOf: data)
    } catch {
      guard handle === FileHandle.standardOutput else { return }
      let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
      let reason = cause.domain == NSPOSIXErrorDomain ? String(cString: strerror(Int32(cause.code))) : "\(cause)"
      loss.withLock { $0 = $0 ?? reason }
    }
  }
}

/// When to colour: in a terminal unless NO_COLOR is set (no-color.org), always, or never.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  func applies(to descriptor: Int32) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      Console.isTerminal(descriptor) && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
        && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }
  }
}
