import Diagnostics
import ProxyConfig
import Trace

/// Finds targets of `error_page` that are neither a path nor a name nor an address.
struct RelativeURI: NginxRule {
  static let description = RuleDescription(
    id: "relative-uri", severity: .error,
    summary: "the target does not begin with a slash, so visitors are redirected",
    rationale: """
      A target that begins with neither "/" nor "@" is sent to the visitor as the Location of a 302: the error becomes a \
      redirect to an address that usually leads nowhere.
      """,
    failing: [
      .nginx(
        """
        error_page 404 ⟦404.html⟧;
        location / { root /srv/www; }
        """)
    ],
    passing: [
      .nginx(
        """
        error_page 404 /404.html;
        location / { root /srv/www; }
        """),
      .nginx(
        """
        error_page 497 https://$host$request_uri;
        location / { root /srv/www; }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for (entry, _) in project.errorPageEntries {
      let target = entry.target.source.string
      guard let first = target.first, !"/@$".contains(first), !target.contains("://"), entry.target.source.number == nil
      else { continue }
      report.add(
        finding(
          "visitors are redirected to \"\(target)\"", at: entry.targetPlace, help: "write: /\(target)",
          fix: entry.targetPlace.text == target ? [.init(replace: entry.targetPlace, with: "/" + target)] : [],
          shownBy: project.call(of: entry)))
    }
  }
}
