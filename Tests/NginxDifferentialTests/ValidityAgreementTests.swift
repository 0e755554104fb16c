import Diagnostics
import Foundation
import ProxyConfig
import TestSupport
import Testing

/// `nginx -t` is the judge of what is a valid configuration: of values, names, duplicates and places, too.
///
/// Off unless `INTERLUDE_SERVERS=1`. `INTERLUDE_MUTANTS` sets the number of configurations (1,200).
@Suite struct ValidityAgreementTests {
  /// What nginx asks the machine and not the configuration, by a part of its message. A checker may run elsewhere.
  static let machine = [
    "host not found", "open() ", "bind() to", "mkdir() ", "stat() ", "cannot load", "getpwnam", "getgrnam", "setrlimit",
    "could not build", "SSL_CTX", "is unsupported on this platform", "chown(", "unlink(", "[emerg] the ",
  ]

  /// What is let pass on purpose, with the reason.
  static let exceptions = [
    // Somebody's module; `check` says so as a warning where a name is near.
    "unknown directive",
    // A file that holds `http` alone is taken for a part.
    "no \"events\" section",
  ]

  static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("kitchen-sink.conf")

  @Test(.enabled(if: AgreementTests.isOn, "set INTERLUDE_SERVERS=1"))
  func mutatedConfigurations() throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = UInt64(environment["INTERLUDE_SEED"] ?? "") ?? 700
    let wanted = Int(environment["INTERLUDE_MUTANTS"] ?? "") ?? 1200
    print("seed \(seed), \(wanted) configurations")
    let original = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n").map(String.init)
    let jury = Jury()
    let turns = Turns(0..<wanted)
    let base = NSTemporaryDirectory() + "nginx-validity-\(getpid())"
    defer { try? FileManager.default.removeItem(atPath: base) }
    #expect(jury.verdict(original.joined(separator: "\n"), base + "-first")?.isRefused == false)
    let group = DispatchGroup()
    for worker in 0..<3 {
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        while !jury.hasSeenEnough, let turn = turns.next() {
          var mutator = ConfigMutator(random: SeededRandom(seed: seed &* 1_000_003 &+ UInt64(turn)))
          let text = mutator.mutant(of: original).joined(separator: "\n") + "\n"
          jury.compare(text, "\(base)-\(worker)")
        }
      }
    }
    group.wait()
    print(jury.summary)
    #expect(jury.disagreements.isEmpty)
    #expect(jury.refused * 4 > jury.compared)
    for worker in 0..<3 { try? FileManager.default.removeItem(atPath: "\(base)-\(worker)") }
    try? FileManager.default.removeItem(atPath: base + "-first")
  }
}

/// Lets nginx and Interlude judge the same text and keeps the score.
final class Jury: @unchecked Sendable {
  private let lock = NSLock()
  private(set) var compared = 0
  private(set) var refused = 0
  private(set) var excused = 0
  private(set) var disagreements: [String] = []

  /// Whether so much disagrees that more would tell nothing new.
  var hasSeenEnough: Bool { lock.withLock { disagreements.count >= 60 } }

  var summary: String {
    lock.withLock {
      "\(compared) configurations compared, \(refused) of them refused by nginx, \(excused) left out, \(disagreements.count) disagreements"
    }
  }

  func verdict(_ text: String, _ directory: String) -> (isRefused: Bool, message: String)? {
    guard let binary = NginxProcess.binary else { return nil }
    try? FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let path = directory + "/nginx.conf"
    guard (try? text.write(toFile: path, atomically: false, encoding: .utf8)) != nil else { return nil }
    let process = Process()
    let log = directory + "/log.txt"
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    process.executableURL = URL(fileURLWithPath: binary)
    process.arguments = ["-t", "-p", directory, "-c", path, "-g", "pid nginx.pid;"]
    process.standardError = FileHandle(forWritingAtPath: log)
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    let words = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    if process.terminationStatus == 0 { return (false, "accepts") }
    let line = words.split(separator: "\n").first { $0.contains("[emerg]") }.map(String.init) ?? "?"
    return (true, line)
  }

  func compare(_ text: String, _ directory: String) {
    guard let verdict = verdict(text, directory) else { return }
    let known = ValidityAgreementTests.machine + ValidityAgreementTests.exceptions
    if verdict.isRefused, known.contains(where: verdict.message.contains) {
      lock.withLock { excused += 1 }
      return
    }
    let report = NginxReader.read(directory + "/nginx.conf", files: DiskFiles()).report
    let errors = report.sorted.filter { $0.severity == .error }
    lock.withLock {
      compared += 1
      if verdict.isRefused { refused += 1 }
      guard errors.isEmpty == verdict.isRefused else { return }
      let what =
        errors.first.map {
          "we refuse \($0.place.text) (\($0.place.source.name):\(LineIndex($0.place.source).position(at: $0.place.range.lowerBound).line)): \($0.message)"
        } ?? "we accept"
      let message = verdict.message.split(separator: ": ").dropFirst().joined(separator: ": ")
      disagreements.append("\(what); nginx \(verdict.isRefused ? "refuses: \(message)" : "accepts")")
      let copy = NSTemporaryDirectory() + "nginx-validity-\(disagreements.count).conf"
      try? text.write(toFile: copy, atomically: false, encoding: .utf8)
      if disagreements.count <= 40 { print("DISAGREES: \(disagreements.last ?? "")\n  \(copy)") }
    }
  }
}
