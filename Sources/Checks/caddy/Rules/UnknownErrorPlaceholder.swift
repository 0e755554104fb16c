import Diagnostics
import ProxyConfig

/// Finds placeholders of errors that Caddy does not have.
struct UnknownErrorPlaceholder: CaddyRule {
  static let description = RuleDescription(
    id: "unknown-error-placeholder", severity: .error,
    summary: "there is no such placeholder of errors",
    rationale: """
      Caddy puts nothing, or the word itself, in place of a name it does not know, and says so nowhere: the page's path is \
      then /.html, which does not exist, and the visitor gets an empty body.
      """,
    failing: [
      .caddy(
        errors: """
          root * /srv/pages
          rewrite * /⟦{err.code}⟧.html
          file_server
          """)
    ],
    passing: [
      .caddy(
        errors: """
          respond "{err.status_code} {err.status_text} {http.error.id}"
          """)
    ])

  private static let known = ["status_code", "status_text", "message", "trace", "id"]

  func check(_ project: CaddyProject, into report: inout Report) {
    for word in project.words {
      let source = word.place.source
      let bytes = ByteText(source.bytes[word.place.range])
      for prefix in ["{err.", "{http.error."] {
        var from = 0
        while let start = bytes.offset(of: ByteText(prefix), from: from) {
          from = start + prefix.utf8.count
          guard let end = bytes.offset(of: "}", from: from), end - from < 100 else { continue }
          let name = bytes[from..<end].string
          guard !Self.known.contains(name) else { continue }
          let base = word.place.range.lowerBound
          let near = name == "code" || name == "status" ? "status_code" : NearestName.of(name, among: Self.known)
          let place = source.place(base + start..<base + end + 1)
          report.add(
            finding(
              "there is no placeholder \(prefix)\(name)}", at: place,
              notes: ["There are \(Self.known.joined(separator: ", "))."], help: near.map { "write \(prefix)\($0)}" },
              fix: near.map { [.init(replace: source.place(base + from..<base + end), with: $0)] } ?? [],
              shownBy: project.visit(running: project.handler(around: place))))
        }
      }
    }
  }
}
