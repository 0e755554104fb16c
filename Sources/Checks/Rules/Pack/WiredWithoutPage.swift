import Diagnostics
import ProxyConfig
import Trace

/// Finds codes that lead to a page the pack does not hold.
struct WiredWithoutPage: NginxRule, CaddyRule {
  static let description = RuleDescription(
    id: "wired-without-page", severity: .warning,
    summary: "the code leads to a page that was not built",
    rationale:
      "The other pages beside it come from the pack, which has none for this code. Build it, or leave the code out.",
    failing: [
      .nginx(
        """
        error_page 502 /errors/en/502.html;
        error_page 504 ⟦/errors/en/504.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location /errors/ { internal; root /srv/pages; }
        """,
        files: ["/srv/pages/errors/en/502.html": "x", "/srv/pages/errors/en/504.html": "x"], manifest: Sample.pack)
    ] + caddyFailing,
    passing: [
      .nginx(
        """
        error_page 502 /errors/en/502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location /errors/ { internal; root /srv/pages; }
        """,
        files: ["/srv/pages/errors/en/502.html": "x"], manifest: Sample.pack)
    ] + caddyPassing)

  func check(_ project: NginxProject, into report: inout Report) {
    guard let pages = project.pages else { return }
    let folders = Set(
      project.errorPageEntries.compactMap { entry, _ -> String? in
        guard let target = entry.target.constant?.string, pages.page(deployedAs: target) != nil else { return nil }
        return PathText.parent(target)
      })
    for (entry, _) in project.errorPageEntries {
      guard let target = entry.target.constant?.string, folders.contains(PathText.parent(target)),
        pages.page(deployedAs: target) == nil,
        !pages.codes.contains(entry.code)
      else { continue }
      report.add(
        finding(
          "the pack has no page for \(entry.code)", at: entry.targetPlace,
          help: "add content/errors/\(entry.code).md and build, or leave the code out"))
    }
  }
}
