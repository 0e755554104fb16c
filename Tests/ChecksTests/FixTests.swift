import Diagnostics
import Proxies
import ProxyConfig
import Testing

@testable import Checks

/// Changes that mend a finding for certain.
@Suite("Fixes")
struct FixTests {
  static func fixed(_ text: String) -> (text: String, diff: String) {
    let view = MemoryFiles(Sample.machine.merging(["/etc/nginx/nginx.conf": text]) { $1 })
    let project = NginxProject("/etc/nginx/nginx.conf", .init(files: view))
    let fixes = Fixes(Checker.check(project).sorted)
    return (fixes.changes.first.map { String(decoding: $0.bytes, as: UTF8.self) } ?? text, fixes.unifiedDiff)
  }

  static let broken = """
    # One application.
    error_page 502 =200 /502.html;   # the page

    location / {
        client_max_body_size 1g;
        proxy_pass http://127.0.0.1:9000;
    }

    location = /502.html {
        # served from disk
        root /srv/pages;
    \tadd_header Retry-After   30;
    }

    """

  @Test("they keep comments and spacing, and leave nothing to mend")
  func keepsTheRest() {
    let once = Self.fixed(Self.broken).text
    #expect(once.contains("error_page 502 /502.html;   # the page"))
    #expect(once.contains("    # served from disk\n"))
    let twice = Self.fixed(once).text
    #expect(twice.contains("add_header Retry-After   30 always;"))
    #expect(Self.fixed(twice).diff == "")
  }

  @Test("the difference is one that patch understands")
  func diff() {
    let diff = Self.fixed(
      "error_page 502 =200 /502.html;\nlocation / { proxy_pass http://127.0.0.1:9000; }\nlocation = /502.html { internal; client_max_body_size 0; root /srv/pages; }\n"
    ).diff
    #expect(
      diff == """
        --- /etc/nginx/nginx.conf
        +++ /etc/nginx/nginx.conf
        @@ -1,3 +1,3 @@
        -error_page 502 =200 /502.html;
        +error_page 502 /502.html;
         location / { proxy_pass http://127.0.0.1:9000; }
         location = /502.html { internal; client_max_body_size 0; root /srv/pages; }

        """)
  }

  @Test(
    "every sample that offers a fix is clean of that finding afterwards",
    arguments: RuleSampleTests.cases.filter(\.isFailing))
  func samples(_ test: RuleSampleTests.Case) {
    let findings = Checker.findings(of: test.rule, in: test.sample.project)
    guard findings.contains(where: { !$0.fix.isEmpty }), let change = Fixes(findings).changes.first else { return }
    let text = String(decoding: change.bytes, as: UTF8.self)
    let sample = test.sample
    let mended = Sample(
      sample.kind, sample.language, sample.path, text, files: sample.files, manifest: sample.manifest,
      release: sample.release)
    #expect(mended.project.tree.report.isEmpty, "\(text)")
    let again = Checker.findings(of: test.rule, in: mended.project)
    #expect(
      again.filter { $0.severity > .info || test.rule.description.severity == .info }.map(\.message) == [], "\(text)")
  }
}
