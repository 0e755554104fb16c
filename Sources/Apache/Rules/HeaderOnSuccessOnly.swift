import Checks
import Diagnostics
import ProxyConfig
import Trace

/// Finds headers that httpd's own answers to errors go without.
struct HeaderOnSuccessOnly: ApacheRule {
  static let description = RuleDescription(
    id: "header-on-success-only", severity: .warning,
    summary: "without \"always\" the header is missing on texts and pages that httpd makes itself",
    rationale: """
      Header without "always" is for answers that succeed, and for the files of error pages. On an error text of the configuration \
      and on httpd's own page, browsers miss the policy that protects the site, and caches and crawlers what they should know.
      """,
    failing: [
      .apache(
        """
        ⟦Header set Strict-Transport-Security "max-age=31536000"⟧
        ErrorDocument 502 "Back soon"
        ErrorDocument 503 "Back soon"
        ProxyPass / http://127.0.0.1:9000/
        """)
    ],
    passing: [
      .apache(
        """
        Header always set Strict-Transport-Security "max-age=31536000"
        Header set X-Served-By web1
        ErrorDocument 502 "Back soon"
        ErrorDocument 503 "Back soon"
        ProxyPass / http://127.0.0.1:9000/
        """)
    ])

  private static let names: Set<String> = [
    "strict-transport-security", "content-security-policy", "x-frame-options", "x-content-type-options",
    "referrer-policy", "permissions-policy", "access-control-allow-origin", "retry-after", "x-robots-tag",
  ]

  func check(_ project: ApacheProject, into report: inout Report) {
    for server in project.model.servers {
      let edits = server.settings.headers
      let visit = project.likelyVisits.first { visit in
        guard visit.outcome.server(in: project.model).number == server.number, visit.outcome.status >= 500
        else { return false }
        if case .inline = visit.ending { return true }
        return visit.ending == .noPage
      }
      guard let visit else { continue }
      for edit in edits where Self.names.contains(edit.name) && !edit.isForErrors && edit.adds {
        guard !edits.contains(where: { $0.name == edit.name && $0.isForErrors }),
          !visit.outcome.headers.contains(where: { $0.name == edit.name })
        else { continue }
        report.add(
          finding(
            "the answer to \(visit.code) goes out without \(edit.name)", at: edit.place,
            help: "write Header always \(edit.action) …", shownBy: visit))
      }
    }
  }
}

extension HeaderEdit {
  fileprivate var adds: Bool { ["set", "add", "append", "merge", "setifempty"].contains(action) }
}
