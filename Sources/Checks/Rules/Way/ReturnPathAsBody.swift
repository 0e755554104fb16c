import Diagnostics
import ProxyConfig
import Trace

/// Finds `return` with an error code and a path, which is sent as a text.
struct ReturnPathAsBody: NginxRule {
  static let description = RuleDescription(
    id: "return-path-as-body", severity: .error,
    summary: "the path after return is sent to the visitor as a text",
    rationale:
      "Only with a redirect's code is the second word of return an address. With any other it is the body: the visitor reads \"/maintenance.html\".",
    failing: [
      .nginx("location / { return 503 ⟦/maintenance.html⟧; }")
    ],
    passing: [
      .nginx(
        """
        error_page 503 /503.html;
        location / { return 503; }
        location = /503.html { root /srv/pages; }
        """),
      .nginx("location / { return 302 /login.html; }"),
      .nginx("location /ok { return 200 'fine'; }"),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for (status, text, directive, scope) in project.returns where !(300..<400).contains(status) {
      guard let text = text?.source.string, text.first == "/", text.count > 1, !text.contains(where: \.isWhitespace),
        let word = directive.words.last
      else { continue }
      report.add(
        finding(
          "visitors get the text \"\(text)\"", at: word.place,
          help: "write \"return \(status);\" and \"error_page \(status) \(text);\"",
          shownBy: project.request(through: scope).flatMap { $0.outcome.body == .inline(text) ? $0 : nil }))
    }
  }
}
