import Diagnostics
import ProxyConfig
import Trace

/// Finds pages that the visitor is not let through to.
struct AccessInheritedByPage: NginxRule {
  static let description = RuleDescription(
    id: "access-inherited-by-page", severity: .error,
    summary: "the rule that keeps the visitor out also guards the error page",
    rationale: """
      A deny, auth_basic or auth_request of the server is inherited by the page's location and asked again for the page. \
      Whoever has just been refused is refused the page, too, and sees the proxy's own.
      """,
    failing: [
      .nginx(
        """
        deny all;
        error_page 403 ⟦/403.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /403.html { root /srv/pages; }
        """),
      .nginx(
        """
        auth_basic Members;
        auth_basic_user_file /etc/nginx/users;
        error_page 401 ⟦/401.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /401.html { root /srv/pages; }
        """),
    ],
    passing: [
      .nginx(
        """
        deny all;
        error_page 403 /403.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /403.html { root /srv/pages; allow all; }
        """,
        files: ["/srv/pages/403.html": "no"]),
      .nginx(
        """
        error_page 502 /502.html;
        location / {
          auth_basic Members;
          auth_basic_user_file /etc/nginx/users;
          proxy_pass http://127.0.0.1:9000;
        }
        location = /502.html { root /srv/pages; }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls {
      guard case .denied(let code) = call.ending, let place = call.step?.place else { continue }
      report.add(
        finding(
          "the request for the page for \(call.codes) is itself refused with \(code)", at: call.entry.targetPlace,
          help: "write in the page's location: allow all; auth_basic off; auth_request off;",
          related: [.init("this is asked again for the page", at: place)]
            + project.related("the page's location", location: call.location), shownBy: call))
    }
  }
}
