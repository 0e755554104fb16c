import Diagnostics
import ProxyConfig
import Trace

/// Tells which locations were left out because no request was found for them.
struct UnreachedLocation: NginxRule, CaddyRule, SharedRule {
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
      .haproxy(
        """
        frontend www
            bind :80
            use_backend old if { path_beg /a } !{ path_beg /a }
            default_backend app
        backend app
            server a 127.0.0.1:9000
        backend old
            ⟦server b 127.0.0.1:9001⟧
        """),
      .apache(
        """
        ProxyPass / http://127.0.0.1:9000/
        ⟦ProxyPass /old/ http://127.0.0.1:9001/⟧
        """),
    ] + caddyFailing,
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
      .haproxy(
        """
        frontend www
            bind :80
            http-request deny unless { hdr(x-key) secret }
            use_backend old if { path_beg /old/ }
            default_backend app
        backend app
            server a 127.0.0.1:9000
        backend old
            server b 127.0.0.1:9001
        """),
      .apache(
        """
        ProxyPass /old/ http://127.0.0.1:9001/
        ProxyPass / http://127.0.0.1:9000/
        """),
    ] + caddyPassing)

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    for place in loaded.unreachedPlaces {
      report.add(
        finding(
          "no request was found that is passed on here, so its error pages were not followed", at: place,
          help: "take it out if nobody needs it"))
    }
  }

  func check(_ project: NginxProject, into report: inout Report) {
    for place in project.unreached {
      guard let directive = project.model.scope(place.scope).directive else { continue }
      let end = Self.lastWord(place.reason)
      report.add(
        finding(
          "no request was found that is passed on here, so its error pages were not followed", at: directive.head,
          notes: [Self.story(place.reason)], help: Self.help(place, end, in: project.model),
          related: end.map { [.init("this has the last word", at: $0)] } ?? []))
    }
  }

  /// The place that kept the best guess from the upstream.
  private static func lastWord(_ reason: Unreached.Reason) -> Place? {
    guard case .answered(let traced) = reason else { return nil }
    let steps = traced.outcome.ownSteps.filter { $0.place != nil }
    return (steps.last { $0.isDecisive } ?? steps.last { if case .entered = $0.event { true } else { false } })?.place
  }

  /// What a server answers outside of its locations, it answers before any of them is looked for.
  private static func help(_ unreached: Unreached, _ end: Place?, in model: NginxModel) -> String {
    let server = model.serverScope(of: unreached.scope)
    let own = server.flatMap { model.scope($0).directive?.block }?.first { $0.name == "return" }
    guard let own, let end, Spot(own.place) == Spot(end) else { return "take it out if nobody needs it" }
    return "put the server's own \"return\" into location / { … }, as it comes before all locations"
  }

  private static func story(_ reason: Unreached.Reason) -> String {
    switch reason {
    case .answered(let traced):
      "GET \(traced.request.target.string) is what comes closest; the visitor gets: \(traced.outcome.summary)."
    case .isInternal:
      "It is internal: only another location leads here, or the application itself with X-Accel-Redirect."
    case .noExample: "No path was found that its name takes."
    case .noWayIn: "All its addresses and names lead to other servers, or to a UNIX socket."
    case .searchEnded(let tries):
      "The conditions on the way can be combined in so many ways that the search was ended after \(tries) requests."
    }
  }
}
