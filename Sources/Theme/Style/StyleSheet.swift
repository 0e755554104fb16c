public import Content
public import Diagnostics
internal import Escaping

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

  /// One `assets/…` file of the theme, for pages that have the rest. Nil if it is missing; that has been reported.
  public init?(addition path: String, of sources: TemplateSources, into report: inout Report) {
    guard let source = sources.file(path, into: &report) else { return nil }
    self.init(source.text(0..<source.bytes.count))
  }

  init(_ css: String) {
    self.init(minified: MinifiedCSS.text(css))
  }

  /// The same in one colour scheme, whatever the reader's device asks for: a condition on the scheme becomes one that always
  /// or never holds.
  public func fixed(to scheme: Tokens.Scheme) -> StyleSheet {
    let (always, never) = ("(min-width:0)", "(max-width:0)")
    return StyleSheet(
      minified: text.substituting("(prefers-color-scheme:dark)", by: scheme == .dark ? always : never)
        .substituting("(prefers-color-scheme:light)", by: scheme == .light ? always : never))
  }

  init(minified css: String) {
    text = css
    policySource = "'sha256-\(Fingerprint(Array(text.utf8)).base64)'"
  }

  /// The sheet cut down to what a page in each language shows, by its tag, for pages that carry their own. `outside` is
  /// markup of the pages that may use the sheet's custom properties.
  public func alone(in locales: [Locale], outside: [String]) -> [String: StyleSheet] {
    let whole = PageStyle(text, outside: outside)
    // Most languages are treated alike.
    var sheets: [PageStyle: StyleSheet] = [:]
    var byLanguage: [String: StyleSheet] = [:]
    for locale in locales {
      let style = whole.applying(to: locale.language, isMirrored: locale.direction == .rtl)
      let sheet = sheets[style] ?? StyleSheet(minified: style.text)
      (sheets[style], byLanguage[locale.language]) = (sheet, sheet)
    }
    return byLanguage
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
