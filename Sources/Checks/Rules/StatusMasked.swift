import Diagnostics
import ProxyConfig
import Trace

/// Finds outages that are answered with success.
struct StatusMasked: NginxRule, CaddyRule {
  static let description = RuleDescription(
    id: "status-masked", severity: .error,
    summary: "the outage is answered with 200",
    rationale: """
      "=200", or a bare "=" before a static page, makes the outage look like a healthy answer: search engines index the \
      error page, caches keep it, monitors stay green, and a conditional request can even get 304.
      """,
    failing: [
      .nginx(
        """
        error_page 502 ⟦=200⟧ /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { root /srv/pages; }
        """),
      .nginx(
        """
        error_page 502 ⟦=⟧ /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { root /srv/pages; }
        """),
      .nginx(
        """
        error_page 502 ⟦=200⟧ /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        """),
    ] + caddyFailing,
    passing: [
      .nginx(
        """
        error_page 502 /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { root /srv/pages; }
        """),
      .nginx(
        """
        error_page 502 = @spare;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @spare { proxy_pass http://127.0.0.1:9001; }
        """),
    ] + caddyPassing)

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls where call.entry.code >= 500 {
      guard let place = call.entry.overridePlace, let verdict = verdict(on: call) else { continue }
      let end = call.entry.targetPlace.range.lowerBound
      report.add(
        finding(
          verdict, at: place, notes: ["Search engines index it, caches keep it and monitors see no outage."],
          help: "leave out \"\(place.text)\"",
          fix: [.init(replace: place.source.place(place.range.lowerBound..<end), with: "")], shownBy: call))
    }
  }

  private func verdict(on call: PageCall) -> String? {
    switch call.ending {
    case .file, .inline:
      let status = call.outcome.status
      return (200..<300).contains(status) ? "the page for \(call.codes) goes out with status \(status)" : nil
    case .sameUpstream, .missingFile, .unreadableFile, .directory:
      // Not yet; whoever mends the way to the page has the next trouble.
      guard call.entry.isPath, let status = call.entry.override, (200..<300).contains(status) else { return nil }
      return "the page for \(call.codes), once it is found, goes out with status \(status)"
    default: return nil
    }
  }
}
