internal import Content
internal import Diagnostics
internal import Escaping

/// The help site in one language: what is translated, and the default language's pages for what is not. An object, because
/// pages ask it a hundred times each.
final class Edition: Sendable {
  let locale: Locale
  /// The brand's name as this language writes it.
  let name: String
  /// What the help site offers, in one sentence.
  let description: String
  /// That sentence's language, where nobody wrote it in this one.
  let descriptionLanguage: String?
  /// The folder its pages lie in; nil for the default language, whose pages lie at the site's root.
  let folder: String?
  /// All articles in reading order.
  let entries: [Entry]
  /// The topics; the first is the root of them all.
  let branches: [Branch]
  /// By ascending code.
  let codes: [ErrorDefinition]
  /// Those that have a page.
  let tags: [Tag]
  /// The page of a tag as articles spell it; none for a tag of one article alone.
  let tagPages: [String: SitePath]
  /// Where an article stands in `entries`, by its page.
  let positions: [SitePath: Int]
  /// Where a code stands in `codes`.
  let codePositions: [Int: Int]
  /// The articles about a code, as positions in `entries`.
  let articlesByCode: [Int: [Int]]
  let causes: Causes
  /// How many slashes the longest way to an article has.
  let depth: Int
  private let ownCodes: Set<Int>
  private let listings: Set<SitePath>

  /// An article as this edition shows it.
  struct Entry: Sendable {
    let article: Article
    /// Whether it is in the edition's own language.
    let isTranslated: Bool
    /// Position of its topic in `branches`.
    let branch: Int

    /// The same entry with another state of its article.
    func showing(_ article: Article) -> Entry {
      Entry(article: article, isTranslated: isTranslated, branch: branch)
    }

    /// Its language where that is not the edition's.
    var language: String? { isTranslated ? nil : article.language }
  }

  /// A topic and what it holds, as positions.
  struct Branch: Sendable {
    let path: SitePath
    let title: String
    let parent: Int?
    var index: Int?
    var articles: [Int] = []
    var children: [Int] = []
  }

  init(_ site: Site, locale: Locale) {
    let language = locale.language
    let isDefault = language == site.settings.defaultLanguage
    let translations = site.translatedErrors[language] ?? [:]
    let tree = EditionTree(site, language: language)
    self.locale = locale
    name = site.settings.name(in: language)
    description = site.settings.description(in: language)
    descriptionLanguage =
      isDefault || site.settings.descriptions[language] != nil ? nil : site.settings.defaultLanguage
    folder = isDefault ? nil : language
    entries = tree.entries
    branches = tree.branches
    codes = site.errors.map { translations[$0.code] ?? $0 }
    ownCodes = isDefault ? Set(site.errors.map(\.code)) : Set(translations.keys)
    codePositions = Dictionary(codes.enumerated().map { ($1.code, $0) }, uniquingKeysWith: { first, _ in first })
    positions = Dictionary(
      tree.entries.enumerated().map { ($1.article.path, $0) }, uniquingKeysWith: { first, _ in first })
    (tags, tagPages) = Tag.all(of: tree.entries)
    causes = Causes(tree.entries, codes: codes)
    depth = tree.entries.reduce(0) { max($0, $1.article.path.depth) }
    listings = Set(
      causes.paths + tree.branches.map(\.path) + tags.map(\.path)
        + (tags.isEmpty ? [] : [Tag.index]))
    var articlesByCode: [Int: [Int]] = [:]
    for (position, entry) in entries.enumerated() where !entry.article.isTopic {
      for code in entry.article.codes { articlesByCode[code, default: []].append(position) }
    }
    self.articlesByCode = articlesByCode
  }

  /// The languages a help site can be offered in: those whose locale has its strings.
  static func all(of site: Site) -> [Edition] {
    site.locales.filter { !$0.site.isEmpty }.map { Edition(site, locale: $0) }
  }

  /// The edition with whole articles and definitions in the place of outlines, by the name of their source.
  func filled(_ articles: [String: Article], _ definitions: [String: ErrorDefinition]) -> Edition {
    var entries = entries
    for (_, article) in articles {
      guard let position = positions[article.path], entries[position].article.language == article.language else {
        continue
      }
      entries[position] = entries[position].showing(article)
    }
    return Edition(self, entries: entries, codes: codes.map { definitions[$0.page.source.name] ?? $0 })
  }

  private init(_ other: Edition, entries: [Entry], codes: [ErrorDefinition]) {
    (self.entries, self.codes) = (entries, codes)
    (locale, name, folder) = (other.locale, other.name, other.folder)
    (description, descriptionLanguage) = (other.description, other.descriptionLanguage)
    (branches, tags, tagPages, causes) = (other.branches, other.tags, other.tagPages, other.causes)
    (positions, codePositions, articlesByCode) = (other.positions, other.codePositions, other.articlesByCode)
    (depth, ownCodes, listings) = (other.depth, other.ownCodes, other.listings)
  }

  /// Where a page of this edition lies in the whole site.
  func place(_ path: SitePath) -> SitePath { path.inLanguage(folder) }

  /// An interface string.
  func string(_ key: String) -> String { locale.site[key] ?? LocaleKeys.englishSite[key] ?? key }

  /// A string of the search.
  func searchString(_ key: String) -> String { locale.search[key] ?? LocaleKeys.englishSearch[key] ?? key }

  func entry(at path: SitePath) -> Entry? { positions[path].map { entries[$0] } }

  /// Whether the edition has a page at `path`. Home and codes are in all editions.
  func has(_ path: SitePath) -> Bool {
    let isFiled =
      path.text.hasPrefix(PagePaths.articles.text) || path.text.hasPrefix(Tag.index.text)
      || path.text.hasPrefix(Causes.index.text)
    return !isFiled || positions[path] != nil || listings.contains(path)
  }

  /// The article to begin with: the first that is no topic's own page.
  var beginning: Int? { entries.firstIndex { !$0.article.isTopic } }

  func isTranslated(code: Int) -> Bool { ownCodes.contains(code) }

  /// The topics above `branch`, outermost first, the root of all left out.
  func ancestors(of branch: Int) -> [Int] {
    var path: [Int] = []
    var next: Int? = branch
    while let current = next {
      if branches[current].parent != nil { path.append(current) }
      next = branches[current].parent
    }
    return path.reversed()
  }
}
