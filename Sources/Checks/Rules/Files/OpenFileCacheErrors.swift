import Diagnostics
import ProxyConfig
import Trace

/// Finds caches that remember a missing page.
struct OpenFileCacheErrors: NginxRule {
  static let description = RuleDescription(
    id: "open-file-cache-errors", severity: .info,
    summary: "nginx remembers that a page was missing",
    rationale:
      "With open_file_cache_errors on, a page that is put in place after the first error stays missing until the memory expires.",
    failing: [
      .nginx(
        """
        open_file_cache max=100;
        ⟦open_file_cache_errors on;⟧
        error_page 502 /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { root /srv/pages; }
        """)
    ],
    passing: [
      .nginx(
        """
        open_file_cache max=100;
        error_page 502 /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { root /srv/pages; open_file_cache_errors off; }
        """)
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls {
      guard case .file = call.ending, let location = call.location,
        project.model.flag("open_file_cache_errors", in: location),
        let directive = project.model.setting("open_file_cache_errors", in: location)
      else { continue }
      report.add(
        finding(
          "a page put in place later stays missing for a while", at: directive.place,
          help: "write \"open_file_cache_errors off;\" in the page's location", shownBy: call))
    }
  }
}
