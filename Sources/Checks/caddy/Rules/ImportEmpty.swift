import Diagnostics
import ProxyConfig

/// Finds imports by pattern that bring nothing.
struct ImportEmpty: CaddyRule {
  static let description = RuleDescription(
    id: "import-empty", severity: .info,
    summary: "no file matches an import's pattern",
    rationale: "Caddy only warns and goes on: whatever the files should bring, such as handle_errors, is missing.",
    failing: [
      .caddy(
        """
        http://shop.example {
        	import ⟦/etc/caddy/errors/*.caddy⟧
        	respond "fine"
        }
        """)
    ],
    passing: [
      .caddy(
        """
        http://shop.example {
        	import /etc/caddy/errors/*.caddy
        	respond "fine"
        }
        """, files: ["/etc/caddy/errors/pages.caddy": "handle_errors {\n\trespond \"back soon\"\n}\n"])
    ])

  func check(_ project: CaddyProject, into report: inout Report) {
    for problem in project.config.report.sorted where problem.id == Self.description.id { report.add(problem) }
  }
}
