import Diagnostics
import ProxyConfig
import Trace

/// Finds paths on disk where an address is meant.
struct FilesystemPathAsURI: NginxRule {
  static let description = RuleDescription(
    id: "filesystem-path-as-uri", severity: .error,
    summary: "a path on disk stands where an address is meant",
    rationale: """
      error_page names an address of the site, and root or alias says where its file is. A path on disk is looked for \
      below the root, or asked of the upstream.
      """,
    failing: [
      .nginx(
        """
        error_page 502 ⟦/srv/pages/502.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        """),
      .nginx(
        """
        root /srv/www;
        error_page 404 ⟦/srv/pages/404.html⟧;
        location / { try_files $uri =404; }
        """),
    ],
    passing: [
      .nginx(
        """
        error_page 502 /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { root /srv/pages; }
        """),
      .nginx(
        """
        error_page 502 /srv/pages/502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location /srv/pages/ { root /; }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls where call.entry.isPath && !call.isPage {
      let path = call.entry.target.source.string
      let isThere = (try? project.files.status(of: path))?.kind == .file
      let isCatchAll =
        call.pageLocation.map { (project.model.scope($0).name?.text.count ?? 0) <= 1 } ?? true
      guard isThere || DiskPath.isLikely(path), isCatchAll else { continue }
      let name = PathText.name(path)
      report.add(
        finding(
          "\(path) is a path on disk; error_page wants an address", at: call.entry.targetPlace,
          help:
            "write \"error_page \(call.entry.code) /\(name);\" and \"location = /\(name) { internal; root \(PathText.parent(path)); }\"",
          shownBy: call))
    }
  }
}
