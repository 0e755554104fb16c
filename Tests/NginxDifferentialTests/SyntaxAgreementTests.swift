import Diagnostics
import Foundation
import ProxyConfig
import TestSupport
import Testing
import Trace

/// `nginx -t` is the judge of what is a configuration: what it refuses for its form, the parser refuses, and no more.
@Suite struct SyntaxAgreementTests {
  /// The words by which nginx refuses a file for its form, and not for a value.
  private static let form = [
    "unexpected \"", "unexpected end of", "is not terminated by", "has no opening", "invalid number of arguments",
    "is not allowed here", "too long parameter",
  ]

  @Test(.enabled(if: AgreementTests.isOn, "set INTERLUDE_SERVERS=1"))
  func mutatedConfigurations() throws {
    let seed = UInt64(ProcessInfo.processInfo.environment["INTERLUDE_SEED"] ?? "") ?? 700
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    let directory = NSTemporaryDirectory() + "nginx-syntax-\(getpid())"
    // A seed stands for the same damage everywhere, wherever the folder for temporary files is.
    let standIn = "/folder"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    var compared = 0
    for _ in 0..<60 {
      var generator = ConfigGenerator(
        random: SeededRandom(seed: random.next()), upstreams: [(9, .refused)], directory: standIn, port: 8080)
      let made = generator.makeCase()
      for (name, text) in made.files where name != "nginx.conf" {
        try FileManager.default.createDirectory(atPath: directory + "/inc", withIntermediateDirectories: true)
        try text.replacing(standIn, with: directory).write(
          toFile: directory + "/" + name, atomically: false, encoding: .utf8)
      }
      let original = Array((made.files["nginx.conf"] ?? "").utf8)
      for _ in 0..<12 {
        let bytes = mutate(original, &random).replacing(Array(standIn.utf8), with: Array(directory.utf8))
        try Data(bytes).write(to: URL(fileURLWithPath: directory + "/nginx.conf"))
        guard let verdict = judge(directory) else { continue }
        let report = NginxReader.read(directory + "/nginx.conf", files: DiskFiles()).report
        compared += 1
        let isRefused = report.sorted.contains { $0.severity == .error }
        if isRefused != verdict.isRefused {
          Issue.record("we \(isRefused ? "refuse: \(report.sorted[0].message)" : "accept"), nginx: \(verdict.message)")
          try? Data(bytes).write(to: URL(fileURLWithPath: NSTemporaryDirectory() + "nginx-syntax-\(compared).conf"))
        }
      }
    }
    print("\(compared) mutated configurations compared")
    #expect(compared > 100)
  }

  private func mutate(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    let index = random.number(0...bytes.count - 1)
    switch random.number(0...5) {
    case 0: bytes.remove(at: index)
    case 1: bytes.insert(random.pick(Array(";{}\"'\\$# \n".utf8)), at: index)
    case 2: bytes = Array(bytes[..<index])
    case 3: bytes.swapAt(index, random.number(0...bytes.count - 1))
    case 4:
      // A word more, or a word less.
      let spaces = bytes.indices.filter { bytes[$0] == 0x20 }
      let at = random.pick(spaces)
      if random.chance(50) {
        bytes.insert(contentsOf: Array(" word".utf8), at: at)
      } else {
        let end = bytes[(at + 1)...].firstIndex { $0 == 0x20 || $0 == 0x3B || $0 == 0x0A } ?? bytes.count
        bytes.removeSubrange(at..<end)
      }
    default: bytes.remove(at: random.pick(bytes.indices.filter { Array(";{}\"".utf8).contains(bytes[$0]) }))
    }
    return bytes
  }

  /// Nil when nginx stumbles over something that is not form.
  private func judge(_ directory: String) -> (isRefused: Bool, message: String)? {
    guard let binary = NginxProcess.binary else { return nil }
    let process = Process()
    let log = directory + "/log.txt"
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    process.executableURL = URL(fileURLWithPath: binary)
    process.arguments = ["-t", "-p", directory, "-c", directory + "/nginx.conf"]
    process.standardError = FileHandle(forWritingAtPath: log)
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.contains("[emerg]") }.map(String.init) ?? ""
    if process.terminationStatus == 0 { return (false, "accepts") }
    return Self.form.contains { line.contains($0) } ? (true, line) : nil
  }
}
