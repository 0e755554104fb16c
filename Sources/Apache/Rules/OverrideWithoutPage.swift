import Checks
import Diagnostics
import ProxyConfig
import Trace

/// Finds answers of the application that httpd replaces by its own bare page.
struct OverrideWithoutPage: ApacheRule {
  static let description = RuleDescription(
    id: "override-without-page", severity: .warning,
    summary: "ProxyErrorOverride takes the application's own errors away and has no page for them",
    rationale: """
      Without a list of codes ProxyErrorOverride On takes every answer from 400 to 599. For those that have an ErrorDocument that \
      is what was wanted; for the others the application's page, or the JSON its clients read, becomes httpd's own page.
      """,
    failing: [
      .apache(
        """
        ErrorDocument 503 "Back soon"
        ⟦ProxyErrorOverride On⟧
        ProxyPass / http://127.0.0.1:9000/
        """)
    ],
    passing: [
      .apache(
        """
        ErrorDocument 503 "Back soon"
        ProxyErrorOverride On 503
        ProxyPass / http://127.0.0.1:9000/
        """)
    ])

  func check(_ project: ApacheProject, into report: inout Report) {
    let lost = project.likelyVisits.filter { visit in
      guard visit.ending == .noPage, case .upstream(.status) = visit.trouble else { return false }
      return visit.events.contains { if case .takenOver = $0.event { true } else { false } }
    }
    for (place, visits) in project.byPlace(lost, { $0.override }) {
      let listed = Set(project.allSettings.flatMap(\.errorDocuments.keys)).filter { $0 >= 500 }.sorted()
      report.add(
        finding(
          "the application's own page for \(visits.codes) is replaced by httpd's bare one", at: place,
          help: "list the codes that have a page: ProxyErrorOverride On "
            + listed.map(String.init).joined(separator: " "), shownBy: visits[0]))
    }
  }
}

extension Visit {
  fileprivate var override: Place? {
    events.last { if case .takenOver = $0.event { true } else { false } }?.place
  }
}
