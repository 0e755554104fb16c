import Diagnostics
import ProxyConfig

/// Tells what was taken for environment variables of a Caddyfile that have no default.
struct EnvUnset: CaddyRule {
  static let description = RuleDescription(
    id: "env-unset", severity: .info,
    summary: "an environment variable is neither set here nor has a default",
    rationale: """
      The configuration was checked with a made-up value, which need not be what the proxy's machine has. Where the \
      variable is not set at all, Caddy puts nothing in its place: "root * {$PAGES}" becomes the root "*" since 2.8 and every \
      page is missing, although the configuration loads. What is set where the check runs is known, and so is what a file \
      named with --env says.
      """,
    failing: [
      .caddy(
        errors: """
          respond "back soon, says ⟦{$STAGE}⟧"
          """)
    ],
    passing: [
      .caddy(
        errors: """
          respond "back soon, says {$STAGE:production}"
          """)
    ])

  func check(_ project: CaddyProject, into report: inout Report) {
    for problem in project.config.report.sorted where problem.id == Self.description.id { report.add(problem) }
  }
}
