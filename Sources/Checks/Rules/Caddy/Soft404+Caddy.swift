import Diagnostics
import Trace

extension Soft404 {
  static let caddyFailing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	reverse_proxy 127.0.0.1:9000
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
      	reverse_proxy 127.0.0.1:9000
      	handle_errors 404 {
      		respond "Nothing here."
      	}
      }
      """)
  ]

  func check(_ project: CaddyProject, into report: inout Report) {
    let soft = project.plainVisits.filter { visit in
      let isNamed = visit.trouble == .code(404) && visit.route.namedCodes.contains(404)
      let isTaken = visit.trouble == .upstream(.status(404)) && visit.outcome.status == 200
      return (isNamed || isTaken) && visit.outcome.status == 200 && visit.isPage
    }
    for (place, _) in project.byPlace(soft, \.decisivePlace) {
      report.add(finding("\"not found\" goes out with status 200", at: place, help: "keep the status 404"))
    }
  }
}
