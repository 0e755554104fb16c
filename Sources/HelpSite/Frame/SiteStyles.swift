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

  init(_ sheet: StyleSheet) {
    policySource = sheet.policySource
    text = sheet.text
    version = String(Fingerprint(Array(sheet.text.utf8)).hex.prefix(8))
  }

  var file: OutputFile { OutputFile(path: Self.path.text, text: text) }
}
