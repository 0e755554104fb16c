import Diagnostics
import Trace

extension ServedByDeadUpstream {
  static let caddyFailing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	reverse_proxy 127.0.0.1:9000
      	handle_errors {
      		rewrite * /{err.status_code}.html
      		⟦reverse_proxy 127.0.0.1:9000⟧
      	}
      }
      """)
  ]
  static let caddyPassing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	reverse_proxy 127.0.0.1:9000
      	handle_errors {
      		rewrite * /{err.status_code}.html
      		reverse_proxy 127.0.0.1:9001
      	}
      }
      """)
  ]

  func check(_ project: CaddyProject, into report: inout Report) {
    let dead = project.likelyVisits.filter { $0.ending == .deadUpstream && $0.trouble == .upstream(.refused) }
    for (place, visits) in project.byPlace(dead, \.decisivePlace) {
      report.add(
        finding(
          "the page for \(visits.codes) is asked of the upstream that is down", at: place,
          notes: ["The visitor gets \(visits[0].outcome.status) with an empty body."],
          help: "serve the page from disk: root * /where/the/pages/are, rewrite, file_server",
          related: [.init("this is the upstream that fails", at: visits[0].route.place)], shownBy: visits[0]))
    }
  }
}
