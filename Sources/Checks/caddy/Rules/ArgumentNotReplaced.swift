import Diagnostics
import ProxyConfig

/// Finds arguments of a snippet that are left as they are.
struct ArgumentNotReplaced: CaddyRule {
  static let description = RuleDescription(
    id: "argument-not-replaced", severity: .error,
    summary: "a snippet's argument stays as it is written",
    rationale: """
      2.6 knows {args.0} and leaves {args[0]} alone; later releases know both, and leave an argument alone that the import \
      does not give. Files are then looked for in a folder called "{args[0]}".
      """,
    failing: [
      .caddy(
        """
        (pages) {
        	handle_errors {
        		root * ⟦{args[0]}⟧
        		rewrite * /{err.status_code}.html
        		file_server
        	}
        }
        http://shop.example {
        	import pages /srv/pages
        	reverse_proxy 127.0.0.1:9000
        }
        """, release: "2.6"),
      .caddy(
        """
        (pages) {
        	handle_errors {
        		root * ⟦{args[1]}⟧
        		rewrite * /{err.status_code}.html
        		file_server
        	}
        }
        http://shop.example {
        	import pages /srv/pages
        	reverse_proxy 127.0.0.1:9000
        }
        """),
    ],
    passing: [
      .caddy(
        """
        (pages) {
        	handle_errors {
        		root * {args.0}
        		rewrite * /{err.status_code}.html
        		file_server
        	}
        }
        http://shop.example {
        	import pages /srv/pages
        	reverse_proxy 127.0.0.1:9000
        }
        """, release: "2.6")
    ])

  func check(_ project: CaddyProject, into report: inout Report) {
    guard project.isCaddyfile else { return }
    for word in project.words {
      guard let offset = word.text.offset(of: "{args") else { continue }
      let rest = word.text.from(offset)
      guard let end = rest.offset(of: "}") else { continue }
      let name = rest.upTo(end + 1).string
      let isOld = project.config.release == .release26 && name.hasPrefix("{args[")
      let place = word.place.narrowed(to: [name]) ?? word.place
      report.add(
        finding(
          isOld
            ? "\(name) stays as it is: Caddy 2.6 knows {args.0}"
            : "\(name) stays as it is: the import gives no such argument",
          at: place,
          help: isOld ? "write {args.\(name.filter(\.isNumber))}" : "give the argument behind the snippet's name",
          shownBy: project.visit(running: project.handler(around: place))))
    }
  }
}
