import Diagnostics
import Trace

extension SorryServer200 {
  static let caddyFailing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	reverse_proxy 127.0.0.1:9000
      	handle_errors {
      		⟦reverse_proxy 127.0.0.1:9999⟧
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
      		reverse_proxy 127.0.0.1:9999 {
      			replace_status {err.status_code}
      		}
      	}
      }
      """)
  ]

  func check(_ project: CaddyProject, into report: inout Report) {
    let sorry = project.likelyVisits.filter {
      $0.ending == .otherUpstream && (200..<300).contains($0.outcome.status) && $0.code >= 500
    }
    for (place, visits) in project.byPlace(sorry, \.decisivePlace) {
      report.add(
        finding(
          "for \(visits.codes) this upstream answers with a status of its own", at: place,
          help: "add in its block: replace_status {err.status_code}", shownBy: visits[0]))
    }
  }
}
