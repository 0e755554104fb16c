public import Diagnostics

/// A checked site without its texts: what a build that changes a few articles needs to know of all the others.
public struct SiteMemo: Sendable {
  /// What the content folder is called in messages.
  let folder: String
  public let settings: Settings
  let locales: [Locale]
  /// The codes that get pages.
  let chosen: [Int]
  private(set) var pages: [PageMemo]
  /// The pages as they were read, so that only those need to be packed again that were replaced since.
  private(set) var packed: PackedSite?
  private(set) var replaced: Set<Int> = []

  /// The site as far as it is known: of each document only the outline, no assets, no catalogue.
  public func outline(includesDrafts: Bool) -> Site {
    var articles: [String: [Article]] = [:]
    var definitions: [ErrorDefinition] = []
    var translations: [String: [Int: ErrorDefinition]] = [:]
    for page in pages {
      switch page.content {
      case .article(let article) where includesDrafts || !article.draft:
        articles[article.language, default: []].append(article)
      case .error(let definition):
        if let language = MarkdownFileName(path: page.path, languages: settings.languages)?.language {
          translations[language, default: [:]][definition.code] = definition
        } else if chosen.contains(definition.code) {
          definitions.append(definition)
        }
      case .article, .none: break
      }
    }
    var topics: [String: Topic] = [:]
    for (language, unordered) in articles {
      let tree = TopicTree(unordered)
      articles[language] = tree.articles
      topics[language] = tree.root
    }
    return Site(
      settings: settings, locales: locales, errors: definitions.sorted { $0.code < $1.code }, articles: articles,
      topics: topics, translatedErrors: translations, catalogue: SignatureCatalogue(causes: [], signatures: []),
      assets: [])
  }

  /// What a file is called in messages.
  public func displayName(_ path: String) -> String {
    folder.isEmpty || folder == "." ? path : "\(folder)/\(path)"
  }

  /// What time has brought up by `today`, as `SiteAssembly` reports it. `source` reads a file's source by its path;
  /// nil for one that came with the program.
  public func datedReport(on today: Day?, source: (String) -> Source?) -> Report {
    var report = Report()
    guard let today else { return report }
    if let settingsSource = source("site.yaml"),
      let over = DatedProblems.over(settings.maintenanceUntil, on: today, in: settingsSource)
    {
      report.add(over)
    }
    guard let days = settings.staleAfterDays else { return report }
    for page in pages {
      let reviewed: Day? =
        switch page.content {
        case .article(let article): article.reviewed
        case .error(let definition): definition.reviewed
        case .none: nil
        }
      guard let reviewed, today.dayNumber - reviewed.dayNumber > days else { continue }
      if let source = source(page.path) { report.add(DatedProblems.stale(reviewed, on: today, in: source)) }
    }
    return report
  }

  /// As it is kept for the next build.
  public var forKeeping: PackedSite { PackedSite(self) }

  /// Puts another page in the place of one.
  mutating func replace(_ position: Int, by page: PageMemo) {
    pages[position] = page
    replaced.insert(position)
  }

  /// Adds a page and returns its place.
  mutating func append(_ page: PageMemo) -> Int {
    pages.append(page)
    replaced.insert(pages.count - 1)
    return pages.count - 1
  }

  /// The same site with every page made anew.
  func mapped(_ transform: (PageMemo) -> PageMemo) -> SiteMemo {
    var memo = self
    memo.pages = pages.map(transform)
    (memo.packed, memo.replaced) = (nil, [])
    return memo
  }

  /// What was read.
  init(_ packed: PackedSite, pages: [PageMemo]) {
    self.init(
      folder: packed.folder, settings: packed.settings, locales: packed.locales,
      chosen: packed.chosen, pages: pages)
    self.packed = packed
  }

  init(folder: String, settings: Settings, locales: [Locale], chosen: [Int], pages: [PageMemo]) {
    (self.folder, self.settings, self.locales, self.chosen, self.pages) = (folder, settings, locales, chosen, pages)
  }
}
