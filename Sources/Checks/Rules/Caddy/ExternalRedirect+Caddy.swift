import Diagnostics
import Trace

extension ExternalRedirect {
  static let caddyFailing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	reverse_proxy 127.0.0.1:9000
      	handle_errors {
      		⟦redir * https://status.example/down.html⟧
      	}
      }
      """)
  ]
  static let caddyPassing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	redir /old /new
      	reverse_proxy 127.0.0.1:9000
      	handle_errors {
      		respond "We will be back soon."
      	}
      }
      """)
  ]

  func check(_ project: CaddyProject, into report: inout Report) {
    let redirected = project.likelyVisits.filter { visit in
      guard visit.code >= 500, visit.ending == .redirect, visit.outcome.certainty == .exact else { return false }
      return visit.events.contains { if case .redirected = $0.event { true } else { false } }
    }
    for (place, visits) in project.byPlace(redirected, \.decisivePlace) {
      report.add(
        finding(
          "\(visits.codes) becomes a redirect to \(visits[0].outcome.location ?? "")", at: place,
          notes: ["Crawlers and monitors see no error, and a form that was sent is lost."],
          help: "serve a page of this machine: rewrite * /error.html, file_server", shownBy: visits[0]))
    }
  }
}
