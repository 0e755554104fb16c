import Diagnostics
import ProxyConfig
import Trace

/// Finds errors that become redirects to another site.
struct ExternalRedirect: SharedRule {
  static let description = RuleDescription(
    id: "external-redirect", severity: .warning,
    summary: "the error becomes a redirect",
    rationale: """
      With a full address the visitor gets 302 instead of the error: crawlers follow it, monitors see no 5xx, a form that \
      was sent is lost, and the address in the browser is no longer the one to try again.
      """,
    failing: [
      .nginx(
        """
        error_page 502 ⟦https://status.example/down.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        """),
      .caddy(errors: "⟦redir * https://status.example/down.html⟧"),
      .apache(
        """
        ⟦ErrorDocument 503 https://status.example/down.html⟧
        ProxyPass / http://127.0.0.1:9000/
        """),
      .haproxy(defaults: "⟦errorloc 503 https://status.example/down.html⟧"),
    ],
    passing: [
      .nginx(
        """
        error_page 497 https://$host$request_uri;
        location / { root /srv/www; }
        """),
      .nginx(
        """
        error_page 401 https://login.example/;
        location / { proxy_pass http://127.0.0.1:9000; }
        """),
      .nginx(
        """
        error_page 502 /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { root /srv/pages; }
        """),
      .caddy(
        """
        http://shop.example {
        	redir /old /new
        	reverse_proxy 127.0.0.1:9000
        	handle_errors {
        		respond "We will be back soon."
        	}
        }
        """),
      .apache(
        """
        ErrorDocument 503 "Back soon"
        ProxyPass / http://127.0.0.1:9000/
        """),
      .haproxy(defaults: "errorfile 503 /etc/haproxy/errors/503.http"),
    ])

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    let redirected = loaded.led { error in
      guard error.code >= 500, error.ending == .redirect, error.isCertain else { return false }
      return error.events.contains { event, _ in
        switch event {
        case .redirected, .errorPage: true
        default: false
        }
      }
    }
    for (place, errors) in redirected {
      guard let advice = loaded.advice(.keepOnSite, errors[0]) else { continue }
      report.add(
        finding(
          "\(errors.codes) becomes a redirect to \(errors[0].outcome.location ?? "")", at: place,
          notes: ["Crawlers and monitors see no error, and a form that was sent is lost."], help: advice.help,
          shownBy: errors[0]))
    }
  }
}
