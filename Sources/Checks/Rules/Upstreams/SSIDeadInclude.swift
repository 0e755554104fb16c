import Diagnostics
import ProxyConfig
import Trace

/// Finds error pages whose server-side includes ask the upstream that is down.
struct SSIDeadInclude: NginxRule {
  static let description = RuleDescription(
    id: "ssi-dead-include", severity: .warning,
    summary: "the page includes something from the upstream that is down",
    rationale: """
      With ssi on, an include in the error page is a subrequest. Where it leads to the dead upstream it ends in the error \
      page again, which includes it again: one visitor makes dozens of attempts.
      """,
    failing: [
      .nginx(
        """
        ⟦ssi on;⟧
        error_page 502 /nav.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /nav.html { internal; root /srv/pages; }
        """,
        files: ["/srv/pages/nav.html": "<!--#include virtual=\"/menu\" -->"])
    ],
    passing: [
      .nginx(
        """
        ssi on;
        error_page 502 /nav.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /nav.html { internal; ssi off; root /srv/pages; }
        """,
        files: ["/srv/pages/nav.html": "<!--#include virtual=\"/menu\" -->"]),
      .nginx(
        """
        ssi on;
        error_page 502 /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { internal; root /srv/pages; }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls where call.entry.code >= 500 {
      guard case .file(let path) = call.ending, let location = call.location, let route = call.route,
        project.model.flag("ssi", in: location), let directive = project.model.setting("ssi", in: location),
        let bytes = try? project.files.read(path),
        let address = Self.includes(bytes).first(where: { isDead($0, call, route, project) })
      else { continue }
      report.add(
        finding(
          "\(PathText.name(path)) includes \(address) from the upstream that is down", at: directive.place,
          help: "write \"ssi off;\" in the page's location",
          related: [.init("the page", at: call.entry.directive.place)], shownBy: call))
    }
  }

  private func isDead(_ address: String, _ call: PageCall, _ route: NginxRoute, _ project: NginxProject) -> Bool {
    guard address.hasPrefix("/"), let door = project.doors.first(of: call.server) else { return false }
    let question = door.question(ByteText(address)).facing(.of(route.peers, .refused))
    let outcome = project.tracer.trace(question)
    return outcome.firstUpstream.map { $0.peers == route.peers } ?? false
  }

  private static func includes(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes.prefix(1 << 20), as: UTF8.self).split(
      separator: "<!--#include", omittingEmptySubsequences: false
    ).dropFirst().compactMap { part in
      guard let start = part.firstRange(of: "virtual=\"") else { return nil }
      return String(part[start.upperBound...].prefix { $0 != "\"" })
    }
  }
}
