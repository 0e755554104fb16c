import Diagnostics
import ProxyConfig
import Trace

/// Finds `try_files … = 503` with a space.
struct TryFilesSpaceCode: NginxRule {
  static let description = RuleDescription(
    id: "try-files-space-code", severity: .error,
    summary: "the code at the end of try_files is taken for a path",
    rationale:
      "Only \"=503\", without a space, is a code. \"= 503\" or \"503\" is a path, looked for when nothing else is found, and the status is lost.",
    failing: [
      .nginx("location / { root /srv/pages; try_files /maintenance.html = ⟦503⟧; }"),
      .nginx("location / { root /srv/pages; try_files $uri ⟦404⟧; }"),
    ],
    passing: [
      .nginx("location / { root /srv/pages; try_files /maintenance.html =503; }")
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    for (directive, scope) in project.directives("try_files") {
      guard let last = directive.words.last, let code = last.bytes.number else { continue }
      let before = directive.words.dropLast().last
      let start =
        before?.value == "="
        ? before?.place.range.lowerBound ?? last.place.range.lowerBound : last.place.range.lowerBound
      report.add(
        finding(
          "\(code) is taken for a path", at: last.place, help: "write: =\(code)",
          fix: [.init(replace: last.place.source.place(start..<last.place.range.upperBound), with: "=\(code)")],
          shownBy: project.request(through: scope)))
    }
  }
}
