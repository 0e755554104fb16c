import Foundation
import LiveUpstreams
import ProxyConfig
import Testing
import Trace

/// The simulation against real Caddy servers on loopback.
///
/// Runs with `INTERLUDE_SERVERS=1`. Caddy 2.6 is Debian's; 2.11 comes from `fetch-caddy.sh`; `CADDY_2_6` and `CADDY_2_11` name
/// other places. `CADDY_CASES`, `CADDY_SITUATIONS` and `CADDY_SEED` choose how many cases there are and where they start; `CADDY_LOG` names a
/// file for all disagreements, one for each release. `INTERLUDE_RECORD` names a folder for what the servers answer, for
/// `TraceTests/Recorded`; `CADDY_REQUESTS` says how many requests each case gets.
@Suite(.serialized) struct CaddyDifferentialTests {
  static let environment = ProcessInfo.processInfo.environment
  static let isOn = environment["INTERLUDE_SERVERS"] != nil

  @Test(.enabled(if: isOn, "set INTERLUDE_SERVERS=1 to compare with real servers"), arguments: CaddyRelease.allCases)
  func agreesWithTheRealCaddy(_ release: CaddyRelease) throws {
    guard let executable = Self.executable(release) else {
      print(
        "SKIPPED: there is no Caddy \(release.rawValue) here; run Tests/CaddyDifferentialTests/fetch-caddy.sh or set CADDY_2_11"
      )
      return
    }
    var judge = try #require(CaddyJudge(release, executable, recording: "caddy-\(release.rawValue)-random"))
    defer { judge.stop() }
    let first = UInt64(Self.environment["CADDY_SEED"] ?? "") ?? 1
    let count = UInt64(Self.environment["CADDY_CASES"] ?? "") ?? 500
    let situations = UInt64(Self.environment["CADDY_SITUATIONS"] ?? "") ?? 200
    for seed in first..<first + count { try judge.runCase(seed) }
    for seed in first..<first + situations { try judge.runCase(seed, isSituation: true) }
    print(judge.summary)
    if ProofTally.isOn { print(judge.proofs.summary) }
    #expect(judge.proofs.contradictions.isEmpty, "\(judge.proofs.contradictions.prefix(4).joined(separator: "\n"))")
    if let log = Self.environment["CADDY_LOG"] {
      try judge.shown(.max).write(toFile: "\(log)-\(release.rawValue)", atomically: true, encoding: .utf8)
    }
    #expect(judge.misses.isEmpty, "\(judge.shown(Int(Self.environment["CADDY_SHOW"] ?? "") ?? 5))")
  }

  /// The program of a release, if this machine has it.
  static func executable(_ release: CaddyRelease) -> String? {
    let named = environment[release == .release26 ? "CADDY_2_6" : "CADDY_2_11"]
    let folders = (environment["PATH"] ?? "/usr/bin").split(separator: ":").map(String.init)
    // `scripts/install-test-tools.sh` puts the newer release into .venv.
    let installed = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: ".venv/bin/caddy").path
    let candidates =
      [named].compactMap { $0 } + [installed] + folders.flatMap { ["\($0)/caddy-\(release.rawValue)", "\($0)/caddy"] }
    return candidates.first { path in
      guard FileManager.default.isExecutableFile(atPath: path) else { return false }
      return version(path).flatMap { CaddyRelease($0) } == release
    }
  }

  private static func version(_ path: String) -> String? {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["version"]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: " ").first.map(String.init)
  }
}
