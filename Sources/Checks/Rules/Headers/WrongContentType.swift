import Diagnostics
import ProxyConfig
import Trace

/// Finds pages that browsers offer for download or show as text.
struct WrongContentType: SharedRule {
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
        errors: """
          ⟦respond "<!doctype html><title>Back soon</title>"⟧
          """),
      .haproxy(defaults: "⟦http-error status 503 content-type text/plain file /srv/pages/503.html⟧"),
      .apache(
        pages: """
          <Location /errors>
              ForceType text/plain
          </Location>
          ⟦ErrorDocument 503 /errors/502.html⟧
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
        errors: """
          header Content-Type "text/html; charset=utf-8"
          respond "<!doctype html><title>Back soon</title>"
          """),
      .caddy(
        errors: """
          respond "back soon"
          """),
      .haproxy(defaults: "http-error status 503 content-type text/html file /srv/pages/503.html"),
      .haproxy(
        defaults: """
          http-error status 503 content-type text/plain string "back soon"
          """),
      .apache(pages: "ErrorDocument 503 /errors/502.html"),
    ])

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    let wrong = loaded.led { $0.code >= 400 && $0.outcome.status >= 400 && wrongType($0.outcome, loaded) != nil }
    for (place, errors) in wrong {
      guard let type = wrongType(errors[0].outcome, loaded),
        let advice = loaded.advice(.addHeader("Content-Type", "text/html; charset=utf-8"), errors[0])
      else { continue }
      report.add(
        finding(
          "the page for \(errors.codes) goes out as \(type)", at: place, help: advice.help, related: advice.related,
          fix: advice.fix, shownBy: errors[0]))
    }
  }

  /// The type, where browsers do not show the page for it. Without a type they look at the page themselves.
  private func wrongType(_ outcome: Outcome, _ loaded: some LoadedProxy) -> String? {
    guard let type = outcome.headers.first(where: { $0.name == "content-type" })?.value,
      !Self.shown.contains(where: type.hasPrefix)
    else { return nil }
    let isHTML =
      switch outcome.body {
      case .file(let path):
        path.hasSuffix(".html") || path.hasSuffix(".htm")
          || loaded.page(in: path).map { $0.first { $0 > 0x20 } == UInt8(ascii: "<") } ?? false
      case .inline(let text): text.first { !$0.isWhitespace } == "<"
      default: false
      }
    return isHTML ? type : nil
  }

  private static let shown = ["text/html", "application/xhtml+xml", "text/xml", "application/xml", "image/svg+xml"]
}
