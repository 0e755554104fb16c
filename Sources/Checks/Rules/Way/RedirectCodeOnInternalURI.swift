import Diagnostics
import ProxyConfig
import Trace

/// Finds redirects by `error_page` that have no address.
struct RedirectCodeOnInternalURI: NginxRule {
  static let description = RuleDescription(
    id: "redirect-code-on-internal-uri", severity: .error,
    summary: "a redirect's status without a Location",
    rationale: "\"=301\" before a path of this server changes the status only. The answer is a 301 that leads nowhere.",
    failing: [
      .nginx(
        """
        error_page 404 ⟦=301⟧ /home.html;
        location / { root /srv/www; }
        location = /home.html { alias /srv/www/index.html; }
        """)
    ],
    passing: [
      .nginx(
        """
        error_page 404 =301 https://example.org/;
        location / { root /srv/www; }
        """),
      .nginx(
        """
        error_page 404 = @home;
        location / { root /srv/www; }
        location @home { return 301 /; }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls {
      guard let status = call.entry.override, (300..<400).contains(status), call.entry.isPath || call.entry.isNamed,
        call.outcome.certainty == .exact, call.outcome.location == nil, let place = call.entry.overridePlace
      else { continue }
      report.add(
        finding(
          "\(status) goes out without a Location", at: place,
          help: "let the target answer \"return \(status) …;\", or name a full address", shownBy: call))
    }
  }
}
