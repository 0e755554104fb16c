import Diagnostics
import ProxyConfig
import Trace

/// Finds applications reached through `error_page`, whose own failure then has no page.
struct SecondFallbackLost: NginxRule {
  static let description = RuleDescription(
    id: "second-fallback-lost", severity: .error,
    summary: "the way to the application uses up the one error page a request has",
    rationale: """
      nginx follows one error_page for a request. When the application itself is reached by "error_page 404 = @app", \
      nothing is left for the moment when the application is down.
      """,
    failing: [
      .nginx(
        """
        error_page 502 /502.html;
        location / { root /srv/www; ⟦error_page 404 = @app;⟧ }
        location @app { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { root /srv/pages; }
        """)
    ],
    passing: [
      .nginx(
        """
        error_page 502 /502.html;
        location / { root /srv/www; try_files $uri @app; }
        location @app { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { root /srv/pages; }
        """),
      .nginx(
        """
        error_page 502 /502.html;
        location / { root /srv/www; error_page 404 = @app; recursive_error_pages on; }
        location @app { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { root /srv/pages; }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for visit in project.visits where visit.isCertain {
      guard case .upstream = visit.trouble, let hop = visit.firstHop, hop.code < 500, let place = hop.step.place else {
        continue
      }
      // Whoever is kept out of an application gets its own page from it; that this may fail is no fallback lost.
      if [401, 403, 405].contains(hop.code), let origin = hop.step.scope, project.model.pass(in: origin) != nil {
        continue
      }
      for step in visit.ownSteps {
        guard case .noErrorPage(let code, .spent) = step.event, code >= 500 else { continue }
        report.add(
          finding(
            "when the upstream behind this fails with \(code), the page for \(code) is no longer asked for", at: place,
            notes: ["nginx follows one error_page for a request, and this one comes first."],
            help: "lead to the application with try_files, or write \"recursive_error_pages on;\" beside this line",
            related: step.place.map { [.init("this is what is lost", at: $0)] } ?? [], shownBy: visit))
      }
    }
  }
}
