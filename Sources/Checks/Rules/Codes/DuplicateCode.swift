import Diagnostics
import ProxyConfig
import Trace

/// Finds codes listed twice on one level.
struct DuplicateCode: NginxRule {
  static let description = RuleDescription(
    id: "duplicate-code", severity: .warning,
    summary: "a code has two pages; the first one wins",
    rationale:
      "Of two lines for one code on the same level nginx takes the first and says nothing. The later one has no effect.",
    failing: [
      .nginx(
        """
        error_page 404 /404.html;
        error_page ⟦404⟧ 500 /500.html;
        location / { root /srv/www; }
        """)
    ],
    passing: [
      .nginx(
        """
        error_page 404 /404.html;
        location / { error_page 404 /500.html; root /srv/www; }
        """),
      .nginx(
        """
        error_page 404 /404.html;
        error_page 404 500 /404.html;
        location / { root /srv/www; }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for scope in project.model.scopes {
      var first: [Int: NginxErrorPage] = [:]
      for entry in (scope.settings["error_page"] ?? []).flatMap(project.model.errorPages(of:)) {
        guard let known = first[entry.code] else {
          first[entry.code] = entry
          continue
        }
        guard known.target.source != entry.target.source || known.override != entry.override else { continue }
        report.add(
          finding(
            "\(entry.code) has a page already: \(known.target.source.string) wins, \(entry.target.source.string) is never shown",
            at: entry.codePlace, help: "leave one of them out",
            related: [.init("the one that wins", at: known.directive.place)],
            shownBy: project.call(of: known)))
      }
    }
  }
}
