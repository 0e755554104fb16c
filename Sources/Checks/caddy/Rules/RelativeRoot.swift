import Diagnostics
import ProxyConfig

/// Finds roots that depend on where Caddy was started.
struct RelativeRoot: CaddyRule {
  static let description = RuleDescription(
    id: "relative-root", severity: .warning,
    summary: "the pages' folder is relative to where Caddy was started",
    rationale: """
      A relative root starts at Caddy's working directory, which is / under systemd and something else in a shell. The pages \
      that were there in the test are missing in the outage.
      """,
    failing: [
      .caddy(
        errors: """
          root * ⟦errors⟧
          rewrite * /{err.status_code}.html
          file_server
          """)
    ],
    passing: [
      .caddy(
        """
        http://shop.example {
        	root * /srv/www
        	reverse_proxy 127.0.0.1:9000
        	handle_errors {
        		root * {$PAGES:/srv/pages}
        		rewrite * /{err.status_code}.html
        		file_server
        	}
        }
        """)
    ])

  func check(_ project: CaddyProject, into report: inout Report) {
    for found in project.handlers where found.surroundings != .requests {
      let root: ByteText
      switch found.handler.kind {
      case .vars(let variables):
        guard case .text(let text)? = variables.last(where: { $0.name == "root" })?.value else { continue }
        root = text
      case .fileServer(let server): root = server.root
      default: continue
      }
      guard let extent = found.handler.extent, !root.isEmpty, !root.hasPrefix("/"), !root.hasPrefix("{") else {
        continue
      }
      let visit = project.visit(running: found)
      report.add(
        finding(
          "\(root) is looked for where Caddy was started", at: extent.narrowed(toLast: root.string) ?? extent,
          severity: visit == nil ? .info : nil,
          help: "write the whole path, such as /srv/\(root.without(prefix: "./"))", shownBy: visit))
    }
  }
}

extension Place {
  /// The last stand of a text inside the place.
  func narrowed(toLast text: String) -> Place? {
    var found: Place?
    var rest = self
    while let next = rest.narrowed(to: [text]), !text.isEmpty {
      found = next
      rest = source.place(next.range.upperBound..<range.upperBound)
    }
    return found
  }
}
