import Checks
import Diagnostics
import ProxyConfig

/// Finds error files whose first line has the status of another error.
struct PageSaysOtherStatus: HAProxyRule {
  static let description = RuleDescription(
    id: "page-says-other-status", severity: .warning,
    summary: "the error file's own first line says another status than the one it is for",
    rationale: """
      What errorfile names is a whole response, and its first line is the status that goes out, whatever code the directive \
      names. A page for 502 that was copied for 503 makes HAProxy answer 502, and people who read logs or count codes look \
      for the wrong cause.
      """,
    failing: [
      .haproxy(defaults: "⟦errorfile 503 /etc/haproxy/errors/502.http⟧")
    ],
    passing: [
      .haproxy(
        defaults: """
          errorfile 502 /etc/haproxy/errors/502.http
          errorfile 503 /etc/haproxy/errors/503.http
          """)
    ])

  func check(_ project: HAProxyProject, into report: inout Report) {
    for (code, page, place) in project.storedPages
    where !page.isEmpty && !page.isUnseen && page.status != code && page.status >= 400 {
      report.add(
        finding(
          "\(code) goes out as \(page.status): that is what the first line of \(page.path) says", at: place,
          help: "let the file begin with HTTP/1.1 \(code), or name the file for \(code)",
          shownBy: project.visit(to: place))
      )
    }
  }
}
