import Diagnostics
import Trace

extension RetryAfterMissing {
  static let caddyFailing: [Sample] = [
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
      """)
  ]
  static let caddyPassing: [Sample] = [
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
      """)
  ]

  func check(_ project: CaddyProject, into report: inout Report) {
    let silent = project.likelyVisits.filter { visit in
      visit.isPage && [503, 429].contains(visit.outcome.status)
        && !visit.outcome.headers.contains { $0.name == "retry-after" }
    }
    for (place, visits) in project.byPlace(silent, \.decisivePlace) {
      report.add(
        finding(
          "the page for \(visits[0].outcome.status) does not say when to come back", at: place,
          help: "add before it: header Retry-After 30", shownBy: visits[0]))
    }
  }
}
