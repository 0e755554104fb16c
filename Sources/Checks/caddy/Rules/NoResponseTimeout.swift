import Diagnostics
import ProxyConfig
import Trace

/// Finds pages for 504 that nobody will see because the wait for the upstream has no end.
struct NoResponseTimeout: CaddyRule {
  static let description = RuleDescription(
    id: "no-response-timeout", severity: .warning,
    summary: "a page is there for 504, and the wait for a silent upstream has no end",
    rationale: """
      Caddy gives up on a silent upstream only when response_header_timeout says so. Without it the visitor's browser \
      shows a blank window until the visitor leaves; the page for 504 is never sent.
      """,
    failing: [
      .caddy(
        """
        http://shop.example {
        	⟦reverse_proxy 127.0.0.1:9000⟧
        	handle_errors {
        		root * /srv/pages
        		rewrite * /{err.status_code}.html
        		file_server
        	}
        }
        """)
    ],
    passing: [
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000 {
        		transport http {
        			response_header_timeout 30s
        		}
        	}
        	handle_errors {
        		root * /srv/pages
        		rewrite * /{err.status_code}.html
        		file_server
        	}
        }
        """),
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000
        	handle_errors 502 503 {
        		respond "back soon"
        	}
        }
        """),
    ])

  func check(_ project: CaddyProject, into report: inout Report) {
    // Where another route of the site has a limit, this one may be meant to wait, as one for streams is.
    let limited = Set(project.routes.filter { $0.proxy?.responseHeaderTimeout != nil }.map(\.site))
    for (route, visits) in zip(project.routes, project.visitsByRoute.map({ $0.filter { $0.manner == .plain } })) {
      guard let waiting = visits.first(where: { $0.ending == .waits && $0.trouble == .upstream(.timeout) }),
        let page = visits.first(where: { $0.trouble == .code(504) && $0.isPage && $0.outcome.status == 504 })
      else { continue }
      // A page for whatever comes is none for 504 in particular.
      let isMeantFor504 = route.namedCodes.contains(504) || page.isFile(named: "504")
      report.add(
        finding(
          "when this upstream stays silent, Caddy waits without end and the page for 504 is never seen",
          at: route.place, severity: limited.contains(route.site) || !isMeantFor504 ? .info : nil,
          help: "add in its block: transport http { response_header_timeout 30s }", shownBy: waiting))
    }
  }
}

extension CaddyVisit {
  fileprivate func isFile(named part: String) -> Bool {
    if case .file(let path) = ending { PathText.name(path).contains(part) } else { false }
  }
}
