import Diagnostics
import ProxyConfig
import Trace

/// Finds pages for a passing trouble that do not say when to come back.
struct RetryAfterMissing: NginxRule, SharedRule {
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

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls where call.isPage && (call.outcome.status == 503 || call.outcome.status == 429) {
      guard !call.outcome.headers.contains(where: { $0.name == "retry-after" }), let location = call.location,
        !project.model.settings("add_header", in: location).contains(where: {
          $0.argument(1)?.lowercased == "retry-after"
        })
      else { continue }
      report.add(
        finding(
          "the page for \(call.outcome.status) does not say when to come back", at: call.entry.targetPlace,
          help: "add in its location: add_header Retry-After 30 always;",
          related: project.related("its location", location: location), shownBy: call))
    }
  }

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    let silent = loaded.likelyVisits.filter { visit in
      visit.isPage && [503, 429].contains(visit.outcome.status)
        && !visit.outcome.headers.contains { $0.name == "retry-after" }
    }
    for (place, visits) in loaded.byPlace(silent, \.decisivePlace) {
      guard let advice = loaded.advice(.addHeader("Retry-After", "30"), visits[0]) else { continue }
      report.add(
        finding(
          "the page for \(visits[0].outcome.status) does not say when to come back", at: place, help: advice.help,
          fix: advice.fix, shownBy: visits[0]))
    }
  }
}
