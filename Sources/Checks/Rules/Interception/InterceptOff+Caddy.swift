import Diagnostics
import ProxyConfig
import Trace

extension InterceptOff {
  static let caddyFailing: [Sample] = [
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
  ]
  static let caddyPassing: [Sample] = [
    .caddy(
      """
      http://shop.example {
      	reverse_proxy 127.0.0.1:9000 {
      		@down status 500 502 503 504
      		handle_response @down {
      			error "the application is down" {rp.status_code}
      		}
      	}
      	handle_errors {
      		root * /srv/pages
      		rewrite * /{err.status_code}.html
      		file_server
      	}
      }
      """)
  ]

  /// `handle_errors` acts on errors that Caddy makes itself. Many an application is meant to speak for itself, so this is
  /// never more than a note.
  func check(_ project: CaddyProject, into report: inout Report) {
    for (route, visits) in zip(project.routes, project.visitsByRoute.map({ $0.filter(\.isLikely) })) {
      guard route.proxy?.responseHandlers.isEmpty ?? false else { continue }
      let codes = visits.filter { visit in
        guard case .upstream(.status(let code)) = visit.trouble, code >= 500 else { return false }
        return visit.ending == .upstream && visit.outcome.status == code
      }
      guard !codes.isEmpty, visits.contains(where: { $0.trouble == .upstream(.refused) && $0.isPage }) else { continue }
      report.add(
        finding(
          "the application's own \(codes.codes) \(codes.count == 1 ? "goes" : "go") out untouched: handle_errors is for Caddy's own errors",
          at: route.place, severity: .info,
          help: """
            add in its block: @down status 500 502 503 504, and handle_response @down { error "down" {rp.status_code} }, \
            unless the application is to speak for itself
            """, shownBy: codes[0]))
    }
  }
}
