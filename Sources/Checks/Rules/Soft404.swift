import Diagnostics
import ProxyConfig
import Trace

/// Finds pages for "not found" that are served with success.
struct Soft404: NginxRule, CaddyRule {
  static let description = RuleDescription(
    id: "soft-404", severity: .warning,
    summary: "the page for \"not found\" is answered with 200",
    rationale:
      "A page that says \"not found\" with status 200 is indexed by search engines for every address that does not exist.",
    failing: [
      .nginx("location / { root /srv/pages; try_files $uri ⟦/404.html⟧; }"),
      .nginx(
        """
        error_page 404 ⟦=200⟧ /404.html;
        location / { root /srv/pages; }
        """),
    ] + caddyFailing,
    passing: [
      .nginx(
        """
        error_page 404 /404.html;
        location / { root /srv/pages; try_files $uri =404; }
        """),
      .nginx("location / { root /srv/www; try_files $uri /index.html; }"),
    ] + caddyPassing)

  func check(_ project: NginxProject, into report: inout Report) {
    for (directive, scope) in project.directives("try_files") {
      guard let last = directive.words.last, last.bytes.first == UInt8(ascii: "/"), !isErrorPage(scope, project) else {
        continue
      }
      let name = PathText.name(last.value)
      let shown = project.request(through: scope)
      if let shown, shown.outcome.certainty == .exact, shown.outcome.status >= 400 { continue }
      guard ["404.html", "404.htm", "404", "notfound.html", "not-found.html"].contains(name) else { continue }
      report.add(
        finding(
          "an address that does not exist gets \(last.value) with status 200", at: last.place,
          help: "write \"=404\" here and \"error_page 404 \(last.value);\" beside it", shownBy: shown))
    }
    for (entry, _) in project.errorPageEntries where entry.code == 404 && entry.override == 200 {
      guard let place = entry.overridePlace, PathText.name(entry.target.source.string).contains("404") else { continue }
      report.add(
        finding(
          "\"not found\" goes out with status 200", at: place, help: "leave out \"\(place.text)\"",
          shownBy: project.call(of: entry)))
    }
  }

  private func isErrorPage(_ scope: Int, _ project: NginxProject) -> Bool {
    project.model.setting("internal", in: scope) != nil
  }
}
