import Diagnostics
import ProxyConfig
import Trace

/// Finds Caddy servers that answer 200 and nothing for names no site is for.
struct UnmatchedHost: CaddyRule {
  static let description = RuleDescription(
    id: "unmatched-host", severity: .info,
    summary: "a request for a name that no site has gets an empty 200",
    rationale: """
      A request that matches no site falls through all routes, and Caddy answers 200 with not one byte. A wrong DNS record, a \
      forgotten subdomain or a health check by address then looks like success. A site without a name catches them all.
      """,
    failing: [
      .caddy(
        """
        ⟦http://shop.example⟧ {
        	reverse_proxy 127.0.0.1:9000
        	handle_errors {
        		respond "{err.status_code}"
        	}
        }
        """)
    ],
    passing: [
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000
        	handle_errors {
        		respond "{err.status_code}"
        	}
        }
        http:// {
        	respond "no such site" 421
        }
        """),
      .caddy(
        """
        shop.example {
        	reverse_proxy 127.0.0.1:9000
        	handle_errors {
        		respond "{err.status_code}"
        	}
        }
        """),
    ])

  /// No site is for it: the name is reserved (RFC 6761, section 6.4).
  private static let stranger = "stranger.invalid"

  func check(_ project: CaddyProject, into report: inout Report) {
    guard !project.routes.isEmpty else { return }
    // Where a site takes every host, what it leaves unanswered is its own affair.
    for server in project.config.servers where !server.hasTLS && !server.sites.contains(where: \.host.isEmpty) {
      guard let listen = server.listens.first(where: { $0.network.hasPrefix("tcp") }), listen.host.isEmpty,
        let place = server.sites.first?.place
      else { continue }
      let request = Request(host: Self.stranger, port: listen.firstPort)
      let traced = project.tracer.followed(.plainVisitor(request))
      let outcome = traced.outcome
      guard outcome.certainty == .exact, outcome.status == 200, outcome.body == .none else { continue }
      report.add(
        finding(
          "port \(listen.firstPort) answers any other name with 200 and an empty window", at: place,
          help: "add a site for all other names: http:// { respond \"no such site\" 421 }", shownBy: traced))
    }
  }
}
