import Diagnostics
import ProxyConfig
import Trace

extension MissingCodes {
  static let caddyFailing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	⟦reverse_proxy 127.0.0.1:9000⟧
      	handle_errors 503 504 {
      		respond "back soon"
      	}
      }
      """),
    .caddy(
      """
      http://shop.example {
      	⟦reverse_proxy 127.0.0.1:9000⟧ {
      		transport http {
      			response_header_timeout 30s
      		}
      	}
      	handle_errors {
      		@down expression `{err.status_code} in [502, 503]`
      		respond @down "back soon"
      	}
      }
      """),
  ]
  static let caddyPassing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	reverse_proxy 127.0.0.1:9000 {
      		transport http {
      			response_header_timeout 30s
      		}
      	}
      	handle_errors 5xx {
      		respond "back soon"
      	}
      }
      """)
  ]

  func check(_ project: CaddyProject, into report: inout Report) {
    // Where a condition compares the status with a text, that is what is to be said.
    guard !CodeComparedWithText.stands(in: project) else { return }
    for (route, visits) in zip(project.routes, project.visitsByRoute) where route.hasErrorRoutes {
      let bare = visits.filter { visit in
        visit.isLikely && visit.ending == .unanswered && visit.code >= 500 && visit.outcome.status == visit.code
      }
      guard !bare.isEmpty else { continue }
      let codes = Set(bare.map(\.code))
      report.add(
        finding(
          "\(bare.codes) \(codes.count == 1 ? "has" : "have") no page: no error route of the site takes "
            + (codes.count == 1 ? "it" : "them"), at: route.place,
          notes: ["The visitor gets the status with an empty body."],
          help: "list \(codes.count == 1 ? "it" : "them") in handle_errors as well, or leave out the condition",
          shownBy: bare[0]))
    }
  }
}
