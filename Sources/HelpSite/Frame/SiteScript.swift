internal import Content
internal import Theme

/// The help site's script as a file, and how pages name it. Everything works without it.
struct SiteScript: Sendable {
  static let source = "assets/site.js"
  static let path = SitePath("assets/site.js")

  let text: String
  /// Changes with the text, as for the style sheet.
  let version: String

  init(_ text: String) {
    self.text = text
    version = String(Fingerprint(Array(text.utf8)).hex.prefix(8))
  }

  var file: OutputFile { OutputFile(path: Self.path.text, text: text) }
}
