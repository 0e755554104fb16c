import Diagnostics
import ProxyConfig
import Trace

/// Finds errors that become redirects to another site.
struct ExternalRedirect: NginxRule, SharedRule {
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
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000
        	handle_errors {
        		⟦redir * https://status.example/down.html⟧
        	}
        }
        """),
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

  func check(_ project: NginxProject, into report: inout Report) {
    for (entry, _) in project.errorPageEntries where entry.code >= 500 {
      let target = entry.target.source.string
      guard target.hasPrefix("http://") || target.hasPrefix("https://") || target.hasPrefix("$scheme://") else {
        continue
      }
      report.add(
        finding(
          "\(entry.code) becomes a redirect to \(target)", at: entry.targetPlace,
          notes: ["Crawlers and monitors see no error, and a form that was sent is lost."],
          help: "serve a page of this machine, or a path whose location passes to that address",
          shownBy: project.call(of: entry)))
    }
  }

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    let redirected = loaded.likelyVisits.filter { visit in
      guard visit.code >= 500, visit.ending == .redirect, visit.outcome.certainty == .exact else { return false }
      return visit.events.contains { event, _ in
        switch event {
        case .redirected, .errorPage: true
        default: false
        }
      }
    }
    for (place, visits) in loaded.byPlace(redirected, \.decisivePlace) {
      guard let advice = loaded.advice(.serveFromDisk, visits[0]) else { continue }
      report.add(
        finding(
          "\(visits.codes) becomes a redirect to \(visits[0].outcome.location ?? "")", at: place,
          notes: ["Crawlers and monitors see no error, and a form that was sent is lost."], help: advice.help,
          shownBy: visits[0]))
    }
  }
}
