import Diagnostics
import ProxyConfig
import Trace

/// Finds page locations that refuse the request because of the body the visitor had sent.
struct BodyLimitMasksError: NginxRule {
  static let description = RuleDescription(
    id: "body-limit-masks-error", severity: .error,
    summary: "a visitor who uploads something large gets 413 instead of the page",
    rationale: """
      nginx holds the size of the visitor's original body against the limit of the page's location. Where that is lower \
      than the limit of the location that took the upload, an outage looks like "413 Request Entity Too Large".
      """,
    failing: [
      .nginx(
        """
        error_page 502 504 /50x.html;
        location / { client_max_body_size 1g; proxy_pass http://127.0.0.1:9000; }
        ⟦location = /50x.html⟧ { root /srv/pages; }
        """)
    ],
    passing: [
      .nginx(
        """
        error_page 502 504 /50x.html;
        location / { client_max_body_size 1g; proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { client_max_body_size 0; root /srv/pages; }
        """),
      .nginx(
        """
        client_max_body_size 1g;
        error_page 502 504 /50x.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { root /srv/pages; }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for visit in project.visits where visit.isCertain && visit.request.bodyLength > 0 {
      guard let hop = visit.firstHop else { continue }
      let steps = visit.ownSteps
      guard let step = steps.drop(while: { !$0.isErrorPage }).first(where: { $0.isTooLarge }), let scope = step.scope,
        let directive = project.model.scope(scope).directive, case .bodyTooLarge(let limit) = step.event
      else { continue }
      let own = project.model.setting("client_max_body_size", in: visit.route.location)
      report.add(
        finding(
          "a body over \(limit) bytes turns the page for \(hop.code) into 413", at: directive.head,
          help: "add \"client_max_body_size 0;\"",
          related: own.map { [.init("uploads up to this size are taken", at: $0.place)] } ?? [],
          fix: project.model.scope(scope).name == nil
            ? [] : Edits.insert("client_max_body_size 0;", into: directive).map { [$0] } ?? [], shownBy: visit))
    }
  }
}

extension Outcome.Step {
  fileprivate var isTooLarge: Bool {
    if case .bodyTooLarge = event { true } else { false }
  }
}
