import Diagnostics
import ProxyConfig
import Trace

/// Finds maps that are asked before the error and remembered afterwards.
struct StaleMap: NginxRule {
  static let description = RuleDescription(
    id: "stale-map", severity: .warning,
    summary: "a map remembers what it said before the error",
    rationale: """
      nginx evaluates a map at its first use in a request and keeps the result. A map of $uri or $status that an if of the \
      server has asked keeps its first answer when the request goes on to its error page, unless it is volatile.
      """,
    failing: [
      .nginx(
        """
        events {}
        http {
          ⟦map $uri $is_page⟧ { default 0; /503.html 1; }
          server {
            error_page 503 /503.html;
            if ($is_page = 0) { return 503; }
            location = /503.html { root /srv/pages; }
          }
        }
        """)
    ],
    passing: [
      .nginx(
        """
        events {}
        http {
          map $uri $is_page { volatile; default 0; /503.html 1; }
          server {
            error_page 503 /503.html;
            if ($is_page = 0) { return 503; }
            location = /503.html { root /srv/pages; }
          }
        }
        """),
      .nginx(
        """
        events {}
        http {
          map $status $page { default /50x.html; 404 /404.html; }
          server {
            error_page 404 502 $page;
            location / { proxy_pass http://127.0.0.1:9000; }
            location ~ html$ { root /srv/pages; }
          }
        }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for server in project.model.servers {
      for statement in project.model.scope(server.scope).script {
        guard case .condition(let condition, _, let body) = statement.action, body.contains(where: \.isError),
          let name = condition.variable, let map = project.model.maps[name], !map.isVolatile,
          map.source.variableNames.contains(where: {
            ["uri", "document_uri", "status", "request_filename"].contains($0)
          })
        else { continue }
        report.add(
          finding(
            "$\(name) keeps what it said for the visitor's own path when the request goes on to its error page",
            at: map.directive.head, help: "write \"volatile;\" in the map",
            related: [.init("it is asked for the first time here", at: statement.directive.head)],
            fix: Edits.insert("volatile;", into: map.directive).map { [$0] } ?? []))
      }
    }
  }
}

extension NginxStatement {
  fileprivate var isError: Bool {
    if case .answer(let status, _) = action { status >= 400 } else { false }
  }
}

extension NginxCondition {
  /// The variable a condition asks for.
  fileprivate var variable: String? {
    switch self {
    case .isSet(let name), .equals(let name, _, _), .matches(let name, _, _): name
    case .file, .malformed: nil
    }
  }
}
