import Diagnostics
import ProxyConfig
import Trace

/// Finds proxied locations without any error page.
struct NoErrorPage: Rule {
  static let description = RuleDescription(
    id: "no-error-page", severity: .info,
    summary: "no error page is in effect here",
    rationale: "When the upstream is down, visitors see the proxy's own bare page.",
    failing: [
      .nginx("location / { ⟦proxy_pass http://127.0.0.1:9000;⟧ }")
    ],
    passing: [
      .nginx(
        """
        error_page 500 502 503 504 /50x.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { internal; root /srv/pages; }
        """)
    ])

  func check(_ project: Project, into report: inout Report) {
    for route in project.routes where project.model.errorPages(in: route.location).isEmpty {
      guard let pass = project.model.pass(in: route.location) else { continue }
      report.add(
        finding(
          "when this upstream is down, visitors see nginx's own bare page", at: pass.directive.place,
          help: "add: error_page 500 502 503 504 /50x.html; and a location for it"))
    }
  }
}
