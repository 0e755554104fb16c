/// How much of what visitors may meet a language has in its own words.
public struct LanguageCoverage: Sendable {
  public let language: String
  /// The language's name in itself.
  public let name: String
  /// The codes with a text of their own, ascending.
  public let own: [Int]
  /// The codes that share their class's text.
  public let shared: [Int]
  /// The codes without any text; a site that has such a code in such a language is not built.
  public let absent: [Int]
  /// Strings of the error pages that are missing, by the keys of `LocaleKeys.page`.
  public let missingStrings: [String]
  /// How many of the help site's strings there are; all of them, or none where the site is not offered in the language.
  public let siteStrings: Int
  /// Whether the search's strings are the language's own.
  public let hasSearch: Bool

  /// The 25 codes that visitors meet most, each of which deserves a text of its own: what browsers send by mistake or
  /// without permission, what servers fail with, and what a large proxy in front says of the server behind it.
  public static let common = [
    400, 401, 403, 404, 405, 408, 409, 410, 413, 414, 415, 422, 429, 431, 451,
    500, 501, 502, 503, 504, 520, 521, 522, 524, 526,
  ]

  /// Those of `common` that have no text of their own.
  public var missingCommon: [Int] { (shared + absent).filter(Self.common.contains).sorted() }

  /// Whether nothing is missing that visitors may meet often.
  public var isComplete: Bool { absent.isEmpty && missingCommon.isEmpty && missingStrings.isEmpty }

  init(_ loaded: LoadedLocale, codes: [Int]) {
    let locale = loaded.locale
    language = locale.language
    name = locale.name
    own = codes.filter { locale.codes[$0] != nil }
    shared = codes.filter { locale.codes[$0] == nil && locale.classes[$0 / 100] != nil }
    absent = codes.filter { locale.text(for: $0) == nil }
    missingStrings = LocaleKeys.page.fields.map(\.name).filter { locale.page[$0] == nil }
    siteStrings = locale.site.count
    hasSearch = loaded.hasSearch
  }
}
