import Diagnostics
import ProxyConfig
import Trace

/// Finds pages for "not found" that are served with success.
struct Soft404: NginxRule, SharedRule {
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
      .caddy(
        """
        http://shop.example {
        	root * /srv/www
        	reverse_proxy /app/* 127.0.0.1:9000
        	file_server
        	handle_errors 404 {
        		⟦respond "Nothing here." 200⟧
        	}
        }
        """),
      .haproxy(
        backend: """
          ⟦http-response return content-type text/html file /srv/pages/404.html if { status 404 }⟧
          server a 127.0.0.1:9000
          """),
    ],
    passing: [
      .nginx(
        """
        error_page 404 /404.html;
        location / { root /srv/pages; try_files $uri =404; }
        """),
      .nginx("location / { root /srv/www; try_files $uri /index.html; }"),
      .caddy(
        """
        http://shop.example {
        	root * /srv/www
        	reverse_proxy /app/* 127.0.0.1:9000
        	file_server
        	handle_errors 404 {
        		respond "Nothing here."
        	}
        }
        """),
      .haproxy(
        backend: """
          http-response return status 404 content-type text/html file /srv/pages/404.html if { status 404 }
          server a 127.0.0.1:9000
          """),
    ],
    notFor: [
      "apache": "Apache httpd keeps the status of an error on whatever page it serves for it."
    ])

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

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    let soft = loaded.likelyVisits.filter { $0.code == 404 && $0.outcome.status == 200 && $0.isPage }
    for (place, visits) in loaded.byPlace(soft, \.decisivePlace) {
      report.add(
        finding("\"not found\" goes out with status 200", at: place, help: "keep the status 404", shownBy: visits[0]))
    }
  }
}
