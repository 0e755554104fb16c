import Diagnostics
import ProxyConfig
import Trace

/// Finds proxied locations without any error page.
struct NoErrorPage: Rule {
  static let description = RuleDescription(
    id: "no-error-page", severity: .info,
    summary: "no error page for an outage is in effect here",
    rationale: "When the upstream is down, visitors see the proxy's own bare page.",
    failing: [
      .nginx("location / { ⟦proxy_pass http://127.0.0.1:9000;⟧ }"),
      .nginx("error_page 404 /404.html; location / { ⟦proxy_pass http://127.0.0.1:9000;⟧ }"),
    ],
    passing: [
      .nginx(
        """
        error_page 500 502 503 504 /50x.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { internal; root /srv/pages; }
        """)
    ])

  func check(_ project: Project, into report: inout Report) {
    for (route, visits) in zip(project.routes, project.visitsByRoute) {
      let pages = project.model.errorPages(in: route.location)
      // Pages that an inner line has dropped have a finding of their own.
      guard !pages.contains(where: { $0.code >= 500 }), let pass = project.model.pass(in: route.location),
        InheritanceDropsCodes.dropped(route.location, project.model).isEmpty
      else { continue }
      report.add(
        finding(
          "when this upstream is down, visitors see nginx's own bare page"
            + (pages.isEmpty ? "" : ": the pages in effect are for other codes"), at: pass.directive.place,
          help: "add: error_page 500 502 503 504 /50x.html; and a location for it",
          shownBy: visits.first { $0.lacksPage(for: [502]) }))
    }
  }
}
