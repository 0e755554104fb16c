import Diagnostics
import ProxyConfig
import Trace

/// Finds outages that are answered with success.
struct StatusMasked: Rule {
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

  func check(_ project: Project, into report: inout Report) {
    for call in project.readingCalls where call.entry.code >= 500 && (200..<300).contains(call.outcome.status) {
      switch call.ending {
      case .file, .inline: break
      default: continue
      }
      guard let place = call.entry.overridePlace else { continue }
      let end = call.entry.targetPlace.range.lowerBound
      report.add(
        finding(
          "the page for \(call.codes) goes out with status \(call.outcome.status)", at: place,
          notes: ["Search engines index it, caches keep it and monitors see no outage."],
          help: "leave out \"\(place.text)\"",
          fix: [.init(replace: place.source.place(place.range.lowerBound..<end), with: "")]))
    }
  }
}
