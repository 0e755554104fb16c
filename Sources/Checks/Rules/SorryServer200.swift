import Diagnostics
import ProxyConfig
import Trace

/// Finds backup peers, whose answer hides the outage.
struct SorryServer200: NginxRule, CaddyRule {
  static let description = RuleDescription(
    id: "sorry-server-200", severity: .info,
    summary: "a backup peer answers in the application's place with a status of its own",
    rationale: """
      When all other peers fail, the backup answers, and its status goes out unchanged. A "sorry server" that says 200 makes \
      the outage look like success; it should say 503.
      """,
    failing: [
      .nginx(
        """
        upstream app { server 127.0.0.1:9000; ⟦server 127.0.0.1:9999 backup;⟧ }
        server { location / { proxy_pass http://app; } }
        """)
    ] + caddyFailing,
    passing: [
      .nginx(
        """
        upstream app { server 127.0.0.1:9000; server 127.0.0.1:9999; }
        server { location / { proxy_pass http://app; } }
        """)
    ] + caddyPassing)

  func check(_ project: NginxProject, into report: inout Report) {
    for upstream in project.model.upstreams.values.sorted(by: { $0.name < $1.name }) {
      let lines = (upstream.directive.block ?? []).expanded.filter { $0.name == "server" }
      for line in lines where line.arguments.contains(where: { $0.value == "backup" }) {
        report.add(
          finding(
            "when the other peers fail, this one answers with a status of its own", at: line.place,
            help: "if it only says sorry, let it answer 503"))
      }
    }
  }
}
