import Checks
import Diagnostics
import ProxyConfig

/// Finds error pages of sections that do not speak HTTP.
struct PageInTCPMode: HAProxyRule {
  static let description = RuleDescription(
    id: "page-in-tcp-mode", severity: .warning, isAboutText: true,
    summary: "the section has error pages and is in mode tcp, where there are none",
    rationale: """
      A section that nobody gives a mode is in mode tcp: HAProxy passes bytes on and answers nothing itself. It accepts \
      errorfile there and never uses it; when the server is down, the connection is closed without a word.
      """,
    failing: [
      .haproxy(
        """
        defaults
            timeout connect 5s
            timeout client 30s
            timeout server 30s
        listen app
            bind :80
            ⟦errorfile 503 /etc/haproxy/errors/503.http⟧
            server a 127.0.0.1:9000
        """)
    ],
    passing: [
      .haproxy(
        """
            errorfile 503 /etc/haproxy/errors/503.http
        listen app
            bind :80
            server a 127.0.0.1:9000
        listen database
            mode tcp
            bind :5432
            server a 127.0.0.1:5433
        """)
    ])

  func check(_ project: HAProxyProject, into report: inout Report) {
    for section in project.model.sections where section.settings.mode == .tcp {
      for line in section.ownPageLines {
        report.add(
          finding(
            "\(section.name) is in mode tcp, where this page is never used", at: line.place,
            help: "write mode http in the section, if HTTP is what it speaks"))
      }
    }
  }
}

extension ProxySection {
  /// The lines about error pages that stand in the section itself.
  var ownPageLines: [Directive] {
    (directive.block ?? []).filter {
      ["errorfile", "errorfiles", "errorloc", "errorloc302", "errorloc303", "http-error"].contains($0.name)
    }
  }
}
