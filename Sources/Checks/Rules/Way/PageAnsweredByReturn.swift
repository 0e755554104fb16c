import Diagnostics
import ProxyConfig
import Trace

/// Finds error pages whose path is answered by a `return` of some location, without a text.
struct PageAnsweredByReturn: NginxRule {
  static let description = RuleDescription(
    id: "page-answered-by-return", severity: .error,
    summary: "a return answers the request for the page, with nothing to read",
    rationale: """
      The page's path is looked up like any other. A location that answers whole kinds of paths with a bare code, such as \
      all of .php and .html, answers the request for the page as well, and the visitor sees the proxy's own page or an \
      empty window.
      """,
    failing: [
      .nginx(
        """
        error_page 502 ⟦/500.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location ~ \\.(php|html)$ { return 405; }
        """),
      .nginx(
        """
        error_page 502 ⟦/50x.html⟧;
        location / { return 204; }
        location /hooks/ { proxy_pass http://127.0.0.1:9000; }
        """),
    ],
    passing: [
      .nginx(
        """
        error_page 502 /500.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /500.html { internal; root /srv/pages; }
        location ~ \\.(php|html)$ { return 405; }
        """),
      .nginx(
        """
        error_page 502 = /unavailable;
        location / { grpc_pass grpc://127.0.0.1:9000; }
        location = /unavailable { internal; add_header grpc-status 14; return 204; }
        """),
      .nginx(
        """
        error_page 502 @down;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @down { default_type text/html; return 502 '<h1>Back soon</h1>'; }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls where call.entry.code >= 500 || call.entry.code == 404 || call.entry.code == 403 {
      // Who changes the code means what is answered.
      guard case .returned(let status) = call.ending, status != 444, call.entry.override == nil,
        call.location != call.server.scope,
        call.outcome.certainty == .exact, call.outcome.body == .builtin || call.outcome.body == .none,
        let location = call.location, project.takenPage(call) == nil
      else { continue }
      let target = call.entry.target.source.string
      report.add(
        finding(
          "the page for \(call.codes), \(target), is answered with \(status) in \(project.model.title(of: location))",
          at: call.entry.targetPlace,
          notes: [
            call.outcome.status == 0
              ? "The visitor gets no answer: the connection is closed."
              : call.outcome.body == .none
                ? "The visitor gets \(call.outcome.status) and an empty window."
                : "The visitor gets \(call.outcome.status) with nginx's own page."
          ],
          help: call.entry.isPath ? "add: location = \(target) { internal; root /where/the/pages/are; }" : nil,
          related: call.step?.place.map { [.init("this answers", at: $0)] } ?? [], shownBy: call))
    }
  }
}
