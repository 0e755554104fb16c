import Diagnostics
import ProxyConfig
import Trace

/// Finds protected locations without a page for an auth service that fails.
struct AuthDownIs500: NginxRule {
  static let description = RuleDescription(
    id: "auth-down-is-500", severity: .warning,
    summary: "an outage of the auth service is 500, which has no page",
    rationale: """
      When the service behind auth_request is down, nginx answers 500, never 502 or 504. A list of pages that leaves 500 \
      out shows the proxy's own page for it.
      """,
    failing: [
      .nginx(
        """
        error_page 502 504 /50x.html;
        location / { ⟦auth_request /auth;⟧ proxy_pass http://127.0.0.1:9000; }
        location = /auth { internal; proxy_pass http://127.0.0.1:9001; }
        location = /50x.html { root /srv/pages; }
        """)
    ],
    passing: [
      .nginx(
        """
        error_page 500 502 504 /50x.html;
        location / { auth_request /auth; proxy_pass http://127.0.0.1:9000; }
        location = /auth { internal; proxy_pass http://127.0.0.1:9001; }
        location = /50x.html { root /srv/pages; }
        """)
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for visit in project.visits where visit.trouble == .auth(.refused) && visit.isCertain {
      guard visit.outcome.status == 500, visit.outcome.body == .builtin,
        project.model.errorPages(in: visit.route.location).contains(where: { $0.code >= 500 }),
        let directive = project.model.setting("auth_request", in: visit.route.location)
      else { continue }
      report.add(
        finding(
          "when the auth service is down, visitors get nginx's own page for 500", at: directive.place,
          help: "list 500 as well, and write \"auth_request off;\" in the page's location",
          related: project.related("the auth service", location: visit.route.authLocation), shownBy: visit))
    }
  }
}
