import Diagnostics
import ProxyConfig
import Trace

/// Finds page locations that keep failures out of the log.
struct FailuresUnlogged: NginxRule {
  static let description = RuleDescription(
    id: "failures-unlogged", severity: .warning,
    summary: "failed requests do not appear in the access log",
    rationale:
      "A request is logged by the location it ends in. access_log off in the page's location keeps every failure out of the log.",
    failing: [
      .nginx(
        """
        error_page 502 /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { internal; root /srv/pages; ⟦access_log off;⟧ }
        """)
    ],
    passing: [
      .nginx(
        """
        error_page 502 /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { internal; root /srv/pages; }
        location /favicon.ico { access_log off; root /srv/www; }
        """)
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls where call.isPage && call.entry.code >= 500 && call.route != nil {
      guard let location = call.location, let line = project.model.scope(location).settings["access_log"]?.last,
        line.argument(1) == "off",
        (project.model.scope(location).name?.text.count ?? 0) > 1
      else { continue }
      report.add(
        finding(
          "a request that ends here, after \(call.entry.code), is not logged", at: line.place, help: "leave it out",
          related: [.init("the page", at: call.entry.directive.place)], fix: [], shownBy: call))
    }
  }
}
