import Diagnostics
import ProxyConfig
import Trace

/// Finds upstreams on ports that do not speak HTTP.
struct NoPageForGarbage: NginxRule {
  static let description = RuleDescription(
    id: "no-page-for-garbage", severity: .info,
    summary: "the upstream's port usually does not speak HTTP",
    rationale:
      "What is not HTTP is passed on byte by byte, without a status line and without an error page. No configuration can put a page in its place.",
    failing: [
      .nginx("location / { ⟦proxy_pass http://127.0.0.1:22;⟧ }")
    ],
    passing: [
      .nginx("location / { proxy_pass http://127.0.0.1:8080; }")
    ])

  /// Whether something is known to speak on a port.
  static func knows(_ port: Int) -> Bool { ports[port] != nil }

  private static let ports = [
    21: "FTP", 22: "SSH", 23: "Telnet", 25: "SMTP", 110: "POP3", 143: "IMAP", 3306: "MySQL", 5432: "PostgreSQL",
    6379: "Redis", 11211: "memcached",
  ]

  func check(_ project: NginxProject, into report: inout Report) {
    for route in project.routes {
      guard let pass = project.model.pass(in: route.location), pass.module == "proxy" else { continue }
      for peer in route.peers {
        guard let port = peer.split(separator: ":").last.flatMap({ Int($0) }), let name = Self.ports[port] else {
          continue
        }
        report.add(
          finding(
            "port \(port) usually speaks \(name) and not HTTP", at: pass.directive.place,
            help: "correct the port, or use stream for other protocols"))
      }
    }
  }
}
