import Diagnostics
import ProxyConfig
import Trace

/// Finds pages named for all servers that one of them cannot serve.
struct VhostLacksPage: NginxRule {
  static let description = RuleDescription(
    id: "vhost-lacks-page", severity: .error,
    summary: "a server inherits an error page that it cannot serve",
    rationale: """
      error_page in http holds for every server without one of its own, but the page's location is looked for in \
      each server separately. A server without that location sends the request for the page to its upstream or finds no file.
      """,
    failing: [
      .nginx(
        """
        error_page 502 /502.html;
        server {
          server_name a.example;
          location / { proxy_pass http://127.0.0.1:9000; }
          location = /502.html { root /srv/pages; }
        }
        ⟦server⟧ { server_name b.example; location / { proxy_pass http://127.0.0.1:9001; } }
        """)
    ],
    passing: [
      .nginx(
        """
        error_page 502 /502.html;
        server {
          server_name a.example;
          location / { proxy_pass http://127.0.0.1:9000; }
          location = /502.html { root /srv/pages; }
        }
        server { server_name b.example; return 301 https://a.example$request_uri; }
        """)
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls where Self.concerns(call, in: project) {
      guard let server = project.model.scope(call.server.scope).directive else { continue }
      report.add(
        finding(
          "\(project.model.title(of: call.server.scope)) cannot serve \(call.entry.target.source.string), the page for \(call.codes) that it inherits",
          at: server.head, notes: ["The visitor gets \(call.outcome.statusText) and not the page."],
          help: "include the page's location in this server as well",
          related: [.init("the page is named here", at: call.entry.directive.place)], shownBy: call))
    }
  }

  /// The page is named outside all servers, fails here, and works in another server.
  static func concerns(_ call: PageCall, in project: NginxProject) -> Bool {
    guard call.route != nil, call.entry.code >= 500, isFailure(call),
      project.isShared(call.entry)
    else { return false }
    return project.isServedElsewhere(call.entry, than: call.server.scope)
  }

  private static func isFailure(_ call: PageCall) -> Bool {
    switch call.ending {
    case .deadUpstream, .missingFile: true
    default: false
    }
  }
}
