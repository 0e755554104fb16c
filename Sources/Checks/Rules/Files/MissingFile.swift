import Diagnostics
import ProxyConfig
import Trace

/// Finds error pages that the proxy is told to serve but cannot open because they are not there.
struct MissingFile: SharedRule {
  static let description = RuleDescription(
    id: "missing-file", severity: .error,
    summary: "the error page's file does not exist",
    rationale: """
      The visitor gets 404 in the proxy's own words instead of the page, and a monitor that counts 5xx sees no outage at \
      all. Ship the file, and write "try_files $uri =502;" in its location so that the status survives even then.
      """,
    failing: [
      .nginx(
        """
        error_page 502 ⟦/gone.html⟧;
        location = /gone.html { root /srv/pages; }
        """),
      .nginx(
        """
        error_page 502 ⟦@down⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @down { root /srv/pages; rewrite ^ /gone.html break; }
        """),
      .caddy(
        errors: """
          root * /srv/pages/errors
          rewrite * /gone.html
          ⟦file_server⟧
          """),
      .caddy(
        """
        http://shop.example {
        	error /tea 418
        	reverse_proxy 127.0.0.1:9000
        	handle_errors 502 418 {
        		root /srv/pages
        		try_files /{err.status_code}.html
        		⟦file_server⟧
        	}
        }
        """),
      .caddy(
        """
        {"apps": {"http": {"servers": {"s": {"listen": [":80"],
          "routes": [{"handle": [{"handler": "reverse_proxy", "upstreams": [{"dial": "127.0.0.1:9000"}]}]}],
          "errors": {"routes": [{"handle": [
            {"handler": "rewrite", "uri": "/gone.html"},
            {⟦"handler": "file_server"⟧, "root": "/srv/pages"}]}]}}}}}}
        """),
      .apache(
        """
        <Directory /srv/pages>
            Require all granted
        </Directory>
        ⟦ErrorDocument 503 /errors/gone.html⟧
        DocumentRoot /srv/pages
        ProxyPass /errors/ !
        ProxyPass / http://127.0.0.1:9000/
        """),
    ],
    passing: [
      .nginx(
        """
        error_page 502 /502.html;
        location = /502.html { root /srv/pages; }
        """),
      .nginx(
        """
        error_page 502 /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { root /srv/pages/errors; }
        """),
      .caddy(
        errors: """
          root * /srv/pages
          try_files /{err.status_code}.html /50x.html
          file_server
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
    ],
    notFor: [
      "haproxy": "HAProxy does not start when the file of a page is not there."
    ])

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    func isWanted(_ error: some FollowedError) -> Bool {
      switch error.ending {
      case .missingFile: true
      case .file(let path): loaded.isElsewhere(path)
      default: false
      }
    }
    for (place, errors) in loaded.led(where: { isWanted($0) && loaded.diskPath(of: $0) == nil }) {
      let missing = errors.filter { if case .missingFile = $0.ending { true } else { false } }
      let error = missing.first ?? errors[0]
      switch error.ending {
      case .file(let path): report.add(elsewhere(path, place, error))
      case .missingFile(let path):
        guard let advice = loaded.advice(.ship(path), error) else { continue }
        report.add(
          loaded.isElsewhere(path)
            ? elsewhere(path, place, error) : self.missing(error, missing.codes, path, place, advice, loaded))
      default: continue
      }
    }
  }

  private func elsewhere(_ path: String, _ place: Place, _ error: some FollowedError) -> Diagnostic {
    finding(
      "whether \(path) exists cannot be told: its folder is not on this machine", at: place, severity: .info,
      help: "say where it is with --root DIR or --map FROM=TO", shownBy: error)
  }

  private func missing(
    _ error: some FollowedError, _ codes: String, _ path: String, _ place: Place, _ advice: Advice,
    _ loaded: some LoadedProxy
  ) -> Diagnostic {
    let tried = error.events.compactMap { event, _ -> String? in
      if case .noneFound(let names) = event { names } else { nil }
    }.last
    return finding(
      tried.map { "the page for \(codes) does not exist: none of \($0) does" }
        ?? "the page for \(codes) does not exist: \(loaded.name) looks for \(path)", at: place,
      severity: advice.severity, notes: ["The visitor gets \(error.outcome.status) with \(loaded.bare(error))."],
      help: loaded.nearest(to: path).map { "is it \($0)?" } ?? advice.help, related: advice.related, shownBy: error)
  }
}
