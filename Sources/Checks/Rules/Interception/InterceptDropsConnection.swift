import Diagnostics
import ProxyConfig
import Trace

/// Finds intercepted codes that nginx answers with nothing at all.
struct InterceptDropsConnection: NginxRule {
  static let description = RuleDescription(
    id: "intercept-drops-connection", severity: .error,
    summary: "an answer of the application becomes a closed connection",
    rationale: """
      With interception on and 408, 444 or 499 listed, nginx takes the application's answer over and then, as always for \
      these codes, closes the connection without a byte. The visitor sees an empty reply.
      """,
    failing: [
      .nginx(
        """
        proxy_intercept_errors on;
        error_page ⟦408⟧ 502 504 /50x.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { root /srv/pages; }
        """)
    ],
    passing: [
      .nginx(
        """
        proxy_intercept_errors on;
        error_page 502 504 /50x.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { root /srv/pages; }
        """)
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for route in project.routes where project.model.doesIntercept(in: route.location) {
      for entry in project.model.errorPages(in: route.location) where [408, 444, 499].contains(entry.code) {
        let traced = project.tracer.traced(route.question, .of(route.peers, .status(entry.code)))
        guard traced.outcome.certainty == .exact, traced.outcome.status == 0 else { continue }
        let flag = project.model.setting(
          "\(project.model.pass(in: route.location)?.module ?? "proxy")_intercept_errors", in: route.location)
        report.add(
          finding(
            "an application that answers \(entry.code) leaves the visitor with an empty reply", at: entry.codePlace,
            help: "leave \(entry.code) out", related: flag.map { [.init("interception is on", at: $0.place)] } ?? [],
            shownBy: traced))
      }
    }
  }
}
