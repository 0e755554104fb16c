import Diagnostics
import ProxyConfig
import Trace

/// Finds a server's own `return` that answers the request for the error page as well.
struct ServerReturnSwallowsPage: Rule {
  static let description = RuleDescription(
    id: "server-return-swallows-page", severity: .error,
    summary: "the server's return answers the request for the page, too",
    rationale: """
      An error page is fetched by a new run through the whole server, from its first rewrite instruction on. A return that \
      stands directly in the server, or in an if that still holds, answers that run with the same error, and only one page \
      is tried for a request.
      """,
    failing: [
      .nginx(
        """
        error_page 503 ⟦/503.html⟧;
        return 503;
        """),
      .nginx(
        """
        error_page 503 ⟦/503.html⟧;
        if (-f /srv/maintenance.on) { return 503; }
        location = /503.html { root /srv/pages; }
        """),
    ],
    passing: [
      .nginx(
        """
        error_page 503 /503.html;
        location / { return 503; }
        location = /503.html { root /srv/pages; }
        """),
      .nginx(
        """
        error_page 503 @maintenance;
        if (-f /srv/maintenance.on) { return 503; }
        location @maintenance { root /srv/pages; try_files /503.html =503; }
        """),
      .nginx(
        """
        error_page 503 /503.html;
        set $down 1;
        if ($uri = /503.html) { set $down 0; }
        if ($down) { return 503; }
        location = /503.html { root /srv/pages; }
        """),
    ])

  func check(_ project: Project, into report: inout Report) {
    for call in project.readingCalls {
      guard case .returned(let status) = call.ending, status >= 400, call.location == call.server.scope else {
        continue
      }
      // A gate that answers everybody with another code lets nobody come as far as this error.
      guard call.route != nil || status == call.entry.code else { continue }
      report.add(swallowed(call.entry, with: status, by: call.step?.place))
    }
    for server in project.model.servers {
      let pages = project.model.errorPages(in: server.scope)
      let script = project.model.scope(server.scope).script
      for case .condition(let condition, _, let body) in script.map(\.action) {
        for statement in body {
          guard case .answer(let status, nil) = statement.action, let entry = pages.first(where: { $0.code == status }),
            entry.isPath,
            !isGuarded(condition, script, project.model)
          else { continue }
          report.add(swallowed(entry, with: status, by: statement.directive.place))
        }
      }
    }
  }

  private func swallowed(_ entry: NginxErrorPage, with status: Int, by place: Place?) -> Diagnostic {
    finding(
      "the request for \(entry.target.source.string) gets \(status == entry.code ? "the same \(status) again" : "\(status) instead")",
      at: entry.targetPlace,
      notes: ["The visitor gets nginx's own page."],
      help: "let the page be a named location (error_page \(entry.code) @name), or move the return into \"location /\"",
      related: place.map { [.init("this answers before any location is chosen", at: $0)] } ?? [])
  }

  /// Whether a condition can be false for the page although it held for the visitor's request.
  private func isGuarded(_ condition: NginxCondition, _ script: [NginxStatement], _ model: NginxModel) -> Bool {
    switch condition {
    case .malformed: return true
    case .file(_, let text, _): return text.variableNames.contains(where: Self.changes)
    case .isSet(let name), .equals(let name, _, _), .matches(let name, _, _):
      if Self.changes(name) || model.opaqueVariables[name] != nil { return true }
      if let map = model.maps[name] {
        return map.isVolatile
          || map.source.variableNames.contains {
            !["remote_addr", "host", "http_host", "request_uri", "scheme", "server_name"].contains($0)
              && Self.changes($0)
          }
      }
      // Somebody sets it elsewhere under a condition of its own.
      return script.contains { $0.sets(name) && $0.asksPath }
    }
  }

  private static func changes(_ name: String) -> Bool {
    ["uri", "document_uri", "request_filename", "args", "arg_", "is_args", "request_method", "status"].contains {
      name.hasPrefix($0)
    }
  }
}

extension NginxStatement {
  /// Sets the variable, itself or in its block.
  fileprivate func sets(_ variable: String) -> Bool {
    switch action {
    case .set(let name, _): name == variable
    case .condition(_, _, let body): body.contains { $0.sets(variable) }
    default: false
    }
  }

  /// Decides by the path of the request at hand.
  fileprivate var asksPath: Bool {
    guard case .condition(let condition, _, _) = action else { return false }
    return switch condition {
    case .isSet(let name), .equals(let name, _, _), .matches(let name, _, _):
      name == "uri" || name == "document_uri" || name == "request_filename"
    default: false
    }
  }
}
