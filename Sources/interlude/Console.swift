internal import ArgumentParser
internal import Foundation

/// The terminal, or whatever stands in its place.
enum Console {
  static func print(_ text: String) {
    write(text, to: .standardOutput)
  }

  /// Writes bytes that make up whole lines.
  static func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    try? FileHandle.standardOutput.write(contentsOf: Data(bytes))
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
  static func end() -> Never { exit(0) }

  /// Keeps a large value until the process ends, because to give its memory back piece by piece takes time for nothing.
  static func keepToTheEnd(_ value: any Sendable) {
    _ = Unmanaged.passRetained(Kept(value))
  }

  private final class Kept: Sendable {
    let value: any Sendable
    init(_ value: any Sendable) { self.value = value }
  }

  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  private static func write(_ text: String, to handle: FileHandle) {
    guard !text.isEmpty else { return }
    // A reader that went away (`| head`) is no reason to trap.
    try? handle.write(contentsOf: Data((text.hasSuffix("\n") ? text : text + "\n").utf8))
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
