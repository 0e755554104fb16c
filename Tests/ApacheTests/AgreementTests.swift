import Foundation
import TestSupport
import Testing

/// The real httpd is the judge: what is predicted must be what it sends, and what it refuses must be refused.
///
/// Skipped where it is not installed. `INTERLUDE_CASES` sets how many configurations there are (24), `INTERLUDE_SEED`
/// repeats a run.
@Suite struct AgreementTests {
  private static let environment = ProcessInfo.processInfo.environment
  static let python = Command.find("python3")
  static let isOn = python != nil && FileManager.default.isExecutableFile(atPath: "/usr/sbin/apache2")

  @Test func skipNotice() {
    if !Self.isOn { print("SKIPPED: the comparison with the real httpd, which is not installed") }
  }

  @Test(.enabled(if: isOn, "apache2 or python3 is not installed"), .safetyNet)
  func randomConfigurations() async throws {
    let script = PackageFolder.root.appending(path: "Tests/ApacheTests/agreement.py")
    let result = try await Command.run(
      try #require(Self.python),
      [
        script.path, Interlude.binary.path, Self.environment["INTERLUDE_CASES"] ?? "24",
        Self.environment["INTERLUDE_SEED"] ?? "24",
      ])
    print(result.text)
    #expect(result.status == 0, "\(result.text)\(result.errors)")
  }
}
