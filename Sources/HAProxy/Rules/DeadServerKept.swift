import Checks
import Diagnostics
import ProxyConfig

/// Finds groups of servers of which a dead one is asked again and again.
struct DeadServerKept: HAProxyRule {
  static let description = RuleDescription(
    id: "dead-server-kept", severity: .warning, isAboutText: true,
    summary: "nothing takes a dead server out of rotation: some visitors get 503 although other servers are well",
    rationale: """
      Without check HAProxy does not notice that a server is down, and without option redispatch the attempts that follow a \
      refused connection go to the same server. With two servers, one of them down, every second visitor gets 503.
      """,
    failing: [
      .haproxy(
        """
        frontend www
            bind :80
            default_backend app
        ⟦backend app⟧
            server a 127.0.0.1:9000
            server b 127.0.0.1:9001
        """)
    ],
    passing: [
      .haproxy(
        backend: """
          server a 127.0.0.1:9000 check
          server b 127.0.0.1:9001 check
          """),
      .haproxy(
        defaults: "option redispatch",
        backend: """
          server a 127.0.0.1:9000
          server b 127.0.0.1:9001
          """),
    ])

  func check(_ project: HAProxyProject, into report: inout Report) {
    for section in project.model.sections where section.isBackend && section.settings.mode == .http {
      let servers = section.servers.filter { !$0.options.isBackup && !$0.options.isDisabled && $0.options.weight > 0 }
      guard servers.count > 1, section.settings.redispatch == nil, !servers.contains(where: \.options.isChecked),
        !(section.directive.block ?? []).contains(where: Self.watches)
      else { continue }
      report.add(
        finding(
          "of \(servers.count) servers a dead one goes on being asked", at: section.place,
          help: "write check behind each server, and option redispatch in the section"))
    }
  }

  /// Whether a server's line has another way to find out that the server is down.
  private static func watches(_ line: Directive) -> Bool {
    line.words.contains { word in ["track", "agent-check", "observe"].contains { word.isEqual(to: $0) } }
  }
}
