import Diagnostics
import ProxyConfig
import Trace

/// Finds pages that are not found because `root` and the page's address share a folder, or `alias` lacks a slash.
struct RootUriDoubled: NginxRule {
  static let description = RuleDescription(
    id: "root-uri-doubled", severity: .error,
    summary: "the folder is counted twice, or once too little: root and alias are mixed up",
    rationale: """
      With root the whole address is appended: root /x/errors and /errors/502.html make /x/errors/errors/502.html. With \
      alias the location's name is replaced, letter by letter, slashes included.
      """,
    failing: [
      .nginx(
        """
        error_page 502 /errors/502.html;
        location /errors/ { ⟦root /srv/pages/errors;⟧ }
        """),
      .nginx(
        """
        error_page 502 /errors/502.html;
        location /errors/ { ⟦alias /srv/pages/errors;⟧ }
        """),
      .nginx(
        """
        error_page 502 /502.html;
        location = /502.html { ⟦root /srv/pages/502.html;⟧ }
        """),
    ],
    passing: [
      .nginx(
        """
        error_page 502 /errors/502.html;
        location /errors/ { root /srv/pages; }
        """),
      .nginx(
        """
        error_page 502 /errors/502.html;
        location /errors/ { alias /srv/pages/errors/; }
        """),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for call in project.readingCalls {
      guard case .missingFile(let path) = call.ending, case .doubled(let found) = MissingCause.of(call, in: project),
        let directive = project.rootDirective(in: call.location)
      else { continue }
      report.add(
        finding(
          "nginx looks for \(path); the file is \(found)", at: directive.place,
          notes: [
            "The visitor gets \(call.outcome.status) with nginx's own page instead of the one for \(call.entry.code)."
          ],
          help: advice(directive), related: [.init("the address of the page", at: call.entry.targetPlace)],
          fix: slash(directive), shownBy: call))
    }
  }

  private func advice(_ directive: Directive) -> String {
    let word = directive.argument(1)?.string ?? ""
    return directive.name == "alias"
      ? "write: alias \(word)/;"
      : "write: root \(PathText.parent(word.hasSuffix("/") ? String(word.dropLast()) : word));"
  }

  /// A slash behind `alias` is certainly what is meant when the file is found with it.
  private func slash(_ directive: Directive) -> [Diagnostic.Edit] {
    guard directive.name == "alias", let word = directive.words.dropFirst().first, !word.isQuoted else { return [] }
    return [.init(replace: word.place, with: word.place.text + "/")]
  }
}
