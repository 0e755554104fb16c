import Diagnostics
import ProxyConfig
import Trace

/// Finds pages that lead to themselves.
struct RecursionLoop: NginxRule {
  static let description = RuleDescription(
    id: "recursion-loop", severity: .error,
    summary: "the error page leads to the same error until nginx gives up",
    rationale:
      "With recursive_error_pages on, a page that fails is followed to its own page: ten internal redirects, as many attempts at the dead upstream, then 500.",
    failing: [
      .nginx(
        """
        recursive_error_pages on;
        error_page 502 ⟦/502.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        """)
    ],
    passing: [
      .nginx(
        """
        recursive_error_pages on;
        error_page 502 /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { internal; root /srv/pages; }
        """)
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls where call.ending == .cycle {
      let flag = project.model.setting("recursive_error_pages", in: call.origin)
      report.add(
        finding(
          "the page for \(call.codes) ends in \(call.entry.code) again, until nginx gives up with \(call.outcome.statusText)",
          at: call.entry.targetPlace, help: "give the page a location of its own, or switch recursive_error_pages off",
          related: flag.map { [.init("recursion is on", at: $0.place)] } ?? [], shownBy: call))
    }
  }
}
