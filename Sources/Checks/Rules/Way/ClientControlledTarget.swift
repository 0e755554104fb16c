import Diagnostics
import ProxyConfig
import Trace

/// Finds targets of `error_page` that the visitor chooses.
struct ClientControlledTarget: NginxRule {
  static let description = RuleDescription(
    id: "client-controlled-target", severity: .warning, isSecurity: true,
    summary: "the visitor chooses where the error leads",
    rationale: """
      A target made of an argument, a header or a cookie lets anyone who writes a link choose the page, or the site, that \
      visitors end up at. A map from known values to fixed targets does the same without the risk.
      """,
    failing: [
      .nginx(
        """
        error_page 502 ⟦$arg_back⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        """)
    ],
    passing: [
      .nginx(
        """
        events {}
        http {
          map $http_accept_language $lang { default en; ~^de de; }
          server {
            error_page 502 /errors/$lang.html;
            location / { proxy_pass http://127.0.0.1:9000; }
            location /errors/ { root /srv; }
          }
        }
        """),
      .nginx(
        """
        error_page 497 https://$host$request_uri;
        location / { root /srv/www; }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for (entry, _) in project.errorPageEntries {
      let tainted = entry.target.variableNames.first { name in
        ["arg_", "cookie_"].contains { name.hasPrefix($0) } || name.hasPrefix("http_") && name != "http_host"
      }
      let opener: String? =
        if case .variable(let name)? = entry.target.parts.first,
          ["request_uri", "uri", "args", "query_string"].contains(name), entry.target.parts.count == 1,
          name == "args" || name == "query_string"
        { name } else { nil }
      guard let name = tainted ?? opener else { continue }
      report.add(
        finding(
          "$\(name) comes from the visitor and decides where \(entry.code) leads", at: entry.targetPlace,
          help: "use a map with fixed results", shownBy: project.call(of: entry)))
    }
  }
}
