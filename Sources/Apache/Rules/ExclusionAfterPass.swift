import Checks
import Diagnostics
import ProxyConfig

/// Finds exclusions from `ProxyPass` that stand too late.
struct ExclusionAfterPass: ApacheRule {
  static let description = RuleDescription(
    id: "exclusion-after-pass", severity: .warning, isAboutText: true,
    summary: "the exclusion from ProxyPass stands behind the line that takes its path",
    rationale: """
      ProxyPass lines are tried in their order and the first that fits decides, so that "ProxyPass /errors/ !" behind \
      "ProxyPass /" is never reached: the pages are asked of the application, which is what has failed. Among sections it is the \
      other way round, there the last Location wins.
      """,
    failing: [
      .apache(
        """
        ErrorDocument 503 "Back soon"
        ProxyPass / http://127.0.0.1:9000/
        ⟦ProxyPass /errors/ !⟧
        """)
    ],
    passing: [
      .apache(
        """
        ErrorDocument 503 "Back soon"
        ProxyPass /errors/ !
        ProxyPass / http://127.0.0.1:9000/
        """),
      .apache(
        """
        ProxyPass /api/ http://127.0.0.1:9000/
        ProxyPass /errors/ !
        """),
    ])

  func check(_ project: ApacheProject, into report: inout Report) {
    for passes in project.model.servers.map(\.proxyPasses) {
      for (index, late) in passes.enumerated() where late.isExclusion && late.pattern == nil {
        let taker = passes[..<index].first { pass in
          !pass.isExclusion && pass.pattern == nil && AliasMatch.length(of: pass.prefix, in: late.prefix) > 0
        }
        guard let taker else { continue }
        report.add(
          finding(
            "\(late.prefix.string) is never left out: ProxyPass \(taker.prefix.string) stands before it",
            at: late.place,
            help: "move this line up", related: [.init("this line takes the path", at: taker.place)]))
      }
    }
  }
}
