import Diagnostics
import ProxyConfig
import Trace

/// Finds codes that have a built page and are not given to it.
struct PageNotWired: NginxRule, SharedRule {
  static let description = RuleDescription(
    id: "page-not-wired", severity: .warning,
    summary: "a page was built for this code, and nothing leads to it",
    rationale:
      "The pack holds pages for more codes than the configuration names. For the others visitors see the proxy's own page.",
    failing: [
      .nginx(
        """
        ⟦error_page 502 /errors/502.html;⟧
        location / { proxy_pass http://127.0.0.1:9000; }
        location /errors/ { internal; root /srv/pages; }
        """,
        manifest: Sample.pack),
      .caddy(
        """
        http://shop.example {
        	⟦reverse_proxy 127.0.0.1:9000⟧
        	handle_errors 502 {
        		root /srv/pages
        		rewrite /errors/502.html
        		file_server
        	}
        }
        """, manifest: Sample.pack),
      .haproxy(
        defaults: "errorfile 502 /etc/haproxy/errors/502.http", backend: "⟦server a 127.0.0.1:9000⟧",
        manifest: Sample.pack),
      .apache(
        """
        ErrorDocument 502 "Back soon"
        ⟦ProxyPass / http://127.0.0.1:9000/⟧
        """, manifest: Sample.pack),
    ],
    passing: [
      .nginx(
        """
        error_page 502 /errors/502.html;
        error_page 503 /errors/503.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location /errors/ { internal; root /srv/pages; }
        """,
        manifest: Sample.pack),
      .caddy(
        errors: """
          root /srv/pages
          rewrite /{err.status_code}.html
          file_server
          """, manifest: Sample.pack),
      .haproxy(
        defaults: """
          errorfile 502 /etc/haproxy/errors/502.http
          errorfile 503 /etc/haproxy/errors/503.http
          """, manifest: Sample.pack),
      .apache(
        """
        ErrorDocument 502 "Back soon"
        ErrorDocument 503 "Back soon"
        ProxyPass / http://127.0.0.1:9000/
        """, manifest: Sample.pack),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    guard let pages = project.pages else { return }
    for (route, visits) in zip(project.routes, project.visitsByRoute) {
      let listed = Set(project.model.errorPages(in: route.location).map(\.code))
      let loose = pages.codes.filter { !listed.contains($0) }
      let grave = loose.filter { [500, 502, 503, 504].contains($0) }
      guard !loose.isEmpty, let pass = project.model.pass(in: route.location) else { continue }
      let line = project.model.settings("error_page", in: route.location).first
      report.add(
        finding(
          "no error_page leads to the page\(loose.count == 1 ? "" : "s") for \(loose.listedInWords)",
          at: line?.place ?? pass.directive.place,
          severity: grave.isEmpty ? .info : nil,
          help: "include the configuration that comes with the pack, or list the codes here",
          shownBy: visits.first { $0.lacksPage(for: grave) }))
    }
  }

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    guard let pages = loaded.pages else { return }
    for (route, visits) in zip(loaded.routes, loaded.visitsByRoute) {
      let loose = visits.filter { visit in
        guard case .code(let code) = visit.trouble, pages.codes.contains(code) else { return false }
        return visit.ending == .unanswered || visit.ending == .noPage
      }
      let gravest = loose.first { [500, 502, 503, 504].contains($0.code) }
      guard let shown = gravest ?? loose.first, let advice = loaded.advice(.importPack(loose.map(\.code)), shown) else {
        continue
      }
      report.add(
        finding(
          "nothing leads to the page\(loose.count == 1 ? "" : "s") for \(loose.codes)", at: route.place,
          severity: gravest == nil ? .info : nil, help: advice.help, shownBy: shown))
    }
  }
}
