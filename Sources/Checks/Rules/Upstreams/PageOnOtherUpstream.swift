import Diagnostics
import ProxyConfig
import Trace

/// Finds error pages that come from another upstream.
struct PageOnOtherUpstream: NginxRule {
  static let description = RuleDescription(
    id: "page-on-other-upstream", severity: .info,
    summary: "the error page is itself fetched over the network",
    rationale: """
      A page from another upstream can be down as well, and gets the visitor's original body and conditional headers: a 304 \
      from it becomes an error with an empty body.
      """,
    failing: [
      .nginx(
        """
        error_page 502 ⟦/502.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { internal; proxy_pass http://pages.example; }
        """)
    ],
    passing: [
      .nginx(
        """
        error_page 502 /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { internal; root /srv/pages; }
        """)
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls where call.entry.code >= 500 && call.entry.isPath && call.ending == .otherUpstream
    {
      report.add(
        finding(
          "the page for \(call.codes) is asked of another upstream, which can be down as well",
          at: call.entry.targetPlace,
          help: "serve it from a file; or pass no body and no If-* headers on, and cache it",
          related: project.related("this passes the request on", location: call.location), shownBy: call))
    }
  }
}
