import Diagnostics
import ProxyConfig
import Trace

/// Finds backup peers, whose answer hides the outage.
struct SorryServer200: NginxRule, SharedRule {
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
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000
        	handle_errors {
        		⟦reverse_proxy 127.0.0.1:9999⟧
        	}
        }
        """),
    ],
    passing: [
      .nginx(
        """
        upstream app { server 127.0.0.1:9000; server 127.0.0.1:9999; }
        server { location / { proxy_pass http://app; } }
        """),
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000
        	handle_errors {
        		reverse_proxy 127.0.0.1:9999 {
        			replace_status {err.status_code}
        		}
        	}
        }
        """),
    ])

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

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
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
