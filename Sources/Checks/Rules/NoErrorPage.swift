import Diagnostics
import ProxyConfig
import Trace

/// Finds places that pass requests on and have no error page at all, once a server or site.
struct NoErrorPage: NginxRule, CaddyRule {
  static let description = RuleDescription(
    id: "no-error-page", formerIDs: ["site-without-handle-errors"], severity: .info, isToldOnce: true,
    summary: "no error page for an outage is in effect here",
    rationale: """
      When the upstream is down, visitors see the proxy's own bare page; Caddy sends the status and not one byte of a body, \
      so that they see an empty window or the browser's own words. In Caddy, handle_errors holds for its own site only; one \
      of another site is not inherited.
      """,
    failing: [
      .nginx("location / { ⟦proxy_pass http://127.0.0.1:9000;⟧ }"),
      .nginx("error_page 404 /404.html; location / { ⟦proxy_pass http://127.0.0.1:9000;⟧ }"),
      .caddy(
        """
        http://shop.example {
        	handle_errors {
        		respond "back soon"
        	}
        	reverse_proxy 127.0.0.1:9000
        }
        http://blog.example {
        	⟦reverse_proxy 127.0.0.1:9001⟧
        }
        """),
      .caddy(
        """
        {"apps": {"http": {"servers": {"s": {"listen": [":80"], "routes": [{"handle": [
          {⟦"handler": "reverse_proxy"⟧, "upstreams": [{"dial": "127.0.0.1:9000"}]}]}]}}}}}
        """),
    ],
    passing: [
      .nginx(
        """
        error_page 500 502 503 504 /50x.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { internal; root /srv/pages; }
        """),
      .caddy(
        """
        (errors) {
        	handle_errors {
        		respond "back soon"
        	}
        }
        http://shop.example {
        	import errors
        	reverse_proxy 127.0.0.1:9000
        }
        http://static.example {
        	root * /srv/www
        	file_server
        }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for (route, visits) in zip(project.routes, project.visitsByRoute) {
      let pages = project.model.errorPages(in: route.location)
      // Pages that an inner line has dropped have a finding of their own.
      guard !pages.contains(where: { $0.code >= 500 }), let pass = project.model.pass(in: route.location),
        InheritanceDropsCodes.dropped(route.location, project.model).isEmpty
      else { continue }
      report.add(
        finding(
          "when an upstream is down, visitors see nginx's own bare page"
            + (pages.isEmpty ? "" : ": the pages in effect are for other codes"), at: pass.directive.place,
          help: "add: error_page 500 502 503 504 /50x.html; and a location for it",
          related: project.related("this server has no page for it", location: route.server.scope),
          shownBy: visits.first { $0.lacksPage(for: [502]) }))
    }
  }

  func check(_ project: CaddyProject, into report: inout Report) {
    let bare = project.plainVisits.filter {
      !$0.route.hasErrorRoutes && $0.trouble == .upstream(.refused) && $0.outcome.body == .none
    }
    for (place, visits) in project.byPlace(bare, \.route.place) {
      report.add(
        finding(
          "when an upstream is down, visitors of \(visits[0].route.site) get \(visits[0].outcome.status) and an empty window",
          at: place, help: "add to the site: handle_errors { … } with a page, or import the snippet that has it",
          shownBy: visits[0]))
    }
  }
}
