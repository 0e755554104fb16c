internal import Diagnostics
internal import Escaping

/// Stands in for every page until a build has succeeded: what is wrong, readable without scripts, too.
struct WaitingPage: Sendable {
  let state: Preview.State
  let injection: Injection

  var response: Response {
    let text = state.report.rendered(.text, tool: ToolDescription(name: "", version: "", address: ""))
    let heading = state.report.hasErrors ? "There is nothing to show yet" : "The first build is under way"
    let body = OwnPage(
      title: heading,
      content: "<h1>\(heading)</h1>\n<p>As soon as a build succeeds, this page becomes the one you asked for.</p>\n"
        + (text.isEmpty ? "" : "<pre tabindex=\"0\">\(HTML.escape(text))</pre>\n"))
    return Response(
      503, fields: OwnPage.fields + [("Retry-After", "1")], body: injection.page(Array(body.html.utf8)))
  }
}

/// A page that the server itself says something on.
struct OwnPage {
  let title: String
  let content: String

  static let fields = [
    ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
    ),
  ]

  var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <title>\(HTML.escape(title)) · interlude serve</title>
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <link rel="stylesheet" href="/__interlude/preview.css">
    </head>
    <body>
    <main>
    \(content)</main>
    </body>
    </html>

    """
  }
}
