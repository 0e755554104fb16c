import CSandbox
import Foundation
import ProxyConfig

/// The proxy's own program, serving in the foreground.
final class RunningServer {
  private let binary: String
  private let program: ServerProgram
  private var config: String
  private let prefix: String
  private let isQuick: Bool
  private var usesFallback = false
  private var isAdapted = false
  private var process: Process?
  /// It has served with this configuration before.
  private var hasServed = false
  private let log = SandboxFiles.scratch + "/server.log"

  /// What it said so far.
  var output: String {
    String(decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
  }

  var isRunning: Bool { process?.isRunning ?? false }

  init(_ binary: String, _ program: ServerProgram, config: String, prefix: String, isQuick: Bool) {
    (self.binary, self.program, self.config) = (binary, program, FileManager.default.currentDirectory(joining: config))
    (self.prefix, self.isQuick) = (prefix, isQuick)
  }

  /// Starts it and waits until it serves or has ended; true when it serves.
  ///
  /// - Parameter ports: where it is to listen.
  func start(_ ports: Set<Int>, upTo seconds: Double = 15) -> Bool {
    stop()
    // What is seen to listen is to be the new one, not a worker of the last one that is about to go.
    let free = Sandbox.now + 3
    while Sandbox.now < free, !ports.isDisjoint(with: Listeners.all().map(\.port)) { usleep(2000) }
    let arguments = usesFallback ? program.fallback ?? program.start : program.start
    let process = process(arguments + (isQuick ? program.quickStart : []))
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    guard let handle = FileHandle(forWritingAtPath: log) else { return false }
    (process.standardOutput, process.standardError) = (handle, handle)
    guard (try? process.run()) != nil else { return false }
    self.process = process
    let end = Sandbox.now + seconds
    while Sandbox.now < end {
      guard process.isRunning else { return false }
      // nginx listens before it has looked at all it needs, and may end right after.
      if isListening(ports) {
        usleep(hasServed ? 10_000 : 100_000)
        if isListening(ports), process.isRunning {
          hasServed = true
          return true
        }
      }
      usleep(5000)
    }
    return isRunning
  }

  /// What the program makes of its configuration, or the configuration itself where it cannot; nil for one that is served as
  /// it is written.
  func adapted() -> Data? {
    guard !program.adapt.isEmpty, !isAdapted else { return nil }
    let process = process(program.adapt)
    let printed = Pipe()
    (process.standardOutput, process.standardError) = (printed, FileHandle.nullDevice)
    guard (try? process.run()) != nil else { return nil }
    let bytes = printed.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? bytes : FileManager.default.contents(atPath: config)
  }

  /// The program with arguments, to be started.
  private func process(_ arguments: [String]) -> Process {
    let process = Process()
    let home = SandboxFiles.scratch + "/home"
    mkdir(home, 0o777)
    let words = arguments.map { $0.replacing("CONFIG", with: config).replacing("PREFIX", with: prefix) }
    // Go's programs read the certificates they trust from there.
    var special = [
      "SSL_CERT_FILE": Certificates.trustedPath, "HOME": home, "XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home,
    ]
    if Sandbox.hasEveryUser {
      (process.executableURL, process.arguments) = (URL(fileURLWithPath: binary), words)
    } else {
      // Of ourselves, which becomes the server.
      process.executableURL = URL(fileURLWithPath: Sandbox.program)
      process.arguments = [binary] + words
      special[SANDBOX_SERVER] = "1"
    }
    process.environment = program.environment.merging(ProcessInfo.processInfo.environment) { $1 }
      .merging(special) { $1 }
    process.standardInput = FileHandle.nullDevice
    return process
  }

  private func isListening(_ ports: Set<Int>) -> Bool {
    let open = Set(Listeners.all().map(\.port))
    return ports.isEmpty ? !open.isEmpty : ports.isSubset(of: open)
  }

  /// Takes another file for the configuration.
  ///
  /// - Parameter isAdapted: it holds what ``adapted()`` gave.
  func serve(_ path: String, isAdapted: Bool = false) {
    (config, hasServed, self.isAdapted) = (path, false, isAdapted)
    if isAdapted { usesFallback = true }
  }

  /// Tries the arguments that are for configurations which say themselves how they run.
  func tryFallback() -> Bool {
    guard !usesFallback, program.fallback != nil else { return false }
    usesFallback = true
    return true
  }

  /// Ends it with everything it has started, as nobody waits for an answer any more.
  func stop() {
    guard let process else { return }
    if process.isRunning { process.terminate() }
    let end = Sandbox.now + 2
    while process.isRunning, Sandbox.now < end { usleep(2000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    self.process = nil
  }
}
