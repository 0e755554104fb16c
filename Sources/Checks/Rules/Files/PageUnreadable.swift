import Diagnostics
import ProxyConfig
import Trace

/// Finds pages the proxy's workers may not read.
struct PageUnreadable: NginxRule {
  static let description = RuleDescription(
    id: "page-unreadable", severity: .error,
    summary: "the page is there, but the worker may not read it",
    rationale:
      "Workers run as a user without rights. A file of mode 0600, or a folder of mode 0700 on the way to it, makes 403 of the error.",
    failing: [
      .nginx(
        """
        user www-data;
        events {}
        http {
          server {
            error_page 502 ⟦/secret.html⟧;
            location / { proxy_pass http://127.0.0.1:9000; }
            location = /secret.html { root /srv/locked; }
          }
        }
        """)
    ],
    passing: [
      .nginx(
        """
        user www-data;
        events {}
        http {
          server {
            error_page 502 /502.html;
            location / { proxy_pass http://127.0.0.1:9000; }
            location = /502.html { root /srv/pages; }
          }
        }
        """)
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls {
      guard case .unreadableFile(let path) = call.ending else { continue }
      report.add(
        finding(
          "nginx's workers may not read \(path)", at: call.entry.targetPlace,
          notes: ["The visitor gets \(call.outcome.status)."],
          help: "chmod 0644 the file and 0755 the folders above it",
          related: project.rootDirective(in: call.location).map {
            [.init("this decides where nginx looks", at: $0.place)]
          } ?? [], shownBy: call))
    }
  }
}
