import Diagnostics
import ProxyConfig
import Trace

/// Finds pages with letters beyond ASCII and no encoding.
struct CharsetMissing: NginxRule {
  static let description = RuleDescription(
    id: "charset-missing", severity: .info,
    summary: "the page does not say its encoding",
    rationale:
      "Without \"charset utf-8;\" in the configuration or a meta element in the page, browsers guess, and letters beyond ASCII come out wrong.",
    failing: [
      .nginx(
        """
        error_page 502 ⟦/umlaut.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /umlaut.html { root /srv/pages; }
        """,
        files: ["/srv/pages/umlaut.html": "<p>gleich zurück"])
    ],
    passing: [
      .nginx(
        """
        error_page 502 /umlaut.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /umlaut.html { charset utf-8; root /srv/pages; }
        """,
        files: ["/srv/pages/umlaut.html": "<p>gleich zurück"])
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls where call.entry.code >= 400 {
      guard case .file(let path) = call.ending, path.hasSuffix(".html"), let bytes = try? project.files.read(path),
        bytes.contains(where: { $0 > 0x7F }),
        !String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased().contains("charset"),
        call.outcome.headers.first(where: { $0.name == "content-type" })?.value.contains("charset") != true
      else { continue }
      report.add(
        finding(
          "\(PathText.name(path)) has letters beyond ASCII and no encoding", at: call.entry.targetPlace,
          help: "add \"charset utf-8;\" in its location", shownBy: call))
    }
  }
}
