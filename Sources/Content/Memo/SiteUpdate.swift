public import Diagnostics
internal import Markdown

/// A remembered site with some of its articles read again.
public struct SiteUpdate: Sendable {
  public private(set) var memo: SiteMemo
  /// The articles and definitions that were read, by the path of their source below the content folder.
  public private(set) var articles: [String: Article] = [:]
  public private(set) var definitions: [String: ErrorDefinition] = [:]
  /// What is wrong in the files that were read.
  public private(set) var report = Report()
  /// The names under which those files are shown.
  public private(set) var checked: Set<String> = []
  /// Those of them that name a cause, signatures or old addresses.
  public private(set) var claiming: Set<String> = []
  private var index: PageIndex
  private let positions: [String: Int]
  private let options: SiteLoader.Options

  /// Reads `edited` files of articles again. Nil when more than the texts of articles is different, or when something is
  /// wrong: then the whole site has to be read.
  ///
  /// - Parameters:
  ///   - edited: the new bytes of files that have changed, by path below the content folder.
  ///   - files: every path below the content folder.
  ///   - read: reads a file that has not changed.
  public init?(
    _ memo: SiteMemo, edited: [String: [UInt8]], files: Set<String>, options: SiteLoader.Options,
    read: (String) -> [UInt8]?
  ) async {
    self.memo = memo
    self.options = options
    index = PageIndex(files: files)
    positions = Dictionary(memo.pages.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    let parsed = await Self.parse(edited, memo, jobs: options.jobs)
    guard parsed.count == edited.count else { return nil }
    let headings = Dictionary(
      parsed.map { ($0.name.path, $0.body.headings.map(\.id)) }, uniquingKeysWith: { first, _ in first })
    var moved: Set<UInt64> = []
    for page in memo.pages {
      guard let name = MarkdownFileName(path: page.path, languages: memo.settings.languages) else { return nil }
      let new = headings[page.path]
      if let new, new != page.headings { moved.insert(PageMemo.hash(name.neutralPath)) }
      index.add(
        name, headings: new ?? page.headings, isDraft: page.isDraft, includesDrafts: options.includesDrafts)
    }
    guard take(parsed) else { return nil }
    // Links to headings are only as good as the headings.
    let linked = moved.isEmpty ? [] : memo.pages.filter { !moved.isDisjoint(with: $0.links) }.map(\.path)
    guard await complete(linked.filter { headings[$0] == nil }, read: read) else { return nil }
  }

  /// Reads more files whole that have not changed; false when that cannot be done.
  public mutating func complete(_ paths: [String], read: (String) -> [UInt8]?) async -> Bool {
    var sources: [String: [UInt8]] = [:]
    for path in paths where articles[path] == nil && definitions[path] == nil {
      guard let bytes = read(path) else { return false }
      sources[path] = bytes
    }
    let parsed = await Self.parse(sources, memo, jobs: options.jobs)
    return parsed.count == sources.count && take(parsed)
  }

  /// Pages by the names under which their sources are shown.
  public func named<Page>(_ pages: [String: Page]) -> [String: Page] {
    Dictionary(pages.map { (memo.displayName($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  private static func parse(_ files: [String: [UInt8]], _ memo: SiteMemo, jobs: Int) async -> [MarkdownFile] {
    let languages = MarkdownLanguages(memo.locales, rawHTML: memo.settings.rawHTML)
    let named = files.sorted { $0.key < $1.key }.compactMap { path, bytes in
      MarkdownFileName(path: path, languages: memo.settings.languages).map { (name: $0, bytes: bytes) }
    }
    return await Parallel.map(named, jobs: jobs) { file in
      MarkdownFile(
        name: file.name, source: Source(name: memo.displayName(file.name.path), bytes: file.bytes),
        options: languages.options(for: file.name))
    }
  }

  /// Puts files into the memo; false when they differ in more than what their pages show.
  private mutating func take(_ files: [MarkdownFile]) -> Bool {
    for file in files {
      guard let position = positions[file.name.path] else { return false }
      let page = ResolvedPage(file, index, defaultLanguage: memo.settings.defaultLanguage)
      let (old, new) = (memo.pages[position], page.memo)
      guard old.isDraft == new.isDraft, old.assets == new.assets, old.claims == new.claims else { return false }
      // An edit that is not committed yet leaves the history as it was.
      switch page.content {
      case .article(var article):
        article.changed = old.changed
        articles[file.name.path] = article
      case .error(var definition):
        definition.changed = old.changed
        definitions[file.name.path] = definition
      case nil: return false
      }
      memo.pages[position] = new
      memo.pages[position].changed = old.changed
      checked.insert(file.source.name)
      if new.claims != PageMemo.noClaims { claiming.insert(file.source.name) }
      report.add(file.report)
      report.add(page.report)
    }
    return !report.hasErrors
  }
}
