import Diagnostics
import ProxyConfig
import Trace

/// Finds codes that lead to a page the pack does not hold.
struct WiredWithoutPage: NginxRule, SharedRule {
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
        files: ["/srv/pages/errors/en/502.html": "x", "/srv/pages/errors/en/504.html": "x"], manifest: Sample.pack),
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000 {
        		transport http {
        			response_header_timeout 30s
        		}
        	}
        	handle_errors 502 504 {
        		root /srv/pages/errors
        		rewrite /en/{err.status_code}.html
        		⟦file_server⟧
        	}
        }
        """,
        files: ["/srv/pages/errors/en/502.html": "x", "/srv/pages/errors/en/504.html": "x"], manifest: Sample.pack),
      .haproxy(
        defaults: """
          http-error status 502 content-type text/html file /srv/pages/errors/en/502.html
          ⟦http-error status 504 content-type text/html file /srv/pages/errors/en/504.html⟧
          """,
        files: ["/srv/pages/errors/en/502.html": "x", "/srv/pages/errors/en/504.html": "x"], manifest: Sample.pack),
      .apache(
        pages: """
          ErrorDocument 502 /errors/en/502.html
          ⟦ErrorDocument 500 /errors/en/500.html⟧
          ProxyErrorOverride On 500 502
          """,
        files: ["/srv/pages/errors/en/502.html": "x", "/srv/pages/errors/en/500.html": "x"], manifest: Sample.pack),
    ],
    passing: [
      .nginx(
        """
        error_page 502 /errors/en/502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location /errors/ { internal; root /srv/pages; }
        """,
        files: ["/srv/pages/errors/en/502.html": "x"], manifest: Sample.pack),
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000
        	handle_errors 502 503 {
        		root /srv/pages/errors
        		rewrite /en/{err.status_code}.html
        		file_server
        	}
        }
        """,
        files: ["/srv/pages/errors/en/502.html": "x", "/srv/pages/errors/en/503.html": "x"], manifest: Sample.pack),
      .haproxy(
        defaults: """
          http-error status 502 content-type text/html file /srv/pages/errors/en/502.html
          http-error status 503 content-type text/html file /srv/pages/errors/en/503.html
          """,
        files: ["/srv/pages/errors/en/502.html": "x", "/srv/pages/errors/en/503.html": "x"], manifest: Sample.pack),
      .apache(
        pages: """
          ErrorDocument 502 /errors/en/502.html
          ErrorDocument 503 /errors/en/503.html
          """,
        files: ["/srv/pages/errors/en/502.html": "x", "/srv/pages/errors/en/503.html": "x"], manifest: Sample.pack),
    ])

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

  func check<Loaded: LoadedProxy>(_ loaded: Loaded, into report: inout Report) {
    guard let pages = loaded.pages else { return }
    let served = loaded.likelyVisits.compactMap { visit -> (visit: Visit<Loaded.Route>, path: String)? in
      if case .file(let path) = visit.ending { (visit, path) } else { nil }
    }
    let folders = Set(served.filter { pages.page(deployedAs: $0.path) != nil }.map { PathText.parent($0.path) })
    let foreign = served.filter { visit, path in
      folders.contains(PathText.parent(path)) && pages.page(deployedAs: path) == nil
        && !pages.codes.contains(visit.outcome.status)
    }
    for (place, visits) in loaded.byPlace(foreign.map(\.visit), \.decisivePlace) {
      report.add(
        finding(
          "the pack has no page for \(visits.codes)", at: place,
          help: "add content/errors/\(visits[0].code).md and build, or leave the code out", shownBy: visits[0]))
    }
  }
}
