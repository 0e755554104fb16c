import Diagnostics
import ProxyConfig
import Trace

/// Finds retries after which an outage changes its code.
struct Flapping503And502: NginxRule {
  static let description = RuleDescription(
    id: "flapping-503-502", severity: .info,
    summary: "the same outage is 503 first and 502 afterwards, and only one has a page",
    rationale: """
      With proxy_next_upstream http_503 the peers are marked as failed one after the other. The first visitor gets the \
      upstream's 503, the later ones nginx's own 502 because nobody is left.
      """,
    failing: [
      .nginx(
        """
        upstream app { server 127.0.0.1:9000; server 127.0.0.1:9001; }
        server {
          ⟦error_page 503 /503.html;⟧
          location / { proxy_next_upstream error http_503; proxy_pass http://app; }
          location = /503.html { root /srv/pages; }
        }
        """)
    ],
    passing: [
      .nginx(
        """
        upstream app { server 127.0.0.1:9000; server 127.0.0.1:9001; }
        server {
          error_page 502 503 /503.html;
          location / { proxy_next_upstream error http_503; proxy_pass http://app; }
          location = /503.html { root /srv/pages; }
        }
        """)
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for route in project.routes where route.peers.count > 1 {
      guard let pass = project.model.pass(in: route.location),
        let next = project.model.setting("\(pass.module)_next_upstream", in: route.location),
        next.arguments.contains(where: { $0.value.hasPrefix("http_50") })
      else { continue }
      let entries = project.model.errorPages(in: route.location)
      guard let entry = entries.first(where: { $0.code == 503 || $0.code == 500 }),
        !entries.contains(where: { $0.code == 502 })
      else { continue }
      report.add(
        finding(
          "once every peer is marked as failed, the code is 502, which has no page", at: entry.directive.place,
          help: "list 502 as well", related: [.init("this marks peers as failed", at: next.place)]))
    }
  }
}
