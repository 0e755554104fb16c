import Diagnostics
import Trace

extension Soft404 {
  static let caddyFailing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	root * /srv/www
      	reverse_proxy /app/* 127.0.0.1:9000
      	file_server
      	handle_errors 404 {
      		⟦respond "Nothing here." 200⟧
      	}
      }
      """)
  ]
  static let caddyPassing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	root * /srv/www
      	reverse_proxy /app/* 127.0.0.1:9000
      	file_server
      	handle_errors 404 {
      		respond "Nothing here."
      	}
      }
      """)
  ]

  func check(_ project: CaddyProject, into report: inout Report) {
    let soft = project.likelyVisits.filter { $0.code == 404 && $0.outcome.status == 200 && $0.isPage }
    for (place, visits) in project.byPlace(soft, \.decisivePlace) {
      report.add(
        finding("\"not found\" goes out with status 200", at: place, help: "keep the status 404", shownBy: visits[0]))
    }
  }
}
