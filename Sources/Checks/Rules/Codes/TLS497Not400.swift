import Diagnostics
import ProxyConfig
import Trace

/// Finds TLS servers with a page for 400 and none for plain HTTP on their port.
struct TLS497Not400: NginxRule {
  static let description = RuleDescription(
    id: "tls-497-not-400", severity: .info,
    summary: "plain HTTP on the TLS port is 497, which the page for 400 does not cover",
    rationale:
      "A request without TLS on a TLS port is 497 inside and leaves as 400 with nginx's own page. A redirect to https is friendlier.",
    failing: [
      .nginx(
        """
        listen 443 ssl;
        ⟦error_page 400 /400.html;⟧
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /400.html { root /srv/pages; }
        """,
        files: ["/srv/pages/400.html": "x"])
    ],
    passing: [
      .nginx(
        """
        listen 443 ssl;
        error_page 400 /400.html;
        error_page 497 =301 https://$host$request_uri;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /400.html { root /srv/pages; }
        """,
        files: ["/srv/pages/400.html": "x"])
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for server in project.model.servers where server.listens.contains(where: \.isTLS) {
      let entries = project.model.errorPages(in: server.scope)
      guard let entry = entries.first(where: { $0.code == 400 }), !entries.contains(where: { $0.code == 497 }) else {
        continue
      }
      report.add(
        finding(
          "plain HTTP on this server's TLS port is 497 and not covered by this", at: entry.directive.place,
          help: "add: error_page 497 =301 https://$host$request_uri;"))
    }
  }
}
