import Diagnostics
import ProxyConfig
import Trace

/// Finds 431 where nginx's own number is another.
struct Use494Not431: NginxRule {
  static let description = RuleDescription(
    id: "use-494-not-431", severity: .warning,
    summary: "431 is listed, but nginx's number for too large a header is 494",
    rationale:
      "nginx never answers 431 by itself. A header that is too large is 494 inside, and leaves as 400 unless \"=431\" is written.",
    failing: [
      .nginx(
        """
        error_page ⟦431⟧ /431.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /431.html { root /srv/pages; }
        """,
        files: ["/srv/pages/431.html": "x"])
    ],
    passing: [
      .nginx(
        """
        error_page 494 =431 /431.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /431.html { root /srv/pages; }
        """,
        files: ["/srv/pages/431.html": "x"]),
      .nginx(
        """
        proxy_intercept_errors on;
        error_page 431 /431.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /431.html { root /srv/pages; }
        """,
        files: ["/srv/pages/431.html": "x"]),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    let codes = Set(project.errorPageEntries.map(\.entry.code))
    guard !codes.contains(494), !project.routes.contains(where: { project.model.doesIntercept(in: $0.location) }),
      !project.returns.contains(where: { $0.status == 431 })
    else { return }
    for (entry, _) in project.errorPageEntries where entry.code == 431 {
      report.add(
        finding(
          "nginx never answers 431 by itself", at: entry.codePlace,
          help: "write: error_page 494 =431 \(entry.target.source.string);"))
    }
  }
}
