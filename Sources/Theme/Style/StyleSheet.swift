public import Diagnostics

/// A style sheet ready to be put into a page: the theme's files one after another, without comments and needless white
/// space, and the digest that allows it in the page's content security policy.
public struct StyleSheet: Sendable {
  public let text: String

  /// `'sha256-…'`, for `style-src`.
  public let policySource: String

  /// Joins `assets/…` files of the theme after the palette, so that the tokens for print and forced colours win over
  /// the brand. A missing file is reported and gives nil.
  public init?(_ paths: [String], of sources: TemplateSources, palette: Palette, into report: inout Report) {
    var parts = [palette.css]
    for path in paths {
      guard let source = sources.file(path, into: &report) else { return nil }
      parts.append(source.text(0..<source.bytes.count))
    }
    self.init(parts.joined(separator: "\n"))
  }

  init(_ css: String) {
    text = MinifiedCSS.text(css)
    policySource = "'sha256-\(Fingerprint(Array(text.utf8)).base64)'"
  }
}

extension TemplateSources {
  /// A file that the theme cannot do without; its absence is reported.
  public func file(_ path: String, into report: inout Report) -> Source? {
    if let source = files[path] { return source }
    report.add(Diagnostic("missing-template", "the theme has no `\(path)`", at: Place(file: "templates/\(path)")))
    return nil
  }
}
