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
  /// Whether only the edited files' own pages can be different: of what others show of them everything is the same.
  public private(set) var keepsOutlines = true
  private var refusal: Refusal? { report.hasErrors ? Refusal(report: report, checked: checked) : nil }
  private var index: PageIndex
  private let positions: [String: Int]
  private let options: SiteLoader.Options

  /// The problems of files that were read when some of them are errors, and the names of all that were read.
  public struct Refusal: Sendable {
    public let report: Report
    public let checked: Set<String>
  }

  /// Reads `edited` files of articles again. Nil when more than the texts of articles is different, or when something is
  /// wrong: then the whole site has to be read.
  ///
  /// - Parameters:
  ///   - edited: the new bytes of files that have changed, by path below the content folder.
  ///   - files: every path below the content folder.
  ///   - read: reads a file that has not changed.
  ///   - refusal: is set when only errors in the files stand in the way. What a whole build would find elsewhere because
  ///     of them is not in it.
  public init?(
    _ memo: SiteMemo, edited: [String: [UInt8]], files: Set<String>, options: SiteLoader.Options,
    refusal: inout Refusal?, read: (String) -> [UInt8]?
  ) async {
    self.memo = memo
    self.options = options
    index = PageIndex(files: files)
    positions = Dictionary(memo.pages.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    for page in memo.pages {
      guard let name = MarkdownFileName(path: page.path, languages: memo.settings.languages) else { return nil }
      add(name, page)
    }
    guard await reread(edited, read: read) else {
      refusal = self.refusal
      return nil
    }
  }

  /// The same after further edits.
  public init?(
    after last: SiteUpdate, edited: [String: [UInt8]], refusal: inout Refusal?, read: (String) -> [UInt8]?
  ) async {
    self = last
    (articles, definitions, report, checked, claiming) = ([:], [:], Report(), [], [])
    keepsOutlines = true
    guard await reread(edited, read: read) else {
      refusal = self.refusal
      return nil
    }
  }

  private mutating func add(_ name: MarkdownFileName, _ page: PageMemo) {
    index.add(name, headings: page.headings, isDraft: page.isDraft, includesDrafts: options.includesDrafts)
  }

  private mutating func reread(_ edited: [String: [UInt8]], read: (String) -> [UInt8]?) async -> Bool {
    let parsed = await Self.parse(edited, memo, jobs: options.jobs)
    guard parsed.count == edited.count else { return false }
    // Links to headings are only as good as the headings.
    var moved: Set<UInt64> = []
    for file in parsed {
      guard let position = positions[file.name.path] else { return false }
      var page = memo.pages[position]
      let headings = file.body.headings.map(\.id)
      guard headings != page.headings else { continue }
      page.headings = headings
      add(file.name, page)
      moved.insert(PageMemo.hash(file.name.neutralPath))
    }
    guard take(parsed) else { return false }
    let linked = moved.isEmpty ? [] : memo.pages.filter { !moved.isDisjoint(with: $0.links) }.map(\.path)
    return await complete(linked.filter { edited[$0] == nil }, read: read)
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
      let old = memo.pages[position]
      var new = page.memo
      // An edit that is not committed yet leaves the history as it was.
      new.changed = old.changed
      // What is wrong in the file itself is wrong whatever else has changed.
      if file.report.hasErrors {
        checked.insert(file.source.name)
        report.add(file.report)
        report.add(page.report)
        continue
      }
      guard old.isDraft == new.isDraft, old.assets == new.assets, old.claims == new.claims else {
        // Errors may be the reason; but who is to tell?
        (report, checked) = (Report(), [])
        return false
      }
      checked.insert(file.source.name)
      report.add(file.report)
      report.add(page.report)
      if !old.hasSameOutline(as: new) { keepsOutlines = false }
      switch page.content {
      case .article(let article): articles[file.name.path] = article.dated(old.changed)
      case .error(let definition): definitions[file.name.path] = definition.dated(old.changed)
      case nil:
        guard report.hasErrors else { return false }
        continue
      }
      memo.replace(position, by: new)
      if new.claims != PageMemo.noClaims { claiming.insert(file.source.name) }
    }
    return !report.hasErrors
  }
}
