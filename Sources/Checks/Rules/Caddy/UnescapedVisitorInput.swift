import Diagnostics
import ProxyConfig

/// Finds pages that repeat what the visitor sent without making it harmless.
struct UnescapedVisitorInput: Rule {
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
      guard
        let found = project.handlers.first(where: { found in
          guard case .staticResponse = found.handler.kind, let extent = found.handler.extent else { return false }
          return extent.source.name == start.source.name && extent.range.contains(start.range.lowerBound)
        }), isHTML(found)
      else { continue }
      let rest = start.source.bytes[start.range.lowerBound...]
      let end = rest.firstIndex(of: UInt8(ascii: "}")).map { $0 + 1 } ?? start.range.upperBound
      let place = start.source.place(start.range.lowerBound..<end)
      report.add(
        finding(
          "\(place.text) comes from the visitor and goes into the page unescaped", at: place,
          help: "leave it out, or show a number that Caddy makes: {http.request.uuid}"))
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
