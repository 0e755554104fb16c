internal import Content
internal import Theme

/// The help site's script as a file, and how pages name it; with it the few lines that run before a page is painted, so that
/// the colours a reader chose are there from the start. Everything works without them.
struct SiteScript: Sendable {
  static let source = "assets/site.js"
  static let path = SitePath("assets/site.js")
  static let earlySource = "assets/theme.js"
  static let earlyPath = SitePath("assets/theme.js")

  let text: String
  let early: String
  /// Change with the texts, as for the style sheet.
  let version: String
  let earlyVersion: String

  init(_ text: String, early: String) {
    (self.text, self.early) = (text, early)
    version = String(Fingerprint(Array(text.utf8)).hex.prefix(8))
    earlyVersion = String(Fingerprint(Array(early.utf8)).hex.prefix(8))
  }

  var files: [OutputFile] {
    [OutputFile(path: Self.path.text, text: text), OutputFile(path: Self.earlyPath.text, text: early)]
  }
}
