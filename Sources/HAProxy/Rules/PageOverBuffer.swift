import Checks
import Diagnostics
import ProxyConfig

/// Finds pages that may not fit HAProxy's buffer once headers are added.
struct PageOverBuffer: HAProxyRule {
  static let description = RuleDescription(
    id: "page-over-buffer", severity: .warning, isAboutText: true,
    summary: "the page is so large that it may not fit the buffer with its headers",
    rationale: """
      HAProxy puts an error page and its headers into one buffer (tune.bufsize, 16384 bytes unless set). It starts with a page \
      that just fits, and answers with its own page for 500 when the headers, or what http-after-response adds to them, do not \
      fit any more. tune.maxrewrite (1024 bytes) is what should stay free.
      """,
    failing: [
      .haproxy(
        defaults: "⟦http-error status 503 content-type text/html file /srv/pages/large.html⟧",
        files: ["/srv/pages/large.html": String(repeating: "<p>back soon</p>", count: 1000)])
    ],
    passing: [
      .haproxy(
        """
            http-error status 503 content-type text/html file /srv/pages/large.html
        frontend www
            bind :80
            default_backend app
        backend app
            server a 127.0.0.1:9000
        global
            tune.bufsize 32768
        """, files: ["/srv/pages/large.html": String(repeating: "<p>back soon</p>", count: 1000)])
    ])

  func check(_ project: HAProxyProject, into report: inout Report) {
    let limit = project.model.bufferSize - 1024
    for reply in project.replies {
      let path: String
      switch reply.body {
      case .file(let name, _): path = name
      case .response(let stored): path = stored.path
      default: continue
      }
      guard let size = (try? project.machineFiles.status(of: path))?.size, size > limit else { continue }
      report.add(
        finding(
          "\(path) has \(size) bytes, and with its headers more than \(limit) are not sure to fit", at: reply.place,
          help: "make the page smaller, or write tune.bufsize \(project.model.bufferSize * 2) in the section global"))
    }
  }
}

extension HAProxyProject {
  /// Everything that the configuration has HAProxy answer, pages in effect and answers of rules.
  fileprivate var replies: [Reply] {
    let rules = model.sections.flatMap { $0.settings.requestRules + $0.settings.responseRules }
    return model.sections.flatMap(\.pages.values) + model.pageSets.values.flatMap(\.values)
      + rules.compactMap { rule in
        switch rule.action {
        case .deny(let reply), .tarpit(let reply), .reply(let reply): reply
        default: nil
        }
      }
  }
}
