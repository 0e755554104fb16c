import Diagnostics
import ProxyConfig
import Trace

/// Finds redirects taken over by an error page.
struct RedirectsIntercepted: NginxRule {
  static let description = RuleDescription(
    id: "redirects-intercepted", severity: .warning,
    summary: "redirects are listed as errors, and lose their Location",
    rationale:
      "error_page takes codes from 300 on. A listed 301 or 302, nginx's own or with interception the application's, ends in the page, and its Location is gone.",
    failing: [
      .nginx(
        """
        error_page ⟦302⟧ 502 /50x.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { root /srv/pages; }
        """)
    ],
    passing: [
      .nginx(
        """
        error_page 502 /50x.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { root /srv/pages; }
        """),
      .nginx(
        """
        location / {
          proxy_intercept_errors on;
          error_page 302 = @follow;
          proxy_pass http://127.0.0.1:9000;
        }
        location @follow { proxy_pass $upstream_http_location; }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for (entry, _) in project.errorPageEntries where (300..<400).contains(entry.code) && !entry.isNamed {
      report.add(
        finding(
          "a redirect with \(entry.code) ends in \(entry.target.source.string) and loses its Location",
          at: entry.codePlace, help: "leave \(entry.code) out", shownBy: project.call(of: entry)))
    }
  }
}
