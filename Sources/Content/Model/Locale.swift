/// The interface strings and the visitor-facing texts of one language: `content/locales/<tag>.yaml`.
public struct Locale: Sendable {
  /// BCP 47 tag, also the folder's name in `error-pages/`.
  public let language: String
  /// The language's name in itself.
  public let name: String
  public let direction: Direction
  /// Strings of an error page, by the keys of `LocaleKeys.page`.
  public let page: [String: String]
  /// Strings of the help site, by the keys of `LocaleKeys.site`; empty when the site is not offered in this language.
  public let site: [String: String]
  /// Strings of the help site's search, by the keys of `LocaleKeys.search`; English where the file has none.
  public let search: [String: String]
  /// Visitor texts by status code.
  public let codes: [Int: VisitorText]
  /// Visitor texts for codes of a class that have none of their own: 4 and 5.
  public let classes: [Int: VisitorText]
  /// Visitor text for planned work; where it is missing, that of 503 serves.
  public let maintenance: VisitorText?

  public enum Direction: String, Sendable, CaseIterable { case ltr, rtl }

  public func text(for code: Int) -> VisitorText? {
    codes[code] ?? classes[code / 100]
  }

  /// The code's own text, or that of a class that speaks of the same place. 407 and 511 come from the visitor's network
  /// (RFC 9110, section 15.5.8; RFC 6585, section 6) and ask for the same, while a class speaks of the site.
  public func text(for definition: ErrorDefinition) -> VisitorText? {
    codes[definition.code] ?? (definition.code == 407 ? codes[511] : nil) ?? classes[definition.family]
      ?? classes[definition.code / 100]
  }
}

/// What an error page tells its visitor.
public struct VisitorText: Sendable, Hashable {
  /// One large plain sentence; never a number.
  public let heading: String
  public let happened: String
  /// What to do now, in order; one to three.
  public let advice: [String]
  /// One sentence for clients that take JSON or text.
  public let short: String
}
