import Diagnostics
import ProxyConfig
import Trace

/// Finds error pages that are asked of the very upstream that has just failed.
struct ServedByDeadUpstream: SharedRule {
  static let description = RuleDescription(
    id: "served-by-dead-upstream", severity: .error,
    summary: "the error page is fetched from the upstream that is down",
    rationale: """
      The page's path is looked up like any other. When no location of its own takes it, it falls into the one that is \
      proxied, the dead upstream is asked again, and the visitor gets the proxy's own bare page.
      """,
    failing: [
      .nginx(
        """
        error_page 502 ⟦/502.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        """),
      .nginx(
        """
        error_page 502 ⟦@down⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @down { proxy_pass http://127.0.0.1:9000; }
        """),
      .nginx(
        """
        error_page 502 504 ⟦/50x.html⟧;
        location / {
          proxy_cache pages;
          proxy_cache_use_stale error timeout;
          proxy_pass http://127.0.0.1:9000;
        }
        """),
      .caddy(
        errors: """
          rewrite * /{err.status_code}.html
          ⟦reverse_proxy 127.0.0.1:9000⟧
          """),
      .apache(
        """
        ⟦ProxyPass / http://127.0.0.1:9000/⟧
        ErrorDocument 503 /errors/503.html
        """),
    ],
    passing: [
      .nginx(
        """
        error_page 502 /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { internal; root /srv/pages; }
        """),
      .nginx(
        """
        error_page 502 @spare;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @spare { proxy_pass http://127.0.0.1:9001; }
        """),
      .nginx(
        """
        error_page 404 /404;
        location / { proxy_pass http://127.0.0.1:9000; }
        """),
      .caddy(
        errors: """
          rewrite * /{err.status_code}.html
          reverse_proxy 127.0.0.1:9001
          """),
      .apache(
        """
        <Directory /srv/pages>
            Require all granted
        </Directory>
        ErrorDocument 503 /errors/502.html
        DocumentRoot /srv/pages
        ProxyPass /errors/ !
        ProxyPass / http://127.0.0.1:9000/
        """),
      .apache(
        """
        ProxyErrorOverride On
        ProxyPass / http://127.0.0.1:9000/
        ErrorDocument 404 /errors/404.html
        """),
    ],
    notFor: [
      "haproxy": "HAProxy reads its pages from disk when it starts."
    ])

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    for (place, errors) in loaded.led(where: { $0.ending == .deadUpstream && loaded.diskPath(of: $0) == nil }) {
      let error = errors[0]
      guard let advice = loaded.advice(.serveFromDisk, error) else { continue }
      report.add(
        finding(
          "the page for \(errors.codes) is asked of the upstream that is down", at: place, severity: advice.severity,
          notes: ["The visitor gets \(error.outcome.status) with \(loaded.bare(error))."], help: advice.help,
          related: advice.related, shownBy: error))
    }
  }
}
