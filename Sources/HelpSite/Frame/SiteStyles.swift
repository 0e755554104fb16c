internal import Content
internal import Theme

/// The help site's style sheet as a file, and how pages name it.
struct SiteStyles: Sendable {
  static let path = SitePath("assets/site.css")

  let text: String
  /// Changes with the text. It stands behind the URL and not in the file's name: a page that a visitor's browser or a
  /// proxy kept from before an update still finds a style sheet.
  let version: String
  /// The digest that allows the text inside a page.
  let policySource: String

  init(_ sheet: StyleSheet) { self.init(text: sheet.text) }

  /// The text of a style sheet as `StyleSheet` makes it.
  init(text: String) {
    self.text = text
    let digest = Fingerprint(Array(text.utf8))
    version = String(digest.hex.prefix(8))
    policySource = "'sha256-\(digest.base64)'"
  }

  var file: OutputFile { OutputFile(path: Self.path.text, text: text) }
}
