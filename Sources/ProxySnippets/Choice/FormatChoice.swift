/// How a proxy picks the page's format from Accept (RFC 9110, section 12.5.1): browsers name HTML and get it; clients
/// that name JSON or XML get problem details; curl and others that name nothing get a few lines of text.
enum FormatChoice {
  /// Formats with an expression for the media types that ask for them, to be tried in this order.
  static let types: [(format: String, pattern: String)] = [
    ("html", "html"), ("json", "json"), ("xml", "xml"), ("txt", "plain"),
  ]

  static let fallback = "txt"

  static let contentTypes: [(format: String, type: String)] = [
    ("html", "text/html"), ("json", "application/problem+json"), ("xml", "application/problem+xml"),
    ("txt", "text/plain"),
  ]

  /// The whole Content-Type of a format. JSON has no charset (RFC 8259, section 11), and XML declares its own.
  static func contentType(_ format: String) -> String {
    let type = contentTypes.first { $0.format == format }?.type ?? "text/plain"
    return type.hasPrefix("text/") ? type + "; charset=utf-8" : type
  }

  /// The first media type wanted without reservation, then the first one wanted at all. Written like those of
  /// `LanguageChoice`.
  static func patterns(group: String) -> [String] {
    let head = "(?:^|,) *\(group)\(mediaTypes)) *(?:; *(?:[a-pr-z][^,;]*|"
    return ["q=1[.0]*", "q=0?[.][0-9]*[1-9][0-9]*"].map { head + $0 + ") *)*(?:,|$)" }
  }

  /// The media type or range (`text/*`) of the highest quality value: an expression for none or 1, then one for each tenth.
  static func ranked(group: String) -> [String] {
    let head = "(?:^|,) *\(group)\(mediaTypes)|(?:application|text)/[*]) *(?:; *[a-pr-z][^,;]*)*"
    let qualities = (1...9).reversed().map { "0?[.]\($0)[0-9]*" } + ["0?[.]0[0-9]*[1-9][0-9]*"]
    return [head + "(?:; *q=1[.0]* *)?(?:;[^,q]*)?(?:,|$)"] + qualities.map { head + "; *q=\($0) *(?:;[^,]*)?(?:,|$)" }
  }

  private static let mediaTypes =
    "text/html|application/xhtml[+]xml|application/[a-z0-9.+-]*json|(?:application|text)/[a-z0-9.+-]*xml|text/plain"
}
