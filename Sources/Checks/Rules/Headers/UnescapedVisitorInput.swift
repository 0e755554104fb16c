import Diagnostics
import ProxyConfig
import Trace

/// Finds pages that repeat what the visitor sent without making it harmless.
struct UnescapedVisitorInput: CaddyRule, SharedRule {
  static let description = RuleDescription(
    id: "unescaped-visitor-input", severity: .error, isSecurity: true,
    summary: "an HTML answer repeats what the visitor sent, unescaped",
    rationale: """
      Proxies put placeholders and variables into a text as they are. A link with `<script>` in its path, query or host then \
      runs that script on your site for anyone who follows it while the upstream is down. nginx's $uri, Apache httpd's \
      REQUEST_URI and HAProxy's url_dec undo what browsers do to keep such a link harmless.
      """,
    failing: [
      .caddy(
        errors: """
          header Content-Type text/html
          respond "<h1>⟦{path}⟧ cannot be reached</h1>"
          """),
      .nginx(
        """
        error_page 502 ⟦@down⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @down { default_type text/html; return 502 '<h1>$uri cannot be reached</h1>'; }
        """),
      .haproxy(
        backend: """
          http-request set-var(txn.path) path
          ⟦http-response return status 503 content-type text/html lf-string "<h1>%[var(txn.path),url_dec]</h1>" if { status 503 }⟧
          server a 127.0.0.1:9000
          """),
      .apache(
        """
        ⟦ErrorDocument 503 "<h1>%{REQUEST_URI} cannot be reached</h1>"⟧
        ProxyPass / http://127.0.0.1:9000/
        """),
    ],
    passing: [
      .caddy(
        errors: """
          header Content-Type text/html
          respond "<h1>{err.status_code}, number {http.request.uuid}</h1>"
          """),
      .caddy(
        """
        http://shop.example {
        	respond "{path} cannot be reached" 404
        }
        """),
      .nginx(
        """
        error_page 502 @down;
        location / { proxy_pass http://127.0.0.1:9000; }
        location @down { default_type text/html; return 502 '<h1>Number $request_id</h1>'; }
        """),
      .haproxy(
        backend: """
          http-request set-var(txn.path) path
          http-response return status 503 content-type text/html lf-string "<h1>%[var(txn.path)]</h1>" if { status 503 }
          server a 127.0.0.1:9000
          """),
      .apache(
        """
        ErrorDocument 503 "<h1>%{escape:%{REQUEST_URI}} cannot be reached</h1>"
        ProxyPass / http://127.0.0.1:9000/
        """),
    ])

  private static let names: [String] = {
    let short = [
      "{path}", "{uri}", "{query}", "{host}", "{hostport}", "{file}", "{dir}", "{query.", "{header.", "{cookie.",
      "{path.", "{orig_uri}", "{orig_path}", "{orig_query}", "{re.", "{labels.",
    ]
    return short + [
      "{http.request.uri", "{http.request.header.", "{http.request.orig_uri", "{http.request.host",
      "{http.request.cookie.", "{http.regexp.",
    ]
  }()

  func check(_ project: CaddyProject, into report: inout Report) {
    for word in project.words where ["respond", "static_response"].contains(word.directive) {
      guard word.text.trimmed.first == UInt8(ascii: "<"), let start = word.place.narrowed(to: Self.names) else {
        continue
      }
      guard let found = project.handler(around: start), isHTML(found) else { continue }
      let rest = start.source.bytes[start.range.lowerBound...]
      let end = rest.firstIndex(of: UInt8(ascii: "}")).map { $0 + 1 } ?? start.range.upperBound
      let place = start.source.place(start.range.lowerBound..<end)
      let shown = shown(place.text, found, project)
      report.add(
        finding(
          "\(place.text) comes from the visitor and goes into the page unescaped", at: place,
          severity: shown == nil ? .info : nil,
          help: "leave it out, or show a number that Caddy makes: {http.request.uuid}", shownBy: shown))
    }
  }

  private func shown(_ placeholder: String, _ found: CaddyFoundHandler, _ project: CaddyProject) -> TracedRequest? {
    guard case .staticResponse = found.handler.kind, let visit = project.visit(running: found) else { return nil }
    let query = placeholder.drop { $0 != "." }.dropFirst().dropLast()
    return script(in: visit, argument: String(query), project)
  }

  /// Pages whose content type is HTML and whose text depends on the address, as a request shows.
  func check(_ loaded: some LoadedProxy, into report: inout Report) {
    for (place, errors) in loaded.led(where: { $0.isTextAsHTML }) {
      guard let shown = script(in: errors[0], argument: "q", loaded), let advice = loaded.advice(.escape, errors[0])
      else { continue }
      report.add(
        finding(
          "the page for \(errors.codes) repeats the address that the visitor asked for, unescaped", at: place,
          help: advice.help, related: advice.related, shownBy: shown))
    }
  }

  /// A link whose page holds `<script>`: browsers escape it on the way, and the page undoes that.
  private func script(in error: some FollowedError, argument: String, _ loaded: some LoadedProxy) -> TracedRequest? {
    let path = error.request.target.cut("?")?.before ?? error.request.target
    let script: ByteText = "%3Cscript%3E"
    let targets = [
      path + (path.hasSuffix("/") ? "" : "/") + script, path + "?" + ByteText(argument) + "=" + script,
    ]
    return targets.lazy.map { target in loaded.followed(error.question.sending { $0.target = target }) }.first {
      traced in
      guard traced.outcome.certainty == .exact, case .inline(let text) = traced.outcome.body else { return false }
      return text.contains("<script>")
    }
  }

  private func isHTML(_ found: CaddyFoundHandler) -> Bool {
    if case .staticResponse(let response) = found.handler.kind,
      response.headers.contains(where: { $0.name.lowercased == "content-type" })
    {
      return true
    }
    return CaddyFields.set(before: found).contains("content-type")
  }
}

extension FollowedError {
  fileprivate var isTextAsHTML: Bool {
    guard case .inline = ending else { return false }
    return outcome.headers.contains { $0.name == "content-type" && $0.value.hasPrefix("text/html") }
  }
}
