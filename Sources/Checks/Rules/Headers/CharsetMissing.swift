import Diagnostics
import ProxyConfig
import Trace

/// Finds pages with letters beyond ASCII and no encoding.
struct CharsetMissing: SharedRule {
  static let description = RuleDescription(
    id: "charset-missing", severity: .info,
    summary: "the page does not say its encoding",
    rationale:
      "Without an encoding in the answer's Content-Type or a meta element in the page, browsers guess, and letters beyond ASCII come out wrong.",
    failing: [
      .nginx(
        """
        error_page 502 ⟦/umlaut.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /umlaut.html { root /srv/pages; }
        """,
        files: ["/srv/pages/umlaut.html": "<p>gleich zurück"]),
      .caddy(
        errors: """
          root * /srv/pages
          rewrite * /umlaut.html
          header Content-Type text/html
          ⟦file_server⟧
          """, files: ["/srv/pages/umlaut.html": "<p>gleich zurück"]),
      .haproxy(
        defaults: "⟦errorfile 503 /etc/haproxy/errors/umlaut.http⟧",
        files: [
          "/etc/haproxy/errors/umlaut.http": "HTTP/1.1 503 Down\r\nContent-Type: text/html\r\n\r\n<p>gleich zurück"
        ]),
      .apache(
        pages: "⟦ErrorDocument 503 /errors/umlaut.html⟧",
        files: ["/srv/pages/errors/umlaut.html": "<p>gleich zurück"]),
    ],
    passing: [
      .nginx(
        """
        error_page 502 /umlaut.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /umlaut.html { charset utf-8; root /srv/pages; }
        """,
        files: ["/srv/pages/umlaut.html": "<p>gleich zurück"]),
      .caddy(
        errors: """
          root * /srv/pages
          rewrite * /umlaut.html
          file_server
          """, files: ["/srv/pages/umlaut.html": "<p>gleich zurück"]),
      .haproxy(
        defaults: "errorfile 503 /etc/haproxy/errors/umlaut.http",
        files: [
          "/etc/haproxy/errors/umlaut.http":
            "HTTP/1.1 503 Down\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>gleich zurück"
        ]),
      .apache(
        pages: "AddDefaultCharset utf-8\nErrorDocument 503 /errors/umlaut.html",
        files: ["/srv/pages/errors/umlaut.html": "<p>gleich zurück"]),
    ])

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    for (place, errors) in loaded.led(where: { $0.code >= 400 }) {
      for error in errors {
        guard case .file(let path) = error.ending,
          let type = error.outcome.headers.first(where: { $0.name == "content-type" }),
          type.value.hasPrefix("text/html"), !type.value.contains("charset"), let bytes = loaded.page(in: path),
          bytes.contains(where: { $0 > 0x7F }),
          !String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased().contains("charset"),
          let advice = loaded.advice(.nameEncoding, error)
        else { continue }
        report.add(
          finding(
            "\(PathText.name(path)) has letters beyond ASCII and no encoding", at: place, help: advice.help,
            fix: advice.fix, shownBy: error))
        break
      }
    }
  }
}
