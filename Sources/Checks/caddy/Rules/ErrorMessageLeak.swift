import Diagnostics
import ProxyConfig

/// Finds error pages that tell strangers what is behind the proxy.
struct ErrorMessageLeak: CaddyRule {
  static let description = RuleDescription(
    id: "error-message-leak", severity: .warning, isSecurity: true,
    summary: "the page shows the error's own text, with inner addresses in it",
    rationale: """
      {err.message} is "dial tcp 10.0.0.5:8080: connect: connection refused", and {err.trace} names functions of Caddy's \
      source. Strangers learn the inner network from it. The log has both already.
      """,
    failing: [
      .caddy(
        errors: """
          respond "Sorry: ⟦{err.message}⟧"
          """),
      .caddy(
        """
        {"apps": {"http": {"servers": {"s": {"listen": [":80"],
          "routes": [{"handle": [{"handler": "reverse_proxy", "upstreams": [{"dial": "127.0.0.1:9000"}]}]}],
          "errors": {"routes": [{"handle": [{"handler": "static_response", "body": "⟦{http.error.trace}⟧"}]}]}}}}}}
        """),
    ],
    passing: [
      .caddy(
        errors: """
          log_append reason {err.message}
          respond "{err.status_code} {err.status_text}, number {err.id}"
          """)
    ])

  private static let shown: Set<String> = ["respond", "header", "static_response", "headers", "redir"]
  private static let names = [
    "{err.message}", "{http.error.message}", "{err.trace}", "{http.error.trace}", "{http.error}",
  ]

  func check(_ project: CaddyProject, into report: inout Report) {
    for word in project.words where word.isForErrors && Self.shown.contains(word.directive) {
      guard let place = word.place.narrowed(to: Self.names) else { continue }
      let visit = project.visit(running: project.handler(around: place))
      report.add(
        finding(
          "\(place.text) tells visitors what is behind Caddy", at: place, severity: visit == nil ? .info : nil,
          notes: ["It holds addresses and ports of upstreams."],
          help: "show {err.status_code} and {err.id}; the log names the rest", shownBy: visit))
    }
  }
}
