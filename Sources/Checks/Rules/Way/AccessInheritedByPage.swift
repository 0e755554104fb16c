import Diagnostics
import ProxyConfig
import Trace

/// Finds pages that the visitor is not let through to.
struct AccessInheritedByPage: SharedRule {
  static let description = RuleDescription(
    id: "access-inherited-by-page", severity: .error,
    summary: "the rule that keeps the visitor out also guards the error page",
    rationale: """
      A deny, auth_basic or auth_request of the server is inherited by the page's location and asked again for the page, \
      and so is a Require that closes the folder of the pages. A visitor who has just been refused is refused the page, \
      too, and sees the proxy's own.
      """,
    failing: [
      .nginx(
        """
        deny all;
        error_page 403 ⟦/403.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /403.html { root /srv/pages; }
        """),
      .nginx(
        """
        auth_basic Members;
        auth_basic_user_file /etc/nginx/users;
        error_page 401 ⟦/401.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /401.html { root /srv/pages; }
        """),
      .apache(
        """
        <Directory />
            Require all denied
        </Directory>
        Alias /errors/ /srv/pages/
        ⟦ErrorDocument 503 /errors/502.html⟧
        ProxyPass /errors/ !
        ProxyPass / http://127.0.0.1:9000/
        """),
    ],
    passing: [
      .nginx(
        """
        deny all;
        error_page 403 /403.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /403.html { root /srv/pages; allow all; }
        """,
        files: ["/srv/pages/403.html": "no"]),
      .nginx(
        """
        error_page 502 /502.html;
        location / {
          auth_basic Members;
          auth_basic_user_file /etc/nginx/users;
          proxy_pass http://127.0.0.1:9000;
        }
        location = /502.html { root /srv/pages; }
        """),
      .apache(
        """
        <Directory />
            Require all denied
        </Directory>
        Alias /errors/ /srv/pages/
        <Directory /srv/pages>
            Require all granted
        </Directory>
        ErrorDocument 503 /errors/502.html
        ProxyPass /errors/ !
        ProxyPass / http://127.0.0.1:9000/
        """),
    ],
    notFor: [
      "haproxy": "HAProxy holds its pages in memory, so no rule stands in their way.",
      "caddy": "Caddy runs handle_errors outside the site's rules for logins.",
    ])

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    let refused = loaded.led { error in
      if case .denied = error.ending { error.firstHop != nil && loaded.diskPath(of: error) == nil } else { false }
    }
    for (place, errors) in refused {
      guard case .denied(let code) = errors[0].ending, let advice = loaded.advice(.letThrough, errors[0]) else {
        continue
      }
      let asked = errors[0].lastPlace {
        if case .denied = $0 { true } else if case .authEnded = $0 { true } else { false }
      }
      report.add(
        finding(
          "the request for the page for \(errors.codes) is itself refused with \(code)", at: place, help: advice.help,
          related: (asked.map { [.init("this is asked for the page", at: $0)] } ?? []) + advice.related,
          shownBy: errors[0]))
    }
  }
}
