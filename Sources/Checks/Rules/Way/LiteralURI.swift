import Diagnostics
import ProxyConfig
import Trace

/// Finds addresses of pages that are not decoded or tidied up the way a visitor's are.
struct LiteralURI: NginxRule {
  static let description = RuleDescription(
    id: "literal-uri", severity: .error,
    summary: "the page's address is taken literally: no decoding, no tidying",
    rationale:
      "A percent sign, a doubled slash, \"..\" or a \"#\" in the target of error_page stays as it is. The file /my%20page.html is looked for under that very name.",
    failing: [
      .nginx(
        """
        error_page 502 ⟦/my%20page.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location /my { root /srv/pages; }
        """,
        files: ["/srv/pages/my page.html": "x"])
    ],
    passing: [
      .nginx(
        """
        error_page 502 '/my page.html';
        location / { proxy_pass http://127.0.0.1:9000; }
        location /my { root /srv/pages; }
        """,
        files: ["/srv/pages/my page.html": "x"])
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls {
      guard case .missingFile(let path) = call.ending, MissingCause.of(call, in: project) == .literal else { continue }
      report.add(
        finding(
          "nginx looks for a file with just this name: \(path)", at: call.entry.targetPlace,
          help: "write the path as it is on disk, in quotation marks if need be", shownBy: call))
    }
  }
}
