import Diagnostics
import ProxyConfig
import Trace

/// Finds auth services whose failure lets everybody in.
struct AuthFailOpen: NginxRule {
  static let description = RuleDescription(
    id: "auth-fail-open", severity: .error, isSecurity: true,
    summary: "a dead auth service lets everybody in",
    rationale: """
      auth_request takes every 2xx for a yes, and error_page works inside its subrequest as well. When an error_page with \
      =200, or a bare = with a page behind it, is in effect in the auth service's location, the service's outage becomes a \
      yes. With interception on, so does its no.
      """,
    failing: [
      .nginx(
        """
        ⟦error_page 502 =200 /502.html;⟧
        location / { auth_request /auth; proxy_pass http://127.0.0.1:9000; }
        location = /auth { internal; proxy_pass http://127.0.0.1:9001; }
        location = /502.html { root /srv/pages; }
        """),
      .nginx(
        """
        ⟦error_page 401 = /login;⟧
        location / { auth_request /auth; proxy_pass http://127.0.0.1:9000; }
        location = /auth { internal; proxy_pass http://127.0.0.1:9001; proxy_intercept_errors on; }
        location = /login { return 200 'log in'; }
        """),
    ],
    passing: [
      .nginx(
        """
        error_page 500 502 /502.html;
        location / { auth_request /auth; proxy_pass http://127.0.0.1:9000; }
        location = /auth { internal; proxy_pass http://127.0.0.1:9001; }
        location = /502.html { root /srv/pages; }
        """),
      .nginx(
        """
        location / {
          error_page 500 =200 /502.html;
          auth_request /auth;
          proxy_pass http://127.0.0.1:9000;
        }
        location = /auth { internal; proxy_pass http://127.0.0.1:9001; }
        location = /502.html { root /srv/pages; auth_request off; }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for visit in project.visits {
      guard case .auth(let failure) = visit.trouble, visit.isCertain, let opening = opening(visit.outcome) else {
        continue
      }
      let auth = visit.outcome.steps.first { $0.event == .authAsked }?.place
      report.add(
        finding(
          "when the auth service \(failure.short), this error_page turns its answer into a yes and lets everybody in",
          at: opening, notes: ["auth_request takes every 2xx for a yes, and this one is made inside its subrequest."],
          help:
            "keep error_page … = out of the auth service's location: give that location an error_page of its own without =, such as \"error_page 599 /none;\"",
          related: auth.map { [.init("this is what is let through", at: $0)] } ?? [], shownBy: visit))
    }
  }

  /// The `error_page` that made a yes of a failure.
  private func opening(_ outcome: Outcome) -> Place? {
    var hop: Place?
    var isInside = false
    for step in outcome.steps {
      switch step.event {
      case .authAsked: (isInside, hop) = (true, nil)
      case .errorPage: if isInside { hop = step.place }
      case .authEnded(let status):
        if (200..<300).contains(status), let hop { return hop }
        isInside = false
      default: break
      }
    }
    return nil
  }
}

extension Failure {
  /// The failure as a verb: "is down", "answers 503".
  var short: String {
    switch self {
    case .refused, .closed, .noLiveUpstream: "is down"
    case .timeout: "does not answer"
    case .status(let code): "answers \(code)"
    case .garbage, .tooBigHeader: "answers nonsense"
    case .none: "is well"
    }
  }
}
