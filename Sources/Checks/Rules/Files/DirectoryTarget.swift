import Diagnostics
import ProxyConfig
import Trace

/// Finds pages that turn out to be folders.
struct DirectoryTarget: NginxRule {
  static let description = RuleDescription(
    id: "directory-target", severity: .warning,
    summary: "the page is a folder",
    rationale: """
      For a folder nginx redirects the visitor to the address with a slash at its end, in place of the error; with the slash \
      and without an index file it answers 403.
      """,
    failing: [
      .nginx(
        """
        error_page 502 ⟦/errors⟧;
        location / { proxy_pass http://127.0.0.1:9000; }
        location /errors { root /srv/pages; }
        """)
    ],
    passing: [
      .nginx(
        """
        error_page 502 /errors/502.html;
        location / { proxy_pass http://127.0.0.1:9000; }
        location /errors { root /srv/pages; }
        """)
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls {
      guard case .directory(let path) = call.ending, project.takenPage(call) == nil else { continue }
      report.add(
        finding(
          "\(path) is a folder: the visitor gets \(call.outcome.status)", at: call.entry.targetPlace,
          help: project.files.exists(path + "/index.html")
            ? "write: \(call.entry.target.source.string)/index.html" : "name a file",
          related: project.rootDirective(in: call.location).map {
            [.init("this decides where nginx looks", at: $0.place)]
          } ?? [], shownBy: call))
    }
  }
}
