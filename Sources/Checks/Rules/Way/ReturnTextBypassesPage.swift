import Diagnostics
import ProxyConfig
import Trace

/// Finds `return` with a text where a page is named for its code.
struct ReturnTextBypassesPage: NginxRule {
  static let description = RuleDescription(
    id: "return-text-bypasses-page", severity: .info,
    summary: "a return with a text does not ask for the page of its code",
    rationale: "error_page is asked only by a return without a text. With one, the text itself is the answer.",
    failing: [
      .nginx(
        """
        error_page 503 /503.html;
        location / { ⟦return 503 'down';⟧ }
        location = /503.html { root /srv/pages; }
        """)
    ],
    passing: [
      .nginx(
        """
        error_page 503 /503.html;
        location / { return 503; }
        location = /503.html { root /srv/pages; }
        """),
      .nginx(
        """
        error_page 503 @down;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @down { return 503 'down'; }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    let targets = Set(project.errorPageEntries.map(\.entry.target.source))
    for (status, text, directive, scope) in project.returns where status >= 400 {
      guard let text, !text.source.isEmpty, text.source.first != UInt8(ascii: "/"),
        let page = project.model.errorPages(in: scope).first(where: { $0.code == status }),
        !project.model.chain(from: scope).contains(where: { $0.name.map { targets.contains($0.text) } ?? false })
      else { continue }
      report.add(
        finding(
          "this text is sent and not the page for \(status)", at: directive.place,
          help: "leave the text out to show the page",
          related: [.init("the page", at: page.directive.place)]))
    }
  }
}
