import Diagnostics
import ProxyConfig
import Trace

/// Finds pages that turn out to be folders.
struct DirectoryTarget: SharedRule {
  static let description = RuleDescription(
    id: "directory-target", severity: .warning,
    summary: "the page is a folder",
    rationale: """
      For a folder nginx redirects the visitor to the address with a slash at its end, in place of the error; with the slash \
      and without an index file it answers 403. Caddy and Apache httpd look for an index file in it and find no page either.
      """,
    failing: [
      .nginx(
        """
        error_page 502 ⟦/errors⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location /errors { root /srv/pages; }
        """),
      .caddy(
        errors: """
          root * /srv/pages
          rewrite * /errors/
          ⟦file_server⟧
          """),
      .apache(pages: "⟦ErrorDocument 503 /errors/⟧"),
    ],
    passing: [
      .nginx(
        """
        error_page 502 /errors/502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location /errors { root /srv/pages; }
        """),
      .caddy(
        errors: """
          root * /srv/pages
          rewrite * /errors/502.html
          file_server
          """),
      .apache(pages: "ErrorDocument 503 /errors/502.html"),
    ],
    notFor: ["haproxy": "HAProxy does not start when the file of a page is a folder."])

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    for (place, errors) in loaded.led(where: { if case .directory = $0.ending { true } else { false } }) {
      guard case .directory(let path) = errors[0].ending, let advice = loaded.advice(.nameFile(path), errors[0])
      else { continue }
      report.add(
        finding(
          "\(path) is a folder: the visitor gets \(errors[0].outcome.status)", at: place, help: advice.help,
          related: advice.related, shownBy: errors[0]))
    }
  }
}
