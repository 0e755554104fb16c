import Diagnostics
import ProxyConfig
import Trace

/// Finds `error` directives whose status is taken for the message.
struct ErrorStatusAsMessage: CaddyRule {
  static let description = RuleDescription(
    id: "error-status-as-message", severity: .error,
    summary: "a placeholder alone behind error is its message, and the status becomes 500",
    rationale: """
      error takes a single argument for the status only when it is three digits. A placeholder is taken for the message: \
      every failure becomes 500, and the page for 502 or 503 is never shown.
      """,
    failing: [
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000 {
        		@down status 502 503
        		handle_response @down {
        			error ⟦{rp.status_code}⟧
        		}
        	}
        	handle_errors {
        		respond "back soon"
        	}
        }
        """),
      .caddy(
        """
        {"apps": {"http": {"servers": {"s": {"listen": [":80"], "routes": [{"handle": [{"handler": "reverse_proxy",
          "upstreams": [{"dial": "127.0.0.1:9000"}], "handle_response": [{"match": {"status_code": [502]}, "routes": [
          {"handle": [{"error": "⟦{http.reverse_proxy.status_code}⟧", "handler": "error"}]}]}]}]}]}}}}}
        """),
    ],
    passing: [
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000 {
        		@down status 502 503
        		handle_response @down {
        			error "the upstream is down" {rp.status_code}
        		}
        	}
        	error /gone 410
        	error /odd "{path} is odd"
        	handle_errors {
        		respond "back soon"
        	}
        }
        """)
    ])

  func check(_ project: CaddyProject, into report: inout Report) {
    let raised = project.byPlace(project.likelyVisits) { visit in
      visit.lastPlace { event in
        if case .raised(_, hasMessageOnly: true) = event { true } else { false }
      }
    }
    let shown = Dictionary(raised.map { (Spot($0.place), $0.errors[0]) }, uniquingKeysWith: { first, _ in first })
    for found in project.handlers {
      guard case .error(let message, let status) = found.handler.kind, status.isEmpty,
        let extent = found.handler.extent, message.hasPrefix("{"), message.hasSuffix("status_code}"),
        message.count(of: "{") == 1
      else { continue }
      let short = ["{rp.status_code}", "{resp.status_code}", "{err.status_code}", message.string]
      let place = extent.narrowed(to: short) ?? extent
      let start = place.source.place(place.range.lowerBound..<place.range.lowerBound)
      report.add(
        finding(
          "\(place.text) is taken for the message, and the status becomes 500", at: place,
          help: "write a message first: error \"upstream error\" \(place.text)",
          fix: project.isCaddyfile ? [.init(replace: start, with: "\"upstream error\" ")] : [],
          shownBy: found.handler.place.flatMap { shown[Spot($0)] }))
    }
  }
}
