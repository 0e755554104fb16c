import Checks
import Diagnostics
import ProxyConfig
import Trace

/// Finds error files without a byte in them.
struct EmptyPage: HAProxyRule {
  static let description = RuleDescription(
    id: "empty-page", severity: .error, summary: "the file of the error page is empty, so nothing at all is answered",
    rationale: """
      HAProxy takes an empty file as a wish to close the connection without a word: no status, no page. The browser says \
      that the server is broken, and monitors see no code. An interrupted deployment leaves such a file. For 400 and 408, \
      where browsers open connections that they do not use, it is a known way to keep silent.
      """,
    failing: [
      .haproxy(defaults: "⟦errorfile 503 /etc/haproxy/errors/503.http⟧", files: ["/etc/haproxy/errors/503.http": ""])
    ],
    passing: [
      .haproxy(
        defaults: """
          errorfile 408 /dev/null
          errorfile 503 /etc/haproxy/errors/503.http
          """, files: ["/dev/null": ""])
    ])

  func check(_ project: HAProxyProject, into report: inout Report) {
    for (code, page, place) in project.storedPages where page.isEmpty && ![400, 408].contains(code) {
      report.add(
        finding(
          "for \(code) the connection is closed without an answer: \(page.path) is empty", at: place,
          help: "put a whole response into the file: a status line, headers, an empty line, the page",
          shownBy: project.visit(to: place)))
    }
  }
}
