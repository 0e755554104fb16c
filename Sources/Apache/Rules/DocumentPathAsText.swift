import Checks
import Diagnostics
import ProxyConfig
import Trace

/// Finds paths that are sent to the visitor as text.
struct DocumentPathAsText: ApacheRule {
  static let description = RuleDescription(
    id: "document-path-as-text", severity: .error, isAboutText: true,
    summary: "the path in ErrorDocument has no slash in front, so it is the text that visitors read",
    rationale: """
      ErrorDocument takes a path of the site, an address or a text, and tells them apart by how they begin. What begins with \
      neither a slash nor a scheme is a text: the visitor gets a page that says "errors/503.html".
      """,
    failing: [
      .apache(
        """
        ⟦ErrorDocument 503 errors/503.html⟧
        ProxyPass / http://127.0.0.1:9000/
        """)
    ],
    passing: [
      .apache(
        """
        ErrorDocument 503 "Back soon, see our status page."
        ErrorDocument 502 Sorry
        ProxyPass / http://127.0.0.1:9000/
        """)
    ])

  func check(_ project: ApacheProject, into report: inout Report) {
    for case .text(let written) in project.allSettings.flatMap(\.errorDocuments.values) {
      let text = written.text.string
      guard !text.contains(" "),
        text.contains("/") || [".html", ".htm", ".php", ".shtml"].contains(where: text.hasSuffix)
      else { continue }
      let visit = project.likelyVisits.first { $0.firstHop?.step.place.map { $0.isSame(as: written.place) } ?? false }
      report.add(
        finding(
          "visitors read the words \(text)", at: written.place, help: "write /\(text), or a whole sentence",
          shownBy: visit))
    }
  }
}
