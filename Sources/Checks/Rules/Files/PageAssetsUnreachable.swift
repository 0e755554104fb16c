import Diagnostics
import ProxyConfig
import Trace

/// Finds style sheets and pictures of an error page that are fetched from the upstream that is down.
struct PageAssetsUnreachable: NginxRule, CaddyRule {
  static let description = RuleDescription(
    id: "page-assets-unreachable", severity: .warning,
    summary: "the page's style sheet or picture cannot be fetched during the outage",
    rationale: """
      The browser fetches what a page refers to by new requests, relative to the address the visitor asked for. They meet \
      the same dead upstream, and the page appears without its styles.
      """,
    failing: [
      .nginx(
        """
        error_page 502 ⟦/down.html⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /down.html { internal; root /srv/pages; }
        """,
        files: ["/srv/pages/down.html": "<link rel=stylesheet href=\"/style.css\">"])
    ] + caddyFailing,
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
    ] + caddyPassing)

  func check(_ project: NginxProject, into report: inout Report) {
    var read: Set<String> = []
    for call in project.readingCalls where call.entry.code >= 500 {
      guard let route = call.route, case .file(let path) = call.ending, path.hasSuffix(".html"),
        read.insert("\(call.server.scope) \(path)").inserted,
        let bytes = try? project.files.read(path)
      else { continue }
      for address in PageReferences.addresses(in: bytes) {
        guard let target = PageReferences.path(address, seenFrom: call.request.target),
          let question = project.doors.first(of: call.server)?.question(target)
        else { continue }
        let traced = project.tracer.traced(question, .of(route.peers, .refused))
        let outcome = traced.outcome
        guard outcome.certainty == .exact, outcome.status >= 400 else { continue }
        report.add(
          finding(
            "\(PathText.name(path)) refers to \(address), which is answered with \(outcome.status) during the outage",
            at: call.entry.targetPlace, help: "put it into the page, or serve it from a location of its own",
            related: outcome.ownSteps.compactMap { step in
              if case .entered = step.event, let id = step.scope {
                return project.related("this takes it", location: id).first
              }
              return nil
            }.suffix(1), shownBy: traced))
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
