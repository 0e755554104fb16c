import Diagnostics
import Trace

/// Finds pages that Caddy would run as templates and that are none.
struct TemplateCollision: CaddyRule {
  static let description = RuleDescription(
    id: "template-collision", severity: .error,
    summary: "the page holds {{ and is run as a template",
    rationale: """
      templates runs whatever is between {{ and }}. In a page's script or style that is not a template, and Caddy sends \
      the headers with a length and not one byte of the page.
      """,
    failing: [
      .caddy(
        errors: """
          root * /srv/pages
          rewrite * /script.html
          ⟦templates⟧
          file_server
          """,
        files: ["/srv/pages/script.html": "<script>let a = {{b: 1}}</script>"])
    ],
    passing: [
      .caddy(
        errors: """
          root * /srv/pages
          rewrite * /502.html
          templates
          file_server
          """),
      .caddy(
        errors: """
          root * /srv/pages
          rewrite * /id.html
          templates
          file_server
          """,
        files: ["/srv/pages/id.html": "<p>{{placeholder \"http.request.uuid\"}}</p>"]),
    ])

  func check(_ project: CaddyProject, into report: inout Report) {
    let run = project.likelyVisits.filter { $0.ending == .template }
    for (place, visits) in project.byPlace(run, { $0.lastPlace { $0 == .template } }) {
      guard
        let path = visits[0].events.compactMap({ event, _ -> String? in
          if case .file(let path, .found) = event { path } else { nil }
        }).last, let bytes = try? project.files.read(path), !Self.looksLikeTemplate(bytes)
      else { continue }
      report.add(
        finding(
          "\(path) holds {{ that is no template, and templates would run it", at: place,
          notes: ["The visitor gets headers and not one byte of the page."],
          help: "leave out templates, or write {{\"{{\"}} in the page", shownBy: visits[0]))
    }
  }

  /// Whether everything between `{{` and `}}` begins like an action of Go's templates.
  private static func looksLikeTemplate(_ bytes: [UInt8]) -> Bool {
    let actions: Set<String> = [
      "if", "else", "end", "range", "with", "define", "template", "block", "break", "continue", "placeholder",
      "include", "import", "env", "now", "printf", "print", "html", "js", "len", "index", "httpInclude", "readFile",
      "markdown", "splitFrontMatter", "stripHTML", "humanize", "maybe", "fileExists", "fileStat", "httpError",
      "listFiles", "not", "and", "or", "eq", "ne", "dict", "list", "default", "upper", "lower", "trim", "uuidv4",
    ]
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(separator: "{{", omittingEmptySubsequences: false).dropFirst().allSatisfy { part in
      guard part.contains("}}") else { return false }
      let inside = part.drop { $0 == "-" || $0.isWhitespace }
      guard let first = inside.first else { return false }
      if ".$\"`(/".contains(first) { return true }
      return actions.contains(String(inside.prefix { $0.isLetter || $0.isNumber }))
    }
  }
}
