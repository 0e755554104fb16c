import Diagnostics
import ProxyConfig
import Trace

/// Finds style sheets and pictures of an error page that are fetched from the upstream that is down.
struct PageAssetsUnreachable: SharedRule {
  static let description = RuleDescription(
    id: "page-assets-unreachable", severity: .warning,
    summary: "the page's style sheet or picture cannot be fetched during the outage",
    rationale: """
      The browser fetches what a page refers to in new requests, relative to the address the visitor asked for. They meet \
      the same dead upstream, and the page appears without its styles.
      """,
    failing: [
      .nginx(
        """
        error_page 502 ⟦/down.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /down.html { internal; root /srv/pages; }
        """,
        files: ["/srv/pages/down.html": "<link rel=stylesheet href=\"/style.css\">"]),
      .caddy(
        errors: """
          root * /srv/pages
          rewrite * /down.html
          ⟦file_server⟧
          """, files: ["/srv/pages/down.html": "<link rel=stylesheet href=\"/style.css\">"]),
      .haproxy(
        defaults: "⟦errorfile 503 /etc/haproxy/errors/styled.http⟧",
        files: [
          "/etc/haproxy/errors/styled.http":
            "HTTP/1.1 503 Down\r\nContent-Type: text/html\r\n\r\n<link rel=stylesheet href=\"/style.css\">"
        ]),
      .apache(
        pages: "⟦ErrorDocument 503 /errors/down.html⟧",
        files: ["/srv/pages/errors/down.html": "<link rel=stylesheet href=\"/style.css\">"]),
    ],
    passing: [
      .nginx(
        """
        error_page 502 /down.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /style.css { root /srv/www; }
        location = /down.html { internal; root /srv/pages; }
        """,
        files: ["/srv/pages/down.html": "<link rel=stylesheet href=\"/style.css\">", "/srv/www/style.css": "p{}"]),
      .nginx(
        """
        error_page 502 /down.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /down.html { internal; root /srv/pages; }
        """,
        files: [
          "/srv/pages/down.html":
            "<img src=\"data:image/png;base64,x\"><a href=\"/\">home</a><img src=\"https://cdn.example/x.png\">"
        ]),
      .caddy(
        """
        http://shop.example {
        	handle /style.css {
        		root * /srv/www
        		file_server
        	}
        	handle {
        		reverse_proxy 127.0.0.1:9000
        	}
        	handle_errors {
        		root * /srv/pages
        		rewrite * /down.html
        		file_server
        	}
        }
        """,
        files: ["/srv/pages/down.html": "<link rel=stylesheet href=\"/style.css\">", "/srv/www/style.css": "p{}"]),
      .haproxy(defaults: "errorfile 503 /etc/haproxy/errors/503.http"),
      .apache(
        pages: "ErrorDocument 503 /errors/down.html",
        files: [
          "/srv/pages/errors/down.html": "<link rel=stylesheet href=\"/errors/style.css\">",
          "/srv/pages/errors/style.css": "p{}",
        ]),
    ])

  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    var read: Set<String> = []
    for error in loaded.ledErrors where error.isOutage && error.outcome.status >= 400 {
      guard case .file(let path) = error.ending, let place = error.pagePlace,
        read.insert("\(error.request.host) \(path)").inserted, let bytes = loaded.page(in: path)
      else { continue }
      for address in PageReferences.addresses(in: bytes) {
        guard let target = PageReferences.path(address, seenFrom: error.request.target) else { continue }
        let traced = loaded.followed(error.question.sending { ($0.target, $0.method) = (target, "GET") })
        let outcome = traced.outcome
        guard outcome.certainty == .exact, outcome.status >= 400 else { continue }
        let taker = outcome.ownSteps.last { if case .entered = $0.event { $0.place != nil } else { false } }?.place
        report.add(
          finding(
            "\(PathText.name(path)) refers to \(address), which is answered with \(outcome.status) during the outage",
            at: place, help: "put it into the page, or have the proxy serve it from the disk",
            related: taker.map { [.init("this takes it", at: $0)] } ?? [], shownBy: traced))
        break
      }
    }
  }
}

/// What a page makes a browser fetch.
enum PageReferences {
  /// The values of `src`, and of `href` in `link` elements; found by their look, not by a parser of HTML.
  static func addresses(in bytes: [UInt8]) -> [String] {
    guard bytes.count < 1 << 20 else { return [] }
    let text = String(decoding: bytes, as: UTF8.self)
    var found: [String] = []
    for tag in text.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
      let name = tag.prefix { $0.isLetter }.lowercased()
      let body = tag.prefix { $0 != ">" }
      if name == "link", let value = value(of: "href", in: body), !body.contains("canonical"),
        !body.contains("alternate")
      {
        found.append(value)
      }
      if ["img", "script", "source", "iframe", "embed"].contains(name), let value = value(of: "src", in: body) {
        found.append(value)
      }
    }
    return found
  }

  private static func value(of name: String, in tag: Substring) -> String? {
    guard let range = tag.firstRange(of: " \(name)=") else { return nil }
    let rest = tag[range.upperBound...]
    guard let quote = rest.first else { return nil }
    if quote == "\"" || quote == "'" { return String(rest.dropFirst().prefix { $0 != quote }) }
    return String(rest.prefix { !$0.isWhitespace && $0 != ">" })
  }

  /// The path an address leads to, when it is one of the same site.
  static func path(_ address: String, seenFrom target: ByteText) -> ByteText? {
    guard !address.isEmpty, !address.hasPrefix("//"), !address.hasPrefix("#"),
      !address.prefix(while: { $0 != "/" }).contains(":")
    else { return nil }
    if address.hasPrefix("/") { return ByteText(address) }
    return ByteText(PathText.normal(PathText.join(PathText.parent(target.string), address)))
  }
}
