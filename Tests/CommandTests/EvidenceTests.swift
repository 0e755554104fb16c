import Foundation
import TestSupport
import Testing

/// The command that a finding prints shows what the finding says, typed into a shell.
@Suite("See it: the request behind a finding")
struct EvidenceTests {
  private struct Report: Decodable {
    struct Finding: Decodable {
      struct Trace: Decodable {
        let command: String
        let answer: String
      }
      let rule: String
      let severity: String
      let trace: Trace?
    }
    let diagnostics: [Finding]
  }

  private struct Answer: Decodable { let status: Int }

  /// Rules about the text of a configuration, which need no request.
  private static let aboutText: Set = ["missing-semicolon", "caddy-refuses", "caddy-cannot-start"]

  @Test("every command of every whole configuration", arguments: PackageFolder.fixtures("ChecksTests"))
  func commands(_ fixture: Fixture) async throws {
    let isCaddy = FileManager.default.fileExists(atPath: fixture.url.path + "/etc/caddy/Caddyfile")
    let main = isCaddy ? "/etc/caddy/Caddyfile" : "/etc/nginx/nginx.conf"
    let check = try await Command.run(
      Interlude.binary, ["check", main, "--root", fixture.url.path, "--format", "json"])
    let report = try JSONDecoder().decode(Report.self, from: Data(check.text.utf8))
    for finding in report.diagnostics {
      guard let trace = finding.trace else {
        #expect(finding.severity != "error" || Self.aboutText.contains(finding.rule), "\(finding.rule)")
        continue
      }
      let line = "interlude() { \"$INTERLUDE\" \"$@\"; }; \(trace.command) --format json"
      let shell = try await Command.run(
        URL(fileURLWithPath: "/bin/sh"), ["-c", line], environment: ["INTERLUDE": Interlude.binary.path])
      #expect(shell.status == 0, "\(trace.command): \(shell.errors)")
      let answer = try JSONDecoder().decode(Answer.self, from: Data(shell.text.utf8))
      let told = Int(trace.answer.prefix { $0.isNumber }) ?? 0
      #expect(answer.status == told, "\(finding.rule): \(trace.command): \(trace.answer)")
    }
  }
}
