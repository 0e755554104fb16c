import Checks
import Diagnostics
import ProxyConfig
import Trace

/// Finds pages of a frontend that those of `defaults` stand before.
struct FrontendPageOverruled: HAProxyRule {
  static let description = RuleDescription(
    id: "frontend-page-overruled", severity: .warning,
    summary: "the frontend's own page is not shown: the backend has inherited one from defaults",
    rationale: """
      When a server fails, HAProxy looks for a page in the backend first, and what defaults sets counts as the backend's own. \
      A frontend with a page of its own for the same code shows it only where no backend is involved.
      """,
    failing: [
      .haproxy(
        """
            errorfile 503 /etc/haproxy/errors/503.http
        frontend www
            bind :80
            ⟦errorfile 503 /etc/haproxy/errors/shop.http⟧
            default_backend app
        backend app
            server a 127.0.0.1:9000
        """,
        files: ["/etc/haproxy/errors/shop.http": "HTTP/1.1 503 Down\r\nContent-Type: text/html\r\n\r\n<!doctype html>"])
    ],
    passing: [
      .haproxy(
        """
        frontend www
            bind :80
            errorfile 503 /etc/haproxy/errors/503.http
            default_backend app
        backend app
            server a 127.0.0.1:9000
        """)
    ])

  func check(_ project: HAProxyProject, into report: inout Report) {
    for visit in project.likelyVisits {
      guard let hop = visit.firstHop, let shown = hop.step.place,
        let frontend = visit.frontend(in: project.model), let own = frontend.pages[hop.code],
        !own.place.isSame(as: shown),
        frontend.directive.holds(own.place), let asked = hop.step.scope.map({ project.model.sections[$0] }),
        asked.number != frontend.number, !asked.directive.holds(shown)
      else { continue }
      report.add(
        finding(
          "when a server of \(asked.name) fails, this page for \(hop.code) is not shown", at: own.place,
          help: "write the page in the backend, or take the one for \(hop.code) out of defaults",
          related: [.init("this one is, as the backend's", at: shown)], shownBy: visit))
    }
  }
}

extension Visit<FoundRoute> {
  /// The frontend that has taken the request.
  fileprivate func frontend(in model: HAProxyModel) -> ProxySection? {
    outcome.steps.lazy.compactMap(\.scope).map { model.sections[$0] }.first(where: \.isFrontend)
  }
}

extension Directive {
  fileprivate func holds(_ place: Place) -> Bool {
    source.name == place.source.name && range.lowerBound <= place.range.lowerBound
      && place.range.upperBound <= range.upperBound
  }
}
