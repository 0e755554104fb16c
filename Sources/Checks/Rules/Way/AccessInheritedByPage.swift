import Diagnostics
import ProxyConfig
import Trace

/// Finds pages that the visitor is not let through to.
struct AccessInheritedByPage: NginxRule, SharedRule {
  static let description = RuleDescription(
    id: "access-inherited-by-page", severity: .error,
    summary: "the rule that keeps the visitor out also guards the error page",
    rationale: """
      A deny, auth_basic or auth_request of the server is inherited by the page's location and asked again for the page, \
      and so is a Require that closes the folder of the pages. Whoever has just been refused is refused the page, too, and \
      sees the proxy's own.
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
      "haproxy": "HAProxy asks nobody for its pages, so that no rule stands in their way.",
      "caddy": "Caddy runs handle_errors without what the site says of logins.",
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls {
      guard case .denied(let code) = call.ending, let place = call.step?.place else { continue }
      report.add(
        finding(
          "the request for the page for \(call.codes) is itself refused with \(code)", at: call.entry.targetPlace,
          help: "write in the page's location: allow all; auth_basic off; auth_request off;",
          related: [.init("this is asked again for the page", at: place)]
            + project.related("the page's location", location: call.location), shownBy: call))
    }
  }

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    let refused = loaded.likelyVisits.filter {
      $0.firstHop != nil && !$0.isPage && $0.refusal != nil && DiskPath.ofPage($0, loaded) == nil
    }
    for (place, visits) in loaded.byPlace(refused, { $0.firstHop?.step.place }) {
      guard let refusal = visits[0].refusal, let advice = loaded.advice(.letThrough, visits[0]) else { continue }
      report.add(
        finding(
          "the request for the page for \(visits.codes) is itself refused with \(refusal.code)", at: place,
          help: advice.help, related: refusal.place.map { [.init("this is asked for the page", at: $0)] } ?? [],
          shownBy: visits[0]))
    }
  }
}

extension Visit {
  /// What keeps the visitor from the error page that has been chosen.
  fileprivate var refusal: (code: Int, place: Place?)? {
    let later = events.drop { if case .errorPage = $0.event { false } else { true } }
    for (event, place) in later { if case .denied(let code) = event { return (code, place) } }
    return nil
  }
}
