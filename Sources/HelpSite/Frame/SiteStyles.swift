internal import Content

/// The help site's style sheet: the theme's tokens, the brand's colours and the site's own rules in one file.
struct SiteStyles: Sendable {
  static let path = SitePath("assets/site.css")

  let text: String
  /// Changes with the text. It stands behind the URL and not in the file's name: a page that a visitor's browser or a
  /// proxy kept from before an update still finds a style sheet.
  let version: String

  init(_ text: String) {
    self.text = text
    version = Self.digest(text)
  }

  var file: OutputFile { OutputFile(path: Self.path.text, text: text) }

  /// FNV-1a, 64 bits: enough to tell two versions of a file apart.
  private static func digest(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 {
      hash ^= UInt64(byte)
      hash &*= 0x100_0000_01b3
    }
    return String(hash, radix: 36)
  }
}
