import Checks
import Diagnostics
import ProxyConfig
import Trace

/// Finds error pages in whose place something else is served.
struct RewriteTakesPage: ApacheRule {
  static let description = RuleDescription(
    id: "rewrite-takes-page", severity: .error,
    summary: "a rule for all paths takes the error page too, and another file goes out in its place",
    rationale: """
      The page's path goes through the same rules as a visitor's. A RewriteRule or FallbackResource that leads everything to \
      the application's start page leads the error page there as well: during an outage visitors get the start page with \
      status 503, which then fails in the browser.
      """,
    failing: [
      .apache(
        """
        <Directory /srv>
            Require all granted
        </Directory>
        DocumentRoot /srv/www
        Alias /errors/ /srv/pages/
        RewriteEngine On
        RewriteCond %{REQUEST_URI} !^/api/
        ⟦RewriteRule ^ /index.html [PT]⟧
        ErrorDocument 503 /errors/503.html
        ProxyPass /api/ http://127.0.0.1:9000/
        """)
    ],
    passing: [
      .apache(
        """
        <Directory /srv>
            Require all granted
        </Directory>
        DocumentRoot /srv/www
        Alias /errors/ /srv/pages/
        RewriteEngine On
        RewriteCond %{REQUEST_URI} !^/(api|errors)/
        RewriteRule ^ /index.html [PT]
        ErrorDocument 503 /errors/503.html
        ProxyPass /api/ http://127.0.0.1:9000/
        """)
    ])

  func check(_ project: ApacheProject, into report: inout Report) {
    let taken = project.likelyVisits.filter { $0.taker != nil }
    for (place, visits) in project.byPlace(taken, { $0.taker?.rule }) {
      guard let taker = visits[0].taker else { continue }
      report.add(
        finding(
          "the page for \(visits.codes) is not \(taker.target) but \(taker.path)", at: place,
          help: "leave the pages' folder out: RewriteCond %{REQUEST_URI} !^\(PathText.parent(taker.target))/",
          related: visits[0].firstHop?.step.place.map { [.init("this names the page", at: $0)] } ?? [],
          shownBy: visits[0]))
    }
  }
}

extension Visit {
  /// The rule that has changed the error page's path, and what is served instead.
  fileprivate var taker: (rule: Place, target: String, path: String)? {
    guard let hop = firstHop, case .errorPage(_, let written?) = hop.step.event, case .file(let path) = ending else {
      return nil
    }
    let target = written.split(separator: "?").first.map(String.init) ?? written
    let name = PathText.name(path)
    guard name != PathText.name(target), !name.contains("\(hop.code)") else { return nil }
    let later = events.drop { if case .errorPage = $0.event { false } else { true } }
    let rule = later.last { if case .rewritten = $0.event { true } else { false } }?.place
    return rule.map { ($0, target, path) }
  }
}
