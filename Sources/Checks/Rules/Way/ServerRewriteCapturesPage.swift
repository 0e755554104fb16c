import Diagnostics
import ProxyConfig
import Trace

/// Finds rewrites of a server that also change the path of the error page.
struct ServerRewriteCapturesPage: NginxRule {
  static let description = RuleDescription(
    id: "server-rewrite-captures-page", severity: .error,
    summary: "a rewrite of the server changes the page's address as well",
    rationale: """
      An error page with a path runs through the server's rewrite instructions again. A rewrite for pretty addresses or a \
      front controller takes the page with it, to the application that is down or to an address that leads nowhere.
      """,
    failing: [
      .nginx(
        """
        ⟦rewrite ^/(.*)\\.html$ /$1 permanent;⟧
        error_page 502 /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { root /srv/pages; }
        """),
      .nginx(
        """
        ⟦rewrite ^/(?!assets).* /index.php last;⟧
        error_page 502 /502.html;
        location ~ \\.php$ { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { root /srv/pages; }
        """),
    ],
    passing: [
      .nginx(
        """
        error_page 502 /502.html;
        location / { rewrite ^/(.*)\\.html$ /$1 permanent; proxy_pass http://127.0.0.1:9000; }
        location = /502.html { root /srv/pages; }
        """),
      .nginx(
        """
        rewrite ^/old/(.*)$ /new/$1 last;
        error_page 502 /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { root /srv/pages; }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls {
      guard let place = Self.rewrite(of: call, in: project) else { continue }
      report.add(
        finding(
          "this also changes \(call.entry.target.source.string), the page for \(call.codes)", at: place,
          notes: ["The visitor gets \(call.outcome.statusText) and not the page."],
          help: "move it into \"location /\", or let the page be a named location",
          related: [.init("the page is named here", at: call.entry.directive.place)], shownBy: call))
    }
  }

  static func concerns(_ call: PageCall, in project: NginxProject) -> Bool { rewrite(of: call, in: project) != nil }

  /// The server's instruction that changed the path of a page that then failed.
  private static func rewrite(of call: PageCall, in project: NginxProject) -> Place? {
    guard call.entry.isPath, !call.isPage else { return nil }
    let steps = call.outcome.ownSteps
    guard let hop = steps.firstIndex(where: { $0.isErrorPage }) else { return nil }
    return steps[hop...].first { $0.event == .rewritten && $0.scope == call.server.scope }?.place
  }
}
