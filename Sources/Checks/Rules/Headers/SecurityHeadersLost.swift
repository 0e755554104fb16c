import Diagnostics
import ProxyConfig
import Trace

/// Finds headers for all answers that an error page drops by having one of its own.
struct SecurityHeadersLost: NginxRule {
  static let description = RuleDescription(
    id: "security-headers-lost", severity: .warning,
    summary: "one add_header in the page's location drops those of the server",
    rationale: """
      add_header is inherited as a whole or not at all. A single Retry-After in the page's location takes \
      Strict-Transport-Security, Content-Security-Policy and the rest away from the page.
      """,
    failing: [
      .nginx(
        """
        add_header Strict-Transport-Security 'max-age=63072000' always;
        error_page 503 /503.html;
        location / { limit_req zone=one; proxy_pass http://127.0.0.1:9000; }
        location = /503.html { root /srv/pages; ⟦add_header Retry-After 30 always;⟧ }
        """)
    ],
    passing: [
      .nginx(
        """
        add_header Strict-Transport-Security 'max-age=63072000' always;
        error_page 503 /503.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /503.html {
          root /srv/pages;
          add_header Retry-After 30 always;
          add_header Strict-Transport-Security 'max-age=63072000' always;
        }
        """),
      .nginx(
        """
        add_header X-Served-By a always;
        error_page 503 /503.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /503.html { root /srv/pages; add_header Retry-After 30 always; }
        """),
    ])

  private static let names: Set<String> = [
    "strict-transport-security", "content-security-policy", "x-frame-options", "x-content-type-options",
    "referrer-policy",
    "permissions-policy",
  ]

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls where call.isPage && call.entry.code >= 400 {
      guard let location = call.location, let own = project.model.scope(location).settings["add_header"],
        let first = own.first,
        project.model.value("add_header_inherit", in: location) != "merge",
        let parent = project.model.scope(location).parent
      else { continue }
      let outer = project.model.settings("add_header", in: parent).filter { $0.argument(3) == "always" }
      let kept = Set(own.compactMap { $0.argument(1)?.lowercased.string })
      let lost = outer.filter { line in
        guard let name = line.argument(1)?.lowercased.string else { return false }
        return Self.names.contains(name) && !kept.contains(name)
      }
      guard let example = lost.first else { continue }
      report.add(
        finding(
          "this drops \(lost.compactMap { $0.argument(1)?.string }.joined(separator: ", ")) from the page",
          at: first.place,
          help: "repeat the headers here, by an include",
          related: [.init("dropped by the line in the location", at: example.place)], shownBy: call))
    }
  }
}
