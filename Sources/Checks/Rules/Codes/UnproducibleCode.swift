import Diagnostics
import ProxyConfig
import Trace

/// Finds pages for codes that are never answered with a page.
struct UnproducibleCode: NginxRule {
  static let description = RuleDescription(
    id: "unproducible-code", severity: .warning,
    summary: "the page can never be shown: nginx closes the connection for this code",
    rationale: """
      For 408, 444 and 499 nginx closes the connection without sending anything, so a page for them is never seen.
      """,
    failing: [
      .nginx(
        """
        error_page ⟦408⟧ 502 504 /50x.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { root /srv/pages; }
        """)
    ],
    passing: [
      .nginx(
        """
        error_page 502 504 /50x.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { root /srv/pages; }
        """)
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for (entry, scope) in project.errorPageEntries where [408, 444, 499].contains(entry.code) {
      let intercepts = project.routes.contains {
        project.model.doesIntercept(in: $0.location)
          && project.model.settings("error_page", in: $0.location).contains {
            $0.identity == entry.directive.identity
          }
      }
      guard !intercepts, scope >= 0 else { continue }
      report.add(
        finding(
          "a page for \(entry.code) is never shown: nginx closes the connection", at: entry.codePlace,
          help: "leave \(entry.code) out"))
    }
  }
}
