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
    self.init(minified: MinifiedCSS.text(css))
  }

  /// The same in one colour scheme, whatever the reader's device asks for: a condition on the scheme becomes one that always
  /// or never holds.
  public func fixed(to scheme: Tokens.Scheme) -> StyleSheet {
    let (always, never) = ("(min-width:0)", "(max-width:0)")
    return StyleSheet(
      minified: text.replacing("(prefers-color-scheme:dark)", with: scheme == .dark ? always : never)
        .replacing("(prefers-color-scheme:light)", with: scheme == .light ? always : never))
  }

  private init(minified css: String) {
    text = css
    policySource = "'sha256-\(Fingerprint(Array(text.utf8)).base64)'"
  }

  /// The sheet cut down to what a page in one language shows, for a page that carries its own. `outside` is markup of the
  /// page that may use the sheet's custom properties.
  public func alone(in language: String, isMirrored: Bool, outside: [String]) -> StyleSheet {
    let style = PageStyle(text, language: language, isMirrored: isMirrored, outside: outside)
    return StyleSheet(minified: style.text)
  }

  /// No style at all.
  public static let none = StyleSheet("")
}

extension TemplateSources {
  /// A file that the theme cannot do without; its absence is reported.
  public func file(_ path: String, into report: inout Report) -> Source? {
    if let source = files[path] { return source }
    report.add(Diagnostic("missing-template", "the theme has no `\(path)`", at: Place(file: "templates/\(path)")))
    return nil
  }
}
