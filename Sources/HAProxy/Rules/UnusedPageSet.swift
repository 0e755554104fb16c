import Checks
import Diagnostics
import ProxyConfig

/// Finds `http-errors` sections that nothing names.
struct UnusedPageSet: HAProxyRule {
  static let description = RuleDescription(
    id: "unused-page-set", severity: .warning, isAboutText: true,
    summary: "nothing uses the pages of this http-errors section",
    rationale: """
      An http-errors section is a collection of pages and does nothing by itself. Without errorfiles NAME in a frontend, a \
      backend or defaults, or in a rule, visitors see HAProxy's own pages.
      """,
    failing: [
      .haproxy(
        """
        ⟦http-errors branded⟧
            errorfile 503 /etc/haproxy/errors/503.http
        frontend www
            bind :80
            default_backend app
        backend app
            server a 127.0.0.1:9000
        """)
    ],
    passing: [
      .haproxy(
        """
            errorfiles branded
        http-errors branded
            errorfile 503 /etc/haproxy/errors/503.http
        frontend www
            bind :80
            default_backend app
        backend app
            server a 127.0.0.1:9000
        """),
      .haproxy(
        """
        http-errors branded
            errorfile 503 /etc/haproxy/errors/503.http
        """),
    ])

  func check(_ project: HAProxyProject, into report: inout Report) {
    let sections = project.tree.directives
    // A file of pages alone is read beside others.
    guard sections.contains(where: { ["frontend", "listen"].contains($0.name) }) else { return }
    var used: Set<String> = []
    for line in sections.flatMap({ $0.block ?? [] }) {
      for (word, next) in zip(line.words, line.words.dropFirst()) where word.isEqual(to: "errorfiles") {
        used.insert(next.value)
      }
    }
    for section in sections where section.name == "http-errors" {
      guard let name = section.words.dropFirst().first, !used.contains(name.value) else { continue }
      let end = name.range.upperBound
      report.add(
        finding(
          "no errorfiles line names \(name.value)", at: section.source.place(section.range.lowerBound..<end),
          help: "write errorfiles \(name.value) in defaults or in the frontend"))
    }
  }
}
