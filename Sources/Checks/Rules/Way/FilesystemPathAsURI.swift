import Diagnostics
import ProxyConfig
import Trace

/// Finds paths on disk where an address is meant.
struct FilesystemPathAsURI: SharedRule {
  static let description = RuleDescription(
    id: "filesystem-path-as-uri", severity: .error,
    summary: "a path on disk stands where an address is meant",
    rationale: """
      error_page names an address of the site, and root or alias says where its file is; ErrorDocument does, too, and Alias \
      or DocumentRoot says it. A path on disk is looked for below the root, or asked of the upstream.
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
      .caddy(
        """
        http://shop.example {
        	root * /srv/www
        	reverse_proxy 127.0.0.1:9000
        	handle_errors {
        		rewrite * /srv/pages/502.html
        		⟦file_server⟧
        	}
        }
        """),
      .apache(
        """
        ⟦ErrorDocument 503 /srv/pages/503.html⟧
        ProxyPass /srv/ !
        ProxyPass / http://127.0.0.1:9000/
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
      .caddy(
        errors: """
          root * /srv/pages
          rewrite * /502.html
          file_server
          """),
      .apache(pages: "ErrorDocument 503 /errors/502.html"),
    ],
    notFor: [
      "haproxy": "HAProxy wants a path on disk."
    ])

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    for (place, errors) in loaded.led(where: { loaded.diskPath(of: $0) != nil }) {
      guard let path = loaded.diskPath(of: errors[0]), let advice = loaded.advice(.nameByAddress(path), errors[0])
      else { continue }
      report.add(
        finding(
          "\(path) is a path on disk; an address is wanted here", at: advice.place ?? place, help: advice.help,
          shownBy: errors[0]))
    }
  }
}
