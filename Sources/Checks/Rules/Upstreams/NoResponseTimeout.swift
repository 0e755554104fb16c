import Diagnostics
import ProxyConfig
import Trace

/// Finds pages for 504 that nobody will see because the wait for the upstream has no end.
struct NoResponseTimeout: CaddyRule, SharedRule {
  static let description = RuleDescription(
    id: "no-response-timeout", severity: .warning,
    summary: "a page is there for 504, and the wait for a silent upstream has no end",
    rationale: """
      Caddy gives up on a silent upstream only when response_header_timeout says so (read_timeout for FastCGI), and HAProxy \
      only when timeout server does. Without it the visitor's browser shows a blank window until the visitor leaves; the page for 504 is never sent.
      """,
    failing: [
      .caddy(
        errors: Sample.pageForEachCode,
        proxy: """
          ⟦reverse_proxy 127.0.0.1:9000⟧
          """),
      .haproxy(
        """
        defaults
            mode http
            timeout connect 5s
            timeout client 30s
            errorfile 504 /etc/haproxy/errors/504.http
        frontend www
            bind :80
            default_backend app
        backend app
            ⟦server a 127.0.0.1:9000⟧
        """),
    ],
    passing: [
      .caddy(
        errors: Sample.pageForEachCode,
        proxy: """
          reverse_proxy 127.0.0.1:9000 {
          	transport http {
          		response_header_timeout 30s
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
      .haproxy(defaults: "errorfile 504 /etc/haproxy/errors/504.http"),
      .haproxy(
        """
        defaults
            mode http
            timeout connect 5s
            timeout client 30s
        frontend www
            bind :80
            default_backend app
        backend app
            server a 127.0.0.1:9000
        """),
    ],
    notFor: [
      "nginx": "nginx waits for 60 seconds unless its read timeout says otherwise.",
      "apache": "Apache httpd waits for 60 seconds unless Timeout or ProxyTimeout says otherwise.",
    ])

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    for (route, visits) in zip(loaded.routes, loaded.visitsByRoute) {
      guard let waiting = visits.first(where: { $0.ending == .waits && $0.trouble == .upstream(.timeout) }),
        visits.contains(where: { $0.trouble == .code(504) && $0.isPage && $0.outcome.status == 504 }),
        let advice = loaded.advice(.limitWait, waiting)
      else { continue }
      report.add(
        finding(
          "when this upstream stays silent, \(loaded.name) waits without end and the page for 504 is never seen",
          at: route.place, help: advice.help, shownBy: waiting))
    }
  }

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
          help: project.advice(.limitWait, waiting)?.help, shownBy: waiting))
    }
  }
}

extension CaddyVisit {
  fileprivate func isFile(named part: String) -> Bool {
    if case .file(let path) = ending { PathText.name(path).contains(part) } else { false }
  }
}
