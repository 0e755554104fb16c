import Diagnostics
import ProxyConfig
import Trace

/// Finds pages that exist only compressed.
struct GzipStaticStale: NginxRule {
  static let description = RuleDescription(
    id: "gzip-static-stale", severity: .warning,
    summary: "the page is there only as .gz",
    rationale:
      "gzip_static on serves the .gz to clients that accept it and looks for the plain file for all others, which get 404.",
    failing: [
      .nginx(
        """
        gzip_static on;
        error_page 502 ⟦/packed.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /packed.html { root /srv/pages; }
        """,
        files: ["/srv/pages/packed.html.gz": "x"])
    ],
    passing: [
      .nginx(
        """
        gzip_static on;
        error_page 502 /packed.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /packed.html { root /srv/pages; }
        """,
        files: ["/srv/pages/packed.html.gz": "x", "/srv/pages/packed.html": "x"])
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls {
      guard case .file(let path) = call.ending, path.hasSuffix(".gz"), let location = call.location,
        project.model.value("gzip_static", in: location) == "on",
        !project.files.exists(String(path.dropLast(3)))
      else { continue }
      report.add(
        finding(
          "\(String(path.dropLast(3))) exists only as .gz: clients that do not accept gzip get 404",
          at: call.entry.targetPlace,
          help: "ship the plain file beside it", shownBy: call))
    }
  }
}
