import Diagnostics
import ProxyConfig
import Trace

/// Finds pages that browsers offer for download or show as text.
struct WrongContentType: NginxRule, SharedRule {
  static let description = RuleDescription(
    id: "wrong-content-type", severity: .warning,
    summary: "the page goes out with a type that browsers do not show as a page",
    rationale: """
      The type comes from the extension of the file, or, for a text from return, of the address the visitor asked for. \
      Without a known extension it is default_type: a download, or the page's source as text.
      """,
    failing: [
      .nginx(
        """
        default_type application/octet-stream;
        error_page 502 ⟦/502⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502 { root /srv/pages; }
        """,
        files: ["/srv/pages/502": "<!doctype html>"]),
      .nginx(
        """
        error_page 502 ⟦@down⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @down { return 502 '<!doctype html><title>Back soon</title>'; }
        """),
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000
        	handle_errors {
        		⟦respond "<!doctype html><title>Back soon</title>"⟧
        	}
        }
        """),
      .haproxy(
        """
            ⟦http-error status 503 content-type text/plain file /srv/pages/503.html⟧
        frontend www
            bind :80
            default_backend app
        backend app
            server a 127.0.0.1:9000
        """),
      .apache(
        """
        <Directory /srv/pages>
            Require all granted
        </Directory>
        DocumentRoot /srv/pages
        <Location /errors>
            ForceType text/plain
        </Location>
        ⟦ErrorDocument 503 /errors/502.html⟧
        ProxyPass /errors/ !
        ProxyPass / http://127.0.0.1:9000/
        """),
    ],
    passing: [
      .nginx(
        """
        default_type application/octet-stream;
        error_page 502 /502;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502 { root /srv/pages; types { } default_type text/html; }
        """,
        files: ["/srv/pages/502": "<!doctype html>"]),
      .nginx(
        """
        error_page 502 @down;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @down { default_type text/html; return 502 '<!doctype html><title>Back soon</title>'; }
        """),
      .nginx(
        """
        error_page 502 @down;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @down { return 502 'back soon'; }
        """),
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000
        	handle_errors {
        		header Content-Type "text/html; charset=utf-8"
        		respond "<!doctype html><title>Back soon</title>"
        	}
        }
        """),
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000
        	handle_errors {
        		respond "back soon"
        	}
        }
        """),
      .haproxy(
        """
            http-error status 503 content-type text/html file /srv/pages/503.html
        frontend www
            bind :80
            default_backend app
        backend app
            server a 127.0.0.1:9000
        """),
      .haproxy(
        """
            http-error status 503 content-type text/plain string "back soon"
        frontend www
            bind :80
            default_backend app
        backend app
            server a 127.0.0.1:9000
        """),
      .apache(
        """
        <Directory /srv/pages>
            Require all granted
        </Directory>
        DocumentRoot /srv/pages
        ErrorDocument 503 /errors/502.html
        ProxyPass /errors/ !
        ProxyPass / http://127.0.0.1:9000/
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls where call.entry.code >= 400 {
      guard let type = call.outcome.headers.first(where: { $0.name == "content-type" })?.value,
        isWrong(type, call, project)
      else { continue }
      report.add(
        finding(
          "the page for \(call.codes) goes out as \(type)", at: call.entry.targetPlace,
          help: "write in its location: types { } default_type text/html;",
          related: project.related("its location", location: call.location), shownBy: call))
    }
  }

  private func isWrong(_ type: String, _ call: PageCall, _ project: NginxProject) -> Bool {
    let isHTML: Bool
    switch call.ending {
    case .file(let path):
      if path.hasSuffix(".html") || path.hasSuffix(".htm") {
        isHTML = true
      } else {
        isHTML = (try? project.files.read(path)).map { $0.first { $0 > 0x20 } == UInt8(ascii: "<") } ?? false
      }
    case .inline(let text): isHTML = text.first { !$0.isWhitespace } == "<"
    default: return false
    }
    return isHTML
      && !["text/html", "application/xhtml+xml", "text/xml", "application/xml", "image/svg+xml"].contains {
        type.hasPrefix($0)
      }
  }

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    let wrong = loaded.likelyVisits.filter { $0.outcome.status >= 400 && isWrong($0, loaded) }
    for (place, visits) in loaded.byPlace(wrong, \.decisivePlace) {
      let type = visits[0].outcome.headers.first { $0.name == "content-type" }?.value ?? ""
      guard let advice = loaded.advice(.addHeader("Content-Type", "text/html; charset=utf-8"), visits[0]) else {
        continue
      }
      report.add(
        finding(
          "the page for \(visits.codes) goes out as \(type)", at: place, help: advice.help, fix: advice.fix,
          shownBy: visits[0]))
    }
  }

  private func isWrong<Loaded: LoadedProxy>(_ visit: Visit<Loaded.Route>, _ loaded: Loaded) -> Bool {
    // Without a type browsers look at the page themselves.
    guard let type = visit.outcome.headers.first(where: { $0.name == "content-type" })?.value else { return false }
    let isHTML: Bool
    switch visit.ending {
    case .file(let path):
      isHTML =
        path.hasSuffix(".html")
        || loaded.page(in: path).map { $0.first { $0 > 0x20 } == UInt8(ascii: "<") } ?? false
    case .inline(let text): isHTML = text.first { !$0.isWhitespace } == "<"
    default: return false
    }
    return isHTML
      && !["text/html", "application/xhtml+xml", "text/xml", "application/xml"].contains { type.hasPrefix($0) }
  }
}
