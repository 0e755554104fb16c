public import Diagnostics
internal import Markdown

/// A remembered site in which only texts of articles are different: nothing that other pages show of them. Of all other
/// pages no more is unpacked than lies around the edited ones.
public struct TextUpdate: Sendable {
  /// The site with the edited pages in it.
  public private(set) var packed: PackedSite
  /// The edited articles, whole, by the path of their source below the content folder.
  public private(set) var articles: [String: Article] = [:]
  /// The names under which the files are shown.
  public private(set) var checked: Set<String> = []
  /// Those of them that name a cause, signatures or old addresses.
  public private(set) var claiming: Set<String> = []
  /// Outlines as they were before the edit: of the edited articles, of what lies beside and above them, of what they link
  /// to, and of as many others as a site must have to count as a large one.
  public let excerpt: Site

  /// Nil when that cannot be told, when anything else is different, or when there is anything to report: who looks at the
  /// whole site can tell more.
  ///
  /// - Parameters:
  ///   - edited: the new bytes of files that have changed, by path below the content folder.
  ///   - isFile: whether there is a file at a path below the content folder.
  public init?(
    _ packed: PackedSite, edited: [String: [UInt8]], options: SiteLoader.Options,
    isFile: (String) -> Bool
  ) {
    self.packed = packed
    let languages = MarkdownLanguages(packed.locales, rawHTML: packed.settings.rawHTML)
    var around = Surroundings()
    for (path, bytes) in edited.sorted(by: { $0.key < $1.key }) {
      guard let name = MarkdownFileName(path: path, languages: packed.settings.languages),
        name.kind == .article,
        let position = packed.position(path), let old = packed.page(position), old.path == path
      else { return nil }
      let file = MarkdownFile(
        name: name, source: Source(name: packed.displayName(path), bytes: bytes),
        options: languages.options(for: name))
      let paths = LinkResolution(file, PageIndex(files: [])).paths()
      var index = PageIndex(files: Set(paths.filter(isFile)))
      let targets = Set(paths.map(PageMemo.hash))
      guard let pages = packed.pages(packed.rows.indices.filter { targets.contains(packed.rows[$0].neutral) }) else {
        return nil
      }
      for page in pages {
        guard let name = MarkdownFileName(path: page.path, languages: packed.settings.languages) else { return nil }
        index.add(
          name, headings: page.headings, isDraft: page.isDraft,
          includesDrafts: options.includesDrafts)
      }
      let page = ResolvedPage(file, index, defaultLanguage: packed.settings.defaultLanguage)
      var new = page.memo
      // An edit that is not committed yet leaves the history as it was.
      new.changed = old.changed
      guard file.report.isEmpty, page.report.isEmpty, case .article(let article) = page.content,
        old.isDraft == new.isDraft, old.assets == new.assets, old.claims == new.claims,
        old.hasSameOutline(as: new)
      else { return nil }
      articles[path] = article.dated(old.changed)
      checked.insert(file.source.name)
      if new.claims != PageMemo.noClaims { claiming.insert(file.source.name) }
      self.packed.replace(position, by: new)
      around.add(name, links: old.links + new.links)
    }
    guard let pages = packed.pages(around.positions(in: packed)) else { return nil }
    excerpt = SiteMemo(excerpt: pages, of: packed).outline(
      includesDrafts: options.includesDrafts)
  }

  /// What time has brought up by `today`; nil if that cannot be told. `source` reads a file's bytes by its path.
  public func datedReport(on today: Day?, source: (String) -> [UInt8]?) -> Report? {
    var reviewed: [Int] = []
    if packed.settings.staleAfterDays != nil {
      reviewed = packed.rows.indices.filter { packed.rows[$0].facts & PackedSite.Row.review != 0 }
    }
    guard today != nil, !reviewed.isEmpty || packed.settings.maintenanceUntil != nil else { return Report() }
    guard let pages = packed.pages(reviewed) else { return nil }
    return SiteMemo.datedReport(pages, packed.settings, on: today) { path in
      source(path).map { Source(name: packed.displayName(path), bytes: $0) }
    }
  }
}

/// The pages that an edited article's page may show something of.
private struct Surroundings {
  /// Hashes of folders and of paths without a language.
  private var folders: Set<UInt64> = []
  private var links: Set<UInt64> = []
  /// More articles than a site may have for its pages to list them all.
  private static let least = 200

  mutating func add(_ name: MarkdownFileName, links: [UInt64]) {
    var folder = PackedSite.folder(of: name.path)
    while !folder.isEmpty {
      folders.insert(PageMemo.hash(folder))
      folder = PackedSite.folder(of: folder)
    }
    self.links.formUnion(links)
  }

  /// Every definition and every topic's own page, an article of each folder, and whatever is around the edited articles.
  func positions(in site: PackedSite) -> [Int] {
    var positions: [Int] = []
    var seen: Set<UInt64> = []
    var (missing, facts) = (Self.least, PackedSite.Row.tags | PackedSite.Row.cause)
    for (position, row) in site.rows.enumerated() {
      var isWanted =
        row.kind != PackedSite.Row.article || folders.contains(row.folder)
        || links.contains(row.neutral)
      if !isWanted, row.isOriginal, row.facts & PackedSite.Row.draft == 0 {
        isWanted = missing > 0 || row.facts & facts != 0
        if seen.insert(row.folder).inserted { isWanted = true }
      }
      guard isWanted else { continue }
      positions.append(position)
      if row.isOriginal, row.kind == PackedSite.Row.article, row.facts & PackedSite.Row.draft == 0 {
        seen.insert(row.folder)
        missing -= 1
        facts &= ~row.facts
      }
    }
    return positions
  }
}
