import Diagnostics
import ProxyConfig
import Trace

/// Finds pages chosen by a header, in a form that caches mix up.
struct VaryMissing: NginxRule {
  static let description = RuleDescription(
    id: "vary-missing", severity: .info,
    summary: "the page depends on a request header, and the answer does not say so",
    rationale: "Without Vary, a cache keeps one visitor's language or format for all others.",
    failing: [
      .nginx(
        """
        events {}
        http {
          map $http_accept_language $lang { default en; ~^de de; }
          server {
            error_page 502 ⟦/errors/$lang.html⟧;
            location / { proxy_pass http://127.0.0.1:9000; }
            location /errors/ { root /srv/pages; }
          }
        }
        """,
        files: ["/srv/pages/errors/en.html": "x", "/srv/pages/errors/de.html": "x"])
    ],
    passing: [
      .nginx(
        """
        events {}
        http {
          map $http_accept_language $lang { default en; ~^de de; }
          server {
            error_page 502 /errors/$lang.html;
            location / { proxy_pass http://127.0.0.1:9000; }
            location /errors/ { root /srv/pages; add_header Vary Accept-Language always; }
          }
        }
        """,
        files: ["/srv/pages/errors/en.html": "x", "/srv/pages/errors/de.html": "x"]),
      .nginx(
        """
        events {}
        http {
          map $http_accept_language $lang { default en; ~^de de; }
          server {
            error_page 502 /errors/$lang.html;
            location / { proxy_pass http://127.0.0.1:9000; }
            location /errors/ { root /srv/pages; add_header Cache-Control no-store always; }
          }
        }
        """,
        files: ["/srv/pages/errors/en.html": "x", "/srv/pages/errors/de.html": "x"]),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls where call.isPage {
      let headers = call.entry.target.variableNames.compactMap {
        project.model.maps[$0]?.source.variableNames.first { $0.hasPrefix("http_") }
      }
      guard let header = headers.first, let location = call.location else { continue }
      let said = project.model.settings("add_header", in: location)
      let isSafe = said.contains { line in
        line.argument(1)?.lowercased == "vary"
          || line.argument(1)?.lowercased == "cache-control" && line.words.contains { $0.value.contains("no-store") }
      }
      guard !isSafe else { continue }
      let name = header.dropFirst(5).replacing("_", with: "-")
      report.add(
        finding(
          "the page depends on the visitor's \(name) header", at: call.entry.targetPlace,
          help: "add in its location: add_header Vary \(name) always;", shownBy: call))
    }
  }
}
