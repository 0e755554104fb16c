import Diagnostics
import ProxyConfig
import Trace

/// Tells which locations were left out because no request was found for them.
struct UnreachedLocation: Rule {
  static let description = RuleDescription(
    id: "unreached-location", severity: .info,
    summary: "no request was found that comes this far",
    rationale: """
      A location that another one takes all requests from, or that answers by itself before it passes anything on, never \
      shows its error pages. Either it is dead and can go, or it opens to something that the checker cannot guess, and \
      its pages were not followed.
      """,
    failing: [
      .nginx(
        """
        error_page 502 /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        ⟦location /old/⟧ { return 410; proxy_pass http://127.0.0.1:9001; }
        location = /502.html { internal; root /srv/pages; }
        """),
      .nginx(
        """
        error_page 502 /502.html;
        location ^~ /shop/ { proxy_pass http://127.0.0.1:9000; }
        ⟦location ~ ^/shop/.*\\.php$⟧ { proxy_pass http://127.0.0.1:9001; }
        location = /502.html { internal; root /srv/pages; }
        """),
    ],
    passing: [
      .nginx(
        """
        error_page 502 /502.html;
        location / { if ($http_x_key = "") { return 403; } proxy_pass http://127.0.0.1:9000; }
        location = /502.html { internal; root /srv/pages; }
        """),
      .nginx(
        """
        error_page 502 /502.html;
        location / { auth_request /who; proxy_pass http://127.0.0.1:9000; }
        location = /who { internal; proxy_pass http://127.0.0.1:9001; }
        location = /502.html { internal; root /srv/pages; }
        """),
    ])

  func check(_ project: Project, into report: inout Report) {
    let visited = Set(
      (project.pageCalls.map(\.outcome) + project.visits.map(\.outcome)).flatMap(\.steps).compactMap { step in
        if case .upstream(let location, _) = step.event { location } else { nil }
      })
    for place in project.unreached where !visited.contains(place.location) {
      guard let directive = project.model.scope(place.location).directive else { continue }
      let steps = place.outcome.ownSteps.filter { $0.place != nil }
      let end = steps.last { $0.isDecisive } ?? steps.last { if case .location = $0.event { true } else { false } }
      report.add(
        finding(
          "no request was found that is passed on here, so its error pages were not followed", at: directive.head,
          notes: [Self.story(place.path.string, place.outcome)],
          help: "take the location out if it is dead",
          related: end?.place.map { [.init("this has the last word", at: $0)] } ?? []))
    }
  }

  private static func story(_ path: String, _ outcome: Outcome) -> String {
    if case .unknown(let reason) = outcome.certainty { return "GET \(path) hangs on something unknown: \(reason)." }
    return outcome.status == 0 ? "GET \(path) gets no answer." : "GET \(path) is answered with \(outcome.status)."
  }
}
