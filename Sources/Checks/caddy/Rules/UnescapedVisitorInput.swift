import Diagnostics
import ProxyConfig
import Trace

/// Finds pages that repeat what the visitor sent without making it harmless.
struct UnescapedVisitorInput: CaddyRule {
  static let description = RuleDescription(
    id: "unescaped-visitor-input", severity: .error, isSecurity: true,
    summary: "an HTML answer repeats what the visitor sent, unescaped",
    rationale: """
      Caddy puts placeholders into a text as they are. A link with `<script>` in its path, query or host then runs that script \
      on your site for whoever follows it while the upstream is down.
      """,
    failing: [
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000
        	handle_errors {
        		header Content-Type text/html
        		respond "<h1>⟦{path}⟧ cannot be reached</h1>"
        	}
        }
        """)
    ],
    passing: [
      .caddy(
        """
        http://shop.example {
        	reverse_proxy 127.0.0.1:9000
        	handle_errors {
        		header Content-Type text/html
        		respond "<h1>{err.status_code}, number {http.request.uuid}</h1>"
        	}
        }
        """),
      .caddy(
        """
        http://shop.example {
        	respond "{path} cannot be reached" 404
        }
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

  /// A link whose page holds `<script>`: browsers escape it on the way, and these placeholders undo that.
  private func shown(_ placeholder: String, _ found: CaddyFoundHandler, _ project: CaddyProject) -> TracedRequest? {
    guard case .staticResponse = found.handler.kind, let visit = project.visit(running: found) else { return nil }
    let path = visit.request.target.cut("?")?.before ?? visit.request.target
    let query = placeholder.drop { $0 != "." }.dropFirst().dropLast()
    let script: ByteText = "%3Cscript%3E"
    let targets = [
      path + (path.hasSuffix("/") ? "" : "/") + script, path + "?" + ByteText(String(query)) + "=" + script,
    ]
    for target in targets {
      let traced = project.tracer.followed(visit.question.sending { $0.target = target }, visit.traced.failures)
      if traced.outcome.certainty == .exact, case .inline(let text) = traced.outcome.body, text.contains("<script>") {
        return traced
      }
    }
    return nil
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
