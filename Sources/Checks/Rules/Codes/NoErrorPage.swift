import Diagnostics
import ProxyConfig
import Trace

/// Finds places that pass requests on and have no error page at all, once a server or site.
struct NoErrorPage: SharedRule {
  static let description = RuleDescription(
    id: "no-error-page", formerIDs: ["site-without-handle-errors"], severity: .info, isToldOnce: true,
    summary: "no error page for an outage is in effect here",
    rationale: """
      When the upstream is down, visitors see the proxy's own bare page; Caddy sends the status and not one byte of a body, \
      so that they see an empty window or the browser's own words. In Caddy, handle_errors holds for its own site only; one \
      of another site is not inherited.
      """,
    failing: [
      .nginx("location / { ⟦proxy_pass http://127.0.0.1:9000;⟧ }"),
      .nginx("error_page 404 /404.html; location / { ⟦proxy_pass http://127.0.0.1:9000;⟧ }"),
      .caddy(
        """
        http://shop.example {
        	handle_errors {
        		respond "back soon"
        	}
        	reverse_proxy 127.0.0.1:9000
        }
        http://blog.example {
        	⟦reverse_proxy 127.0.0.1:9001⟧
        }
        """),
      .caddy(
        """
        {"apps": {"http": {"servers": {"s": {"listen": [":80"], "routes": [{"handle": [
          {⟦"handler": "reverse_proxy"⟧, "upstreams": [{"dial": "127.0.0.1:9000"}]}]}]}}}}}
        """),
      .haproxy(backend: "⟦server a 127.0.0.1:9000⟧"),
      .apache(
        """
        ⟦ProxyPass / http://127.0.0.1:9000/⟧
        """),
    ],
    passing: [
      .nginx(
        """
        error_page 500 502 503 504 /50x.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { internal; root /srv/pages; }
        """),
      .caddy(
        """
        (errors) {
        	handle_errors {
        		respond "back soon"
        	}
        }
        http://shop.example {
        	import errors
        	reverse_proxy 127.0.0.1:9000
        }
        http://static.example {
        	root * /srv/www
        	file_server
        }
        """),
      .haproxy(
        defaults: """
          errorfile 500 /etc/haproxy/errors/500.http
          errorfile 502 /etc/haproxy/errors/502.http
          errorfile 503 /etc/haproxy/errors/503.http
          errorfile 504 /etc/haproxy/errors/504.http
          """),
      .apache(
        """
        ErrorDocument 502 "Back soon"
        ErrorDocument 503 "Back soon"
        ErrorDocument 504 "Back soon"
        ProxyPass / http://127.0.0.1:9000/
        """),
    ])

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    for (route, visits) in zip(loaded.routes, loaded.visitsByRoute) where !loaded.hasPages(at: route, visits) {
      let bare = visits.first {
        $0.isLikely && $0.trouble == .upstream(.refused) && [.noPage, .unanswered].contains($0.ending)
      }
      guard let bare, let advice = loaded.advice(.addPages, bare) else { continue }
      report.add(
        finding(
          "when an upstream is down, visitors of \(route.site) get \(bare.outcome.statusText) and \(loaded.barePage)",
          at: route.place, help: advice.help, related: advice.related, shownBy: bare))
    }
  }
}
