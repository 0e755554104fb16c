import Diagnostics
import ProxyConfig
import Trace

/// Finds pages for a passing trouble that do not say when to come back.
struct RetryAfterMissing: SharedRule {
  static let description = RuleDescription(
    id: "retry-after-missing", severity: .info,
    summary: "a page for 503 or 429 goes out without Retry-After",
    rationale: """
      Crawlers and clients take Retry-After (RFC 9110, section 10.2.3) as a hint when to come back. nginx drops the \
      upstream's own when it takes an answer over, but $upstream_http_retry_after still holds it.
      """,
    failing: [
      .nginx(
        """
        error_page 503 ⟦/503.html⟧;
        location / { limit_req zone=one; proxy_pass http://127.0.0.1:9000; }
        location = /503.html { internal; root /srv/pages; }
        """),
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000 {
        		health_uri /up
        	}
        	handle_errors 502 503 {
        		root /srv/pages
        		rewrite /{err.status_code}.html
        		⟦file_server⟧
        	}
        }
        """),
      .haproxy(defaults: "⟦errorfile 503 /etc/haproxy/errors/503.http⟧"),
      .apache(pages: "⟦ErrorDocument 503 /errors/502.html⟧"),
    ],
    passing: [
      .nginx(
        """
        error_page 503 /503.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /503.html { internal; root /srv/pages; add_header Retry-After 30 always; }
        """),
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000
        	handle_errors 502 503 {
        		header Retry-After 30
        		root /srv/pages
        		rewrite /{err.status_code}.html
        		file_server
        	}
        }
        """),
      .haproxy(
        defaults: "errorfile 503 /etc/haproxy/errors/503.http",
        backend: """
          http-after-response set-header Retry-After 30 if { status 503 }
          server a 127.0.0.1:9000
          """),
      .apache(
        pages: """
          ErrorDocument 503 /errors/502.html
          Header always set Retry-After 30 "expr=%{REQUEST_STATUS} -eq 503"
          """),
    ])

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    let silent = loaded.led { error in
      error.isPage && [503, 429].contains(error.outcome.status)
        && !error.outcome.headers.contains { $0.name == "retry-after" }
    }
    for (place, errors) in silent {
      guard let advice = loaded.advice(.addHeader("Retry-After", "30"), errors[0]) else { continue }
      report.add(
        finding(
          "the page for \(errors[0].outcome.status) does not say when to come back", at: place, help: advice.help,
          related: advice.related, fix: advice.fix, shownBy: errors[0]))
    }
  }
}
