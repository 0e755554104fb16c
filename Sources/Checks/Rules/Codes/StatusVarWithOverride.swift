import Diagnostics
import ProxyConfig
import Trace

/// Finds `$status` in a page's address beside `=`.
struct StatusVarWithOverride: NginxRule {
  static let description = RuleDescription(
    id: "status-var-with-override", severity: .error,
    summary: "$status is not the error's code beside \"=\"",
    rationale:
      "By the time the address is made, the status is what \"=\" says: 200 for \"=200\", and 000 for a bare \"=\". The page looked for is /200.html or /000.html.",
    failing: [
      .nginx(
        """
        error_page 502 503 = ⟦/$status.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location ~ ^/\\d+\\.html$ { root /srv/pages; }
        """)
    ],
    passing: [
      .nginx(
        """
        error_page 502 503 /$status.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location ~ ^/\\d+\\.html$ { root /srv/pages; }
        """)
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for (entry, _) in project.errorPageEntries {
      guard let status = entry.override, !(494...497).contains(entry.code),
        entry.target.variableNames.contains("status"), status != entry.code
      else { continue }
      let text = String(repeating: "0", count: max(0, 3 - String(status).count)) + String(status)
      report.add(
        finding(
          "$status is \(text) here and not \(entry.code)", at: entry.targetPlace, help: "leave the \"=\" out",
          shownBy: project.call(of: entry)))
    }
  }
}
