public import Foundation

/// A program run to its end, with what it said.
public struct Command: Sendable {
  /// The exit status, or the number of the signal that ended it.
  public let status: Int32
  public let wasKilled: Bool
  public let output: [UInt8]
  public let errors: String

  public var text: String { String(decoding: output, as: UTF8.self) }

  /// Runs `program`, to be ended by `SafetyNet`. What it writes goes to files, so that neither a full pipe nor a child that keeps
  /// one open can hold up the test.
  ///
  /// - Parameter killAfter: sends the signal that nobody can catch after this time, if the program still runs then.
  public static func run(
    _ program: URL, _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:],
    killAfter: Duration? = nil
  ) async throws -> Command {
    try await TemporaryFolder.with("command") { scratch in
      let process = Process()
      process.executableURL = program
      process.arguments = arguments
      if let folder { process.currentDirectoryURL = folder }
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
      let (output, errors) = (scratch.appending(path: "output"), scratch.appending(path: "errors"))
      try Data().write(to: output)
      try Data().write(to: errors)
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = try FileHandle(forWritingTo: errors)
      try await wait(for: process, upTo: killAfter ?? .seconds(SafetyNet.seconds))
      return Command(
        status: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal,
        output: Array(try Data(contentsOf: output)),
        errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
  }

  /// Where a program is, or nil.
  public static func find(_ name: String) -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"]
    return folders.map { URL(fileURLWithPath: "\($0)/\(name)") }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
  }

  private static func wait(for process: Process, upTo limit: Duration) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do {
        try process.start()
      } catch {
        process.terminationHandler = nil
        return continuation.resume(throwing: error)
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + limit.seconds) {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      }
    }
  }
}

extension Process {
  /// Runs with no signal blocked. A child inherits the calling thread's mask, and the threads that tests run on block
  /// most signals, so that a shell would never notice the end of its own children.
  public func start() throws {
    var (none, old) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &old)
    defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
    try run()
  }
}

extension Duration {
  public var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
