import Diagnostics
import ProxyConfig
import Trace

/// Finds regular expressions that take the error page from the location meant for it.
struct RegexStealsPage: NginxRule {
  static let description = RuleDescription(
    id: "regex-steals-page", severity: .error,
    summary: "a regular expression takes the page from its location",
    rationale: """
      Locations with a regular expression win over plain ones unless the plain one is exact (=) or says ^~. A rule for all \
      .html files, or for static files under another root, takes the error page as well.
      """,
    failing: [
      .nginx(
        """
        error_page 502 ⟦/502.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location /502.html { root /srv/pages; }
        location ~ \\.html$ { proxy_pass http://127.0.0.1:9000; }
        """),
      .nginx(
        """
        error_page 502 ⟦/errors/502.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location /errors/ { root /srv/pages; }
        location ~* \\.(css|html)$ { root /srv/www; }
        """),
    ],
    passing: [
      .nginx(
        """
        error_page 502 /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { root /srv/pages; }
        location ~ \\.html$ { proxy_pass http://127.0.0.1:9000; }
        """),
      .nginx(
        """
        error_page 502 /errors/502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location ^~ /errors/ { root /srv/pages; }
        location ~ \\.html$ { root /srv/www; }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls {
      switch call.ending {
      case .file, .inline, .unknown: continue
      default: break
      }
      guard let (taker, owner) = project.takenPage(call) else { continue }
      report.add(
        finding(
          "\(project.model.title(of: taker)) takes the page for \(call.codes) from \(project.model.title(of: owner))",
          at: call.entry.targetPlace, notes: ["The visitor gets \(call.outcome.statusText) and not this page."],
          help: "make the page's location exact (=) or write ^~ before its name",
          related: project.related("this takes it", location: taker)
            + project.related("this was meant to", location: owner), shownBy: call))
    }
  }
}
