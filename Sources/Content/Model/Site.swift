/// Everything an author's folder says, checked and immutable: the one value all renderers read.
public struct Site: Sendable {
  public let settings: Settings
  /// In the order of `settings.pageLanguages`. Those that only error pages come in have no strings of the help site.
  public let locales: [Locale]
  /// By ascending code; only those that get pages.
  public internal(set) var errors: [ErrorDefinition]
  /// Per language: the articles in reading order. A language has entries only for what is translated.
  public internal(set) var articles: [String: [Article]]
  /// The topic tree of each language, over its `articles`.
  public let topics: [String: Topic]
  /// Translated error definitions, per language other than the default.
  public internal(set) var translatedErrors: [String: [Int: ErrorDefinition]]
  /// What log lines look like, and the causes they lead to.
  public let catalogue: SignatureCatalogue
  /// Codes that have error pages and no page of the help site.
  var undocumented: Set<Int> = []
  /// Files that pages refer to, to be published as they are.
  public let assets: [OutputFile]

  /// The site as its help site shows it.
  public var documented: Site {
    var site = self
    if !undocumented.isEmpty { site.errors.removeAll { undocumented.contains($0.code) } }
    return site
  }

  /// Whether the help site has a page about a code.
  public func isDocumented(_ code: Int) -> Bool { !undocumented.contains(code) }

  public var defaultLocale: Locale { locales[0] }

  /// Articles of the default language, in reading order.
  public var defaultArticles: [Article] { articles[settings.defaultLanguage] ?? [] }

  public func error(_ code: Int) -> ErrorDefinition? {
    errors.first { $0.code == code }
  }
}
