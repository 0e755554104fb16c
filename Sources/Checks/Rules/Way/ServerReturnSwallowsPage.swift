import Diagnostics
import ProxyConfig
import Trace

/// Finds a server's own `return` that answers the request for the error page as well.
struct ServerReturnSwallowsPage: NginxRule {
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

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls {
      guard case .returned(let status) = call.ending, status >= 400, call.location == call.server.scope else {
        continue
      }
      // A gate that answers everybody with another code lets nobody come as far as this error.
      guard call.route != nil || status == call.entry.code else { continue }
      report.add(swallowed(call.entry, with: status, by: call.step?.place, call))
    }
    for server in project.model.servers {
      let pages = project.model.errorPages(in: server.scope)
      guard pages.contains(where: \.isPath), let door = project.doors.first(of: server) else { continue }
      var answered: [TracedRequest]?
      for case .condition(_, _, let body) in project.model.scope(server.scope).script.map(\.action) {
        for statement in body {
          guard case .answer(let status, nil) = statement.action, let entry = pages.first(where: { $0.code == status }),
            entry.isPath
          else { continue }
          let requests = answered ?? Self.answered(server, door, project)
          answered = requests
          guard let shown = requests.first(where: { $0.isAnsweredTwice(by: statement.directive) }) else { continue }
          report.add(swallowed(entry, with: status, by: statement.directive.place, shown))
        }
      }
    }
  }

  /// Requests that the server's own instructions may answer, followed.
  private static func answered(_ server: NginxServer, _ door: Door, _ project: NginxProject) -> [TracedRequest] {
    let plain = door.question("/interlude-example")
    let questions = [plain] + RequestGuesses(to: server.scope, project.model).variants(of: plain).prefix(40)
    var budget = SearchBudget(project.model).share(of: server)
    let cost = SearchBudget(project.model).cost(of: server)
    return questions.flatMap { question in
      [false, true].compactMap { isOn in
        guard budget.allows(cost) else { return nil }
        let traced = project.tracer.traced(question, Failures(switchesOn: isOn))
        return traced.outcome.certainty == .exact ? traced : nil
      }
    }
  }

  private func swallowed(_ entry: NginxErrorPage, with status: Int, by place: Place?, _ shown: any Traced) -> Diagnostic
  {
    finding(
      "the request for \(entry.target.source.string) gets \(status == entry.code ? "the same \(status) again" : "\(status) instead")",
      at: entry.targetPlace,
      notes: ["The visitor gets nginx's own page."],
      help: "let the page be a named location (error_page \(entry.code) @name), or move the return into \"location /\"",
      related: place.map { [.init("this answers before any location is chosen", at: $0)] } ?? [], shownBy: shown)
  }
}

extension TracedRequest {
  /// Whether a `return` answers the request and then the one for the page as well.
  fileprivate func isAnsweredTwice(by answer: Directive) -> Bool {
    outcome.ownSteps.count { step in
      guard case .answered = step.event, let place = step.place else { return false }
      return place.range == answer.head.range && place.source.name == answer.source.name
    } > 1
  }
}
