import Diagnostics
import ProxyConfig
import Trace

/// Finds pages for malformed requests that are named locations.
struct DefaultServerPage: NginxRule {
  static let description = RuleDescription(
    id: "default-server-page", severity: .warning,
    summary: "the page for a malformed request is a named location, which gives 500",
    rationale: """
      When a request line cannot be read there is no path yet, and a named location cannot be entered without one: nginx \
      answers 500. Such requests also belong to the default server of the address, because the Host is not known yet.
      """,
    failing: [
      .nginx(
        """
        error_page 400 ⟦@bad⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @bad { return 400 'no'; }
        """)
    ],
    passing: [
      .nginx(
        """
        error_page 400 /400.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /400.html { internal; root /srv/pages; }
        """,
        files: ["/srv/pages/400.html": "no"])
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for (entry, scope) in project.errorPageEntries where entry.isNamed && [400, 414, 494, 505].contains(entry.code) {
      // In a location the request was understood already.
      guard project.model.scope(scope).name == nil, let shown = Self.request(entry, scope, project) else { continue }
      report.add(
        finding(
          "a malformed request has no path yet, so \(entry.target.source.string) cannot be entered: nginx answers 500",
          at: entry.targetPlace, help: "name a path for \(entry.code), in the default server of the address",
          shownBy: shown))
    }
  }

  /// A request that cannot be understood, by which the visitor gets nginx's own page.
  private static func request(_ entry: NginxErrorPage, _ scope: Int, _ project: NginxProject) -> TracedRequest? {
    project.model.servers.lazy.filter { server in
      server.scope == scope || project.model.scope(server.scope).parent == scope
    }.compactMap { project.doors.first(of: $0)?.question("/") }.map {
      project.tracer.traced($0, Failures(raised: entry.code))
    }.first { $0.outcome.body == .builtin }
  }
}
