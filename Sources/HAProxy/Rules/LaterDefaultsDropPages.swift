import Checks
import Diagnostics
import ProxyConfig
import Trace

/// Finds `defaults` sections that leave out the pages of the ones before them.
struct LaterDefaultsDropPages: HAProxyRule {
  static let description = RuleDescription(
    id: "later-defaults-drop-pages", severity: .warning,
    summary: "a later defaults section starts from nothing, without the error pages of the one before",
    rationale: """
      Each defaults section starts from nothing: what an earlier one sets is gone for all sections behind the later one. The \
      pages are in the file, and the sites behind the second defaults show HAProxy's own.
      """,
    failing: [
      .haproxy(
        """
            errorfile 503 /etc/haproxy/errors/503.http
        listen app
            bind :80
            server a 127.0.0.1:9000
        ⟦defaults⟧
            mode http
            timeout connect 5s
            timeout client 30s
            timeout server 30s
        listen admin
            bind :8080
            server a 127.0.0.1:9001
        """)
    ],
    passing: [
      .haproxy(
        """
            errorfile 503 /etc/haproxy/errors/503.http
        frontend www
            bind :80
            default_backend app
        backend app
            server a 127.0.0.1:9000
        defaults
            mode tcp
            timeout connect 5s
            timeout client 30s
            timeout server 30s
        listen database
            bind :5432
            server a 127.0.0.1:5433
        """)
    ])

  func check(_ project: HAProxyProject, into report: inout Report) {
    let sections = project.tree.directives
    for visits in project.visitsByRoute {
      guard
        let bare = visits.first(where: { $0.isLikely && $0.trouble == .upstream(.refused) && $0.ending == .noPage }),
        let asked = bare.route.section(in: project.model),
        !asked.directive.words.contains(where: { $0.isEqual(to: "from") }),
        let own = sections.lastIndex(where: {
          $0.name == "defaults" && $0.range.lowerBound < asked.directive.range.lowerBound
            && $0.source.name == asked.directive.source.name
        }), !sections[own].hasPages
      else { continue }
      guard let earlier = sections[..<own].last(where: { $0.name == "defaults" && $0.hasPages }),
        let line = earlier.pageLines.first
      else { continue }
      let place = sections[own].source.place(
        sections[own].range.lowerBound..<(sections[own].words.last?.range.upperBound ?? sections[own].range.upperBound))
      report.add(
        finding(
          "\(asked.name) has no error pages: those of the defaults above do not reach behind this one", at: place,
          help: "write the error pages here as well, or name the first section and write from NAME",
          related: [.init("these pages are not in effect", at: line.place)], shownBy: bare))
    }
  }
}

extension FoundRoute {
  fileprivate func section(in model: HAProxyModel) -> ProxySection? {
    model.sections.first { $0.name == title && $0.isBackend }
  }
}

extension Directive {
  fileprivate var pageLines: [Directive] {
    (block ?? []).filter {
      ["errorfile", "errorfiles", "errorloc", "errorloc302", "errorloc303", "http-error"].contains($0.name)
    }
  }
  fileprivate var hasPages: Bool { !pageLines.isEmpty }
}
