import Diagnostics
import ProxyConfig
import Trace

/// Finds one code's page that is shown for others.
struct MixedStatusPage: SharedRule {
  static let description = RuleDescription(
    id: "mixed-status-page", severity: .info,
    summary: "a page made for one code is shown for others",
    rationale:
      "Visitors read \"502 Bad Gateway\" for a timeout or a maintenance window, and report the wrong thing. Give each code its page, or use a neutral one.",
    failing: [
      .nginx(
        """
        error_page 500 502 503 504 ⟦/502.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { root /srv/pages; }
        """),
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000 {
        		health_uri /up
        	}
        	handle_errors 502 503 {
        		root /srv/pages
        		rewrite /502.html
        		⟦file_server⟧
        	}
        }
        """),
      .haproxy(defaults: "⟦http-error status 503 content-type text/html file /srv/pages/502.html⟧"),
      .apache(pages: "⟦ErrorDocument 503 /errors/502.html⟧"),
    ],
    passing: [
      .nginx(
        """
        error_page 500 502 503 504 /50x.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { root /srv/pages; }
        """),
      .nginx(
        """
        error_page 502 504 @down;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @down { return 502 'x'; }
        """),
      .caddy(
        errors: """
          root /srv/pages
          rewrite /50x.html
          file_server
          """),
      .haproxy(defaults: "http-error status 503 content-type text/html file /srv/pages/503.html"),
      .apache(pages: "ErrorDocument 502 /errors/502.html"),
    ])

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    let mixed = loaded.led { error in
      guard case .file(let path) = error.ending, error.outcome.status >= 400,
        let code = PathText.name(path).split(separator: ".").first.flatMap({ Int($0) })
      else { return false }
      return 400...599 ~= code && code != error.outcome.status
    }
    for (place, errors) in mixed {
      guard case .file(let path) = errors[0].ending, let advice = loaded.advice(.nameByCode, errors[0]) else {
        continue
      }
      report.add(
        finding(
          "\(PathText.name(path)) is also shown for \(errors.codes)", at: place, help: advice.help, shownBy: errors[0]))
    }
  }
}
