import Diagnostics
import ProxyConfig
import Trace

/// Finds pages for a passing trouble that do not say when to come back.
struct RetryAfterMissing: NginxRule, CaddyRule {
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
        """)
    ] + caddyFailing,
    passing: [
      .nginx(
        """
        error_page 503 /503.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /503.html { internal; root /srv/pages; add_header Retry-After 30 always; }
        """)
    ] + caddyPassing)

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
}
