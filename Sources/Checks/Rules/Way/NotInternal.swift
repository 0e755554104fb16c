import Diagnostics
import ProxyConfig
import Trace

/// Finds error pages that anybody can ask for by their address.
struct NotInternal: NginxRule, CaddyRule {
  static let description = RuleDescription(
    id: "not-internal", severity: .info,
    summary: "the error page answers 200 when its own address is requested",
    rationale: """
      Without "internal" the page can be fetched directly, with status 200: it turns up in search results and in caches as \
      if it were a page of the site.
      """,
    failing: [
      .nginx(
        """
        error_page 502 /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        ⟦location = /502.html⟧ { root /srv/pages; }
        """)
    ] + caddyFailing,
    // The sample shows that "internal" mends it.
    passing: [
      .nginx(
        """
        error_page 502 /502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location = /502.html { internal; root /srv/pages; }
        """)
    ] + caddyPassing)

  func check(_ project: NginxProject, into report: inout Report) {
    var answers: [Int: [ByteText: TracedRequest]] = [:]
    for call in project.readingCalls where call.entry.code >= 500 && call.entry.isPath && call.isPage {
      guard let location = call.location, let directive = project.model.scope(location).directive,
        let name = project.model.scope(location).name,
        let target = call.entry.target.constant, let question = project.doors.first(of: call.server)?.question(target)
      else { continue }
      // Only a location made for the page; one for the whole site is another matter.
      guard name.text.count > 1, case .file(let path) = call.ending else { continue }
      // Most codes of a server share a page.
      let traced = answers[call.server.scope]?[target] ?? project.tracer.traced(question)
      answers[call.server.scope, default: [:]][target] = traced
      let outcome = traced.outcome
      guard outcome.certainty == .exact, outcome.status == 200, outcome.body == .file(path) else { continue }
      report.add(
        finding(
          "anybody who asks for \(target.string) gets this page with status 200", at: directive.head,
          help: "add \"internal;\"", fix: Edits.insert("internal;", into: directive).map { [$0] } ?? [], shownBy: traced
        ))
    }
  }
}

/// Changes of a configuration that keep its look.
enum Edits {
  /// Puts a line at the top of a block, indented like the line that follows it.
  static func insert(_ text: String, into directive: Directive) -> Diagnostic.Edit? {
    guard let block = directive.block, let last = directive.words.last else { return nil }
    let bytes = directive.source.bytes
    guard let brace = bytes[last.place.range.upperBound...].firstIndex(of: UInt8(ascii: "{")) else { return nil }
    let spot = directive.source.place(brace + 1..<brace + 1)
    guard let first = block.first?.place, first.source.name == directive.source.name else {
      return .init(replace: spot, with: " \(text) ")
    }
    let gap = directive.source.text(brace + 1..<first.range.lowerBound)
    guard let newline = gap.lastIndex(where: \.isNewline) else { return .init(replace: spot, with: " \(text)") }
    return .init(replace: spot, with: "\n" + gap[gap.index(after: newline)...] + text)
  }
}
