import Checks
import Diagnostics
import ProxyConfig
import Trace

/// Finds pages for 504 where the answer to a silent upstream is 502.
struct SilentUpstreamIs502: ApacheRule {
  static let description = RuleDescription(
    id: "silent-upstream-is-502", severity: .warning,
    summary: "a page is there for 504, but httpd answers 502 when an upstream over HTTP stays silent",
    rationale: """
      Over http:// and https:// httpd makes 502 of an upstream that does not answer in time; 504 is what it makes of FastCGI \
      alone. A page for 504 without one for 502 leaves visitors with httpd's own page.
      """,
    failing: [
      .apache(
        """
        ErrorDocument 503 "Back soon"
        ⟦ErrorDocument 504 "Still thinking"⟧
        ProxyPass / http://127.0.0.1:9000/
        """)
    ],
    passing: [
      .apache(
        """
        ErrorDocument 502 "Back soon"
        ErrorDocument 503 "Back soon"
        ErrorDocument 504 "Still thinking"
        ProxyPass / http://127.0.0.1:9000/
        """)
    ])

  func check(_ project: ApacheProject, into report: inout Report) {
    let bare = project.likelyVisits.filter {
      $0.trouble == .upstream(.timeout) && $0.outcome.status == 502 && $0.ending == .noPage
    }
    for visit in bare {
      guard let page = visit.outcome.server(in: project.model).settings.errorDocuments[504] else { continue }
      report.add(
        finding(
          "an upstream that stays silent gives 502, which has no page; 504 does not come up", at: page.place,
          help: "write the same line for 502", shownBy: visit))
    }
  }
}
