import Diagnostics
import ProxyConfig
import Trace

/// Finds APIs whose own answers are replaced by pages.
struct InterceptSwallowsAPI: NginxRule, CaddyRule {
  static let description = RuleDescription(
    id: "intercept-swallows-api", severity: .warning,
    summary: "an API's own error answers are replaced by a page",
    rationale: """
      With interception on, a listed code of the application is replaced: the JSON that tells a client what was wrong, and \
      the difference between a 404 and a 422 of its own, never arrive.
      """,
    failing: [
      .nginx(
        """
        proxy_intercept_errors on;
        ⟦error_page 404 /404.html;⟧
        location /api/ { proxy_pass http://127.0.0.1:9000; }
        location = /404.html { internal; root /srv/pages; }
        """)
    ] + caddyFailing,
    passing: [
      .nginx(
        """
        proxy_intercept_errors on;
        error_page 404 /404.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location /api/ { proxy_intercept_errors off; proxy_pass http://127.0.0.1:9000; }
        location = /404.html { internal; root /srv/pages; }
        """),
      .nginx(
        """
        proxy_intercept_errors on;
        error_page 502 503 /50x.html;
        location /api/ { proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { internal; root /srv/pages; }
        """),
    ] + caddyPassing)

  static let marks = ["api", "graphql", "rpc", "rest", "jsonrpc"]

  func check(_ project: NginxProject, into report: inout Report) {
    for route in project.routes where project.model.doesIntercept(in: route.location) {
      guard let name = project.model.scope(route.location).name?.text.string.lowercased(),
        name.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).contains(where: { Self.marks.contains(String($0)) }
        )
      else { continue }
      for line in project.model.settings("error_page", in: route.location) {
        let entries = project.model.errorPages(of: line).filter {
          (400..<500).contains($0.code) && $0.target.source.hasSuffix(".html")
        }
        guard let first = entries.first else { continue }
        let traced = project.tracer.traced(route.question, .of(route.peers, .status(first.code)))
        guard traced.outcome.body != .upstream else { continue }
        report.add(
          finding(
            "the API's own \(entries.map(\.code).listedInWords) is replaced by an HTML page", at: line.place,
            help:
              "write \"\(project.model.pass(in: route.location)?.module ?? "proxy")_intercept_errors off;\" in the API's location, or give it pages in JSON",
            related: project.related("the API", location: route.location), shownBy: traced))
      }
    }
  }
}
