import Diagnostics
import ProxyConfig
import Trace

/// Finds headers of an error page that nginx leaves out because the page is an error.
struct HeaderWithoutAlways: NginxRule {
  static let description = RuleDescription(
    id: "header-without-always", severity: .warning,
    summary: "a header is not sent with an error page: \"always\" is missing",
    rationale: """
      add_header acts on successful answers only, unless it says always. Retry-After and Cache-Control, written for the \
      error page, are missing exactly there.
      """,
    failing: [
      .nginx(
        """
        error_page 503 /503.html;
        location / { limit_req zone=one; proxy_pass http://127.0.0.1:9000; }
        location = /503.html { root /srv/pages; ⟦add_header Retry-After 30;⟧ }
        """)
    ],
    passing: [
      .nginx(
        """
        error_page 503 /503.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /503.html { root /srv/pages; add_header Retry-After 30 always; }
        """),
      .nginx(
        """
        add_header X-Frame-Options DENY;
        error_page 503 /503.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /503.html { root /srv/pages; }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls where call.entry.code >= 400 && call.outcome.status >= 400 {
      guard let location = call.pageLocation ?? call.location, call.isPage else { continue }
      for directive in project.model.scope(location).settings["add_header"] ?? []
      where directive.argument(3) != "always" {
        // A second Content-Type would not help; the page's own has a rule of its own.
        guard let name = directive.argument(1)?.string, directive.words.count >= 3, name.lowercased() != "content-type"
        else { continue }
        let last = directive.words[directive.words.count - 1].place
        report.add(
          finding(
            "\(name) is not sent with status \(call.outcome.status)", at: directive.place,
            help: "add \"always\"", related: [.init("the page is served for this", at: call.entry.directive.place)],
            fix: directive.words.count == 3 ? [.init(replace: last, with: last.text + " always")] : [], shownBy: call))
      }
    }
  }
}
