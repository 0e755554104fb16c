import Diagnostics
import Trace

/// Finds Caddy sites whose errors nothing handles.
struct SiteWithoutHandleErrors: Rule {
  static let description = RuleDescription(
    id: "site-without-handle-errors", severity: .warning,
    summary: "the site passes requests on and has no handle_errors",
    rationale: """
      When the upstream is down Caddy sends the status and not one byte of a body: the visitor sees an empty window, or the \
      browser's own words. handle_errors holds for its own site only; one of another site is not inherited.
      """,
    failing: [
      .caddy(
        """
        http://shop.example {
        	handle_errors {
        		respond "back soon"
        	}
        	reverse_proxy 127.0.0.1:9000
        }
        http://blog.example {
        	⟦reverse_proxy 127.0.0.1:9001⟧
        }
        """),
      .caddy(
        """
        {"apps": {"http": {"servers": {"s": {"listen": [":80"], "routes": [{"handle": [
          {⟦"handler": "reverse_proxy"⟧, "upstreams": [{"dial": "127.0.0.1:9000"}]}]}]}}}}}
        """),
    ],
    passing: [
      .caddy(
        """
        (errors) {
        	handle_errors {
        		respond "back soon"
        	}
        }
        http://shop.example {
        	import errors
        	reverse_proxy 127.0.0.1:9000
        }
        http://static.example {
        	root * /srv/www
        	file_server
        }
        """)
    ])

  func check(_ project: CaddyProject, into report: inout Report) {
    let bare = project.plainVisits.filter {
      !$0.route.hasErrorRoutes && $0.trouble == .upstream(.refused) && $0.outcome.body == .none
    }
    for (place, visits) in project.byPlace(bare, \.route.place) {
      report.add(
        finding(
          "when this upstream is down, visitors of \(visits[0].route.site) get \(visits[0].outcome.status) and an empty window",
          at: place, help: "add to the site: handle_errors { … } with a page, or import the snippet that has it",
          shownBy: visits[0]))
    }
  }
}
