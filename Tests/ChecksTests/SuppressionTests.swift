import Diagnostics
import ProxyConfig
import Testing

@testable import Checks

/// Comments that allow a finding.
@Suite("Allowances")
struct SuppressionTests {
  static func ids(_ text: String) -> [String] {
    let view = MemoryFiles(Sample.machine.merging(["/etc/nginx/nginx.conf": text]) { $1 })
    let project = NginxProject("/etc/nginx/nginx.conf", .init(files: view))
    return Checker.check(project).sorted.filter { $0.severity > .info }.map(\.id)
  }

  static let location = "location = /gone.html { internal; root /srv/pages; }\n"

  @Test("a comment above the line or on it allows the finding")
  func allows() {
    #expect(Self.ids("error_page 502 /gone.html;\n" + Self.location) == ["missing-file"])
    #expect(
      Self.ids(
        "# interlude: allow missing-file because the deployment adds it\nerror_page 502 /gone.html;\n" + Self.location)
        == [])
    #expect(
      Self.ids(
        "error_page 502 /gone.html; # interlude: allow missing-file because the deployment adds it\n" + Self.location)
        == [])
    #expect(
      Self.ids(
        "# interlude: allow missing-file because it comes later\n# another remark\n\nerror_page 502 /gone.html;\n"
          + Self.location) == [])
  }

  @Test("one without a reason, for no rule, or for nothing is reported itself")
  func unfounded() {
    #expect(
      Self.ids("# interlude: allow missing-file\nerror_page 502 /gone.html;\n" + Self.location) == [
        "allowance-without-reason"
      ])
    #expect(
      Self.ids(
        "# interlude: allow mising-file because x\nerror_page 502 /502.html;\nlocation = /502.html { root /srv/pages; }"
      ) == ["unknown-rule-allowed"])
    #expect(
      Self.ids(
        "# interlude: allow missing-file because x\nerror_page 502 /502.html;\nlocation = /502.html { root /srv/pages; }"
      ) == ["unused-allowance"])
  }

  @Test("a comment two lines up allows nothing")
  func distance() {
    #expect(
      Self.ids(
        "# interlude: allow missing-file because x\nserver_tokens off;\nerror_page 502 /gone.html;\n" + Self.location)
        == ["unused-allowance", "missing-file"])
  }
}
