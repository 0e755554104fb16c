import Diagnostics
import ProxyConfig
import Trace

/// Finds backup peers, whose answer hides the outage.
struct SorryServer200: SharedRule {
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
        """),
      .caddy(errors: "⟦reverse_proxy 127.0.0.1:9999⟧"),
      .haproxy(
        backend: """
          server a 127.0.0.1:9000
          ⟦server sorry 127.0.0.1:9999 backup⟧
          """),
      .apache(
        """
        <Proxy balancer://app>
            BalancerMember http://127.0.0.1:9000
            ⟦BalancerMember http://127.0.0.1:9999 status=+H⟧
        </Proxy>
        ProxyPass / balancer://app/
        """),
    ],
    passing: [
      .nginx(
        """
        upstream app { server 127.0.0.1:9000; server 127.0.0.1:9999; }
        server { location / { proxy_pass http://app; } }
        """),
      .caddy(
        errors: """
          reverse_proxy 127.0.0.1:9999 {
          	replace_status {err.status_code}
          }
          """),
      .haproxy(
        backend: """
          server a 127.0.0.1:9000
          server b 127.0.0.1:9999
          """),
      .apache(
        """
        <Proxy balancer://app>
            BalancerMember http://127.0.0.1:9000
            BalancerMember http://127.0.0.1:9999
        </Proxy>
        ProxyPass / balancer://app/
        """),
    ])

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    for place in loaded.spares {
      report.add(
        finding(
          "when the other peers fail, this one answers with a status of its own", at: place,
          help: "if it only says sorry, let it answer 503"))
    }
    let sorry = loaded.likelyVisits.filter {
      $0.ending == .otherUpstream && (200..<300).contains($0.outcome.status) && $0.code >= 500
    }
    for (place, visits) in loaded.byPlace(sorry, \.decisivePlace) {
      guard let advice = loaded.advice(.keepStatus, visits[0]) else { continue }
      report.add(
        finding(
          "for \(visits.codes) this upstream answers with a status of its own", at: place, help: advice.help,
          shownBy: visits[0]))
    }
  }
}
