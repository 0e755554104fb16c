import Diagnostics
import ProxyConfig
import Trace

/// Finds pages that fit none of the sizes a pack is made for.
struct PageOverLimit: NginxRule, SharedRule {
  static let description = RuleDescription(
    id: "page-over-limit", severity: .warning,
    summary: "the page is larger than any budget",
    rationale:
      "A page that arrives with the first packets is seen even when the network is bad, which it often is when something fails.",
    failing: [
      .nginx(
        """
        error_page 503 ⟦/errors/en/503.html⟧;
        location / { limit_req zone=one; proxy_pass http://127.0.0.1:9000; }
        location /errors/ { internal; root /srv/pages; }
        """,
        files: ["/srv/pages/errors/en/503.html": "x"], manifest: Sample.pack),
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000 {
        		health_uri /up
        	}
        	handle_errors {
        		root /srv/pages/errors
        		rewrite /en/{err.status_code}.html
        		⟦file_server⟧
        	}
        }
        """,
        files: ["/srv/pages/errors/en/502.html": "x", "/srv/pages/errors/en/503.html": "x"], manifest: Sample.pack),
      .haproxy(
        defaults: "⟦http-error status 503 content-type text/html file /srv/pages/errors/en/503.html⟧",
        files: ["/srv/pages/errors/en/503.html": "x"], manifest: Sample.pack),
      .apache(
        pages: "⟦ErrorDocument 503 /errors/en/503.html⟧",
        files: ["/srv/pages/errors/en/503.html": "x"], manifest: Sample.pack),
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
        errors: """
          root /srv/pages/errors
          rewrite /en/{err.status_code}.html
          file_server
          """,
        files: ["/srv/pages/errors/en/502.html": "x"], manifest: Sample.pack),
      .haproxy(
        defaults: "http-error status 502 content-type text/html file /srv/pages/errors/en/502.html",
        files: ["/srv/pages/errors/en/502.html": "x"], manifest: Sample.pack),
      .apache(
        pages: "ErrorDocument 502 /errors/en/502.html",
        files: ["/srv/pages/errors/en/502.html": "x"], manifest: Sample.pack),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls {
      guard case .file(let path) = call.ending, let page = project.pages?.page(deployedAs: path), page.class == nil
      else { continue }
      report.add(
        finding(
          "\(page.file) has \(page.bytes) bytes and fits no budget", at: call.entry.targetPlace,
          help: "shorten its text, or its template", shownBy: call))
    }
  }

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    for visit in loaded.likelyVisits {
      guard case .file(let path) = visit.ending, let page = loaded.pages?.page(deployedAs: path), page.class == nil,
        let place = visit.decisivePlace
      else { continue }
      report.add(
        finding(
          "\(page.file) has \(page.bytes) bytes and fits no budget", at: place,
          help: "shorten its text, or its template", shownBy: visit))
    }
  }
}
