import Diagnostics
import ProxyConfig
import Trace

/// Finds `error_page` lines that end with a code.
struct URIForgotten: NginxRule {
  static let description = RuleDescription(
    id: "uri-forgotten", severity: .error,
    summary: "the page is missing: the last code is taken for it",
    rationale: """
      The last word of error_page is always the page. When it is forgotten, nginx takes the last code for an address, \
      accepts the configuration, and answers 302 with "Location: 503".
      """,
    failing: [
      .nginx(
        """
        error_page 500 502 ⟦503⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        """)
    ],
    passing: [
      .nginx(
        """
        error_page 500 502 503 /50x.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /50x.html { root /srv/pages; }
        """)
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for (directive, _) in project.directives("error_page") {
      guard let last = directive.words.last, last.bytes.number != nil else { continue }
      report.add(
        finding(
          "\(last.value) is taken for the address of the page", at: last.place,
          help: "add the page: \(last.value) /50x.html", shownBy: project.call(of: directive)))
    }
  }
}
