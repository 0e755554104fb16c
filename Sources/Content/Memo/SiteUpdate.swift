public import Diagnostics
internal import Markdown

/// What an author did to articles and to what they show, by path below the content folder.
public struct ContentEdit: Sendable {
  /// The present bytes of files that are new or have changed.
  public var texts: [String: [UInt8]] = [:]
  public var removed: Set<String> = []
  /// The days of the last changes of new files, where there is a history that knows them.
  public var days: [String: Day] = [:]

  public init() {}

  public var isEmpty: Bool { texts.isEmpty && removed.isEmpty }

  /// Whether a path is that of an article or a topic's own page.
  public static func concerns(_ path: String) -> Bool { path.hasPrefix("articles/") && path.hasSuffix(".md") }
}

/// A remembered site with some of its articles read again, new ones among them and others gone.
public struct SiteUpdate: Sendable {
  public private(set) var memo: SiteMemo
  /// The site before this edit.
  public private(set) var before: SiteMemo
  /// The articles and definitions that were read, by the path of their source below the content folder.
  public private(set) var articles: [String: Article] = [:]
  public private(set) var definitions: [String: ErrorDefinition] = [:]
  /// Files that were edited, and those that now stand where another one stood.
  public private(set) var changed: Set<String> = []
  /// Whether pages came or went.
  public private(set) var comesOrGoes = false
  /// Files besides texts that pages now show and did not, and the other way round.
  public private(set) var shown: Set<String> = []
  public private(set) var unshown: Set<String> = []
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
  /// The paths of the author's files; others came with the program.
  private var own: Set<String>
  private var positions: [String: Int]
  private let options: SiteLoader.Options

  /// The problems of files that were read when some of them are errors, and the names of all that were read.
  public struct Refusal: Sendable {
    public let report: Report
    public let checked: Set<String>
  }

  /// Reads the files of an edit. Nil when more than articles is different, or when something is wrong: then the whole site
  /// has to be read.
  ///
  /// - Parameters:
  ///   - files: every path below the content folder, after the edit.
  ///   - read: reads a file that has not changed.
  ///   - refusal: is set when only errors in the files stand in the way. What a whole build would find elsewhere because
  ///     of them is not in it.
  public init?(
    _ memo: SiteMemo, _ edit: ContentEdit, files: Set<String>, options: SiteLoader.Options,
    refusal: inout Refusal?, read: (String) -> [UInt8]?
  ) async {
    (self.memo, before) = (memo, memo)
    self.options = options
    (index, own) = (PageIndex(files: files), files)
    positions = Dictionary(memo.pages.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    guard reindex(files) else { return nil }
    guard await reread(edit, files: files, read: read) else {
      refusal = self.refusal
      return nil
    }
  }

  /// The same after further edits.
  public init?(
    after last: SiteUpdate, _ edit: ContentEdit, files: Set<String>, refusal: inout Refusal?,
    read: (String) -> [UInt8]?
  ) async {
    self = last
    (own, index.files) = (files, files)
    before = memo
    (articles, definitions, report, checked, claiming) = ([:], [:], Report(), [], [])
    (changed, shown, unshown, comesOrGoes) = ([], [], [], false)
    keepsOutlines = true
    guard await reread(edit, files: files, read: read) else {
      refusal = self.refusal
      return nil
    }
  }

  /// Makes the index of all pages anew.
  private mutating func reindex(_ files: Set<String>, besides edited: Set<String> = []) -> Bool {
    index = PageIndex(files: files)
    for page in memo.pages where page.isThere && !edited.contains(page.path) && !isWithheld(page) {
      guard let name = MarkdownFileName(path: page.path, languages: memo.settings.languages) else { return false }
      add(name, headings: page.headings, isDraft: page.isDraft)
    }
    return true
  }

  /// Whether a page came with the program and is no part of the site.
  private func isWithheld(_ page: PageMemo) -> Bool {
    guard case .error(let definition) = page.content else { return false }
    return !own.contains(page.path) && !memo.chosen.contains(definition.code)
  }

  private mutating func add(_ name: MarkdownFileName, headings: [String], isDraft: Bool) {
    index.add(name, headings: headings, isDraft: isDraft, includesDrafts: options.includesDrafts)
  }

  private mutating func reread(_ edit: ContentEdit, files: Set<String>, read: (String) -> [UInt8]?) async -> Bool {
    let parsed = await parse(edit.texts)
    guard parsed.count == edit.texts.count else { return false }
    // Links are only as good as the pages and headings they lead to.
    var moved: Set<UInt64> = []
    var comeOrGone: Set<String> = []
    for path in edit.removed {
      guard let name = MarkdownFileName(path: path, languages: memo.settings.languages),
        let position = positions[path], memo.pages[position].isThere, mayMove(memo.pages[position], name, files)
      else { return false }
      memo.replace(position, by: .gone(path))
      checked.insert(memo.displayName(path))
      moved.insert(PageMemo.hash(name.neutralPath))
      comeOrGone.insert(path)
    }
    for file in parsed {
      let path = file.name.path
      if positions[path] == nil { positions[path] = memo.append(.gone(path)) }
      guard let page = positions[path].map({ memo.pages[$0] }) else { return false }
      let isDraft = file.front.boolean("draft") == true
      if !page.isThere || page.isDraft != isDraft {
        guard mayMove(page, file.name, files) else { return false }
        comeOrGone.insert(path)
      }
      if comeOrGone.contains(path) || file.headings != page.headings {
        moved.insert(PageMemo.hash(file.name.neutralPath))
      }
    }
    if !comeOrGone.isEmpty {
      (keepsOutlines, comesOrGoes) = (false, true)
      guard reindex(files, besides: Set(edit.texts.keys)) else { return false }
    }
    for file in parsed {
      add(file.name, headings: file.headings, isDraft: file.front.boolean("draft") == true)
    }
    changed = Set(edit.texts.keys)
    guard take(parsed, edit.days) else { return false }
    // Where a translation comes or goes, the original stands elsewhere.
    let originals = comeOrGone.compactMap { path -> String? in
      guard let name = MarkdownFileName(path: path, languages: memo.settings.languages), name.language != nil,
        let position = positions[name.neutralPath], memo.pages[position].isThere
      else { return nil }
      return name.neutralPath
    }
    changed.formUnion(originals)
    let linked = moved.isEmpty ? [] : memo.pages.filter { !moved.isDisjoint(with: $0.links) }.map(\.path)
    let others = Set(linked + originals).filter { edit.texts[$0] == nil }
    guard await complete(others.sorted(), read: read) else { return false }
    return showsFiles() && (keepsOutlines || hasUniqueNames() && compareAssets())
  }

  /// Whether nothing but links and lists can depend on a page that comes or goes. The glossary and articles of codes are
  /// led to from everywhere, and files of signatures name articles, too.
  private func mayMove(_ page: PageMemo, _ name: MarkdownFileName, _ files: Set<String>) -> Bool {
    page.claims == PageMemo.noClaims && memo.settings.glossary != name.page
      && !files.contains { $0.hasPrefix("signatures/") }
      && !memo.pages.contains { page in
        if case .error(let definition) = page.content { definition.article == name.page } else { false }
      }
  }

  /// Whether no two pages have one address; `PageNames` says which.
  private func hasUniqueNames() -> Bool {
    var taken: Set<String> = []
    var aliases: [String] = []
    for page in memo.pages where page.isThere {
      guard let name = MarkdownFileName(path: page.path, languages: memo.settings.languages),
        taken.insert(name.page.inLanguage(name.language).text.lowercased()).inserted
      else { return false }
      if case .article(let article) = page.content { aliases += article.aliases.map { $0.text.lowercased() } }
    }
    return aliases.allSatisfy { taken.insert($0).inserted }
  }

  /// Whether every file is there that the author's pages show.
  private func showsFiles() -> Bool {
    memo.settings.card.map { own.contains($0.text) } ?? true
      && memo.pages.allSatisfy { $0.assets.isEmpty || !own.contains($0.path) || own.isSuperset(of: $0.assets) }
  }

  /// Works out which files pages show now and did not.
  private mutating func compareAssets() -> Bool {
    func all(_ memo: SiteMemo) -> Set<String> {
      Set(memo.pages.flatMap(\.assets)).union([memo.settings.card?.text].compactMap { $0 })
    }
    let (old, new) = (all(before), all(memo))
    (shown, unshown) = (new.subtracting(old), old.subtracting(new))
    return shown.allSatisfy(index.files.contains)
  }

  /// Reads more files whole that have not changed; false when that cannot be done.
  public mutating func complete(_ paths: [String], read: (String) -> [UInt8]?) async -> Bool {
    var sources: [String: [UInt8]] = [:]
    for path in paths where articles[path] == nil && definitions[path] == nil {
      guard let bytes = read(path) else { return false }
      sources[path] = bytes
    }
    let parsed = await parse(sources)
    return parsed.count == sources.count && take(parsed)
  }

  /// Pages by the names under which their sources are shown.
  public func named<Page>(_ pages: [String: Page]) -> [String: Page] {
    Dictionary(pages.map { (memo.displayName($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  private func parse(_ files: [String: [UInt8]]) async -> [MarkdownFile] {
    let languages = MarkdownLanguages(memo.locales, rawHTML: memo.settings.rawHTML)
    let named = files.sorted { $0.key < $1.key }.compactMap { path, bytes in
      MarkdownFileName(path: path, languages: memo.settings.languages).map { (name: $0, bytes: bytes) }
    }
    return await Parallel.map(named, jobs: options.jobs) { [memo, own] file in
      MarkdownFile(
        name: file.name, source: Source(name: memo.displayName(file.name.path), bytes: file.bytes),
        options: languages.options(for: file.name), isBuiltIn: !own.contains(file.name.path))
    }
  }

  /// Puts files into the memo; false when they differ in more than what pages show of them.
  private mutating func take(_ files: [MarkdownFile], _ days: [String: Day] = [:]) -> Bool {
    for file in files {
      guard let position = positions[file.name.path] else { return false }
      let page = ResolvedPage(file, index, defaultLanguage: memo.settings.defaultLanguage)
      let old = memo.pages[position]
      var new = page.memo
      // An edit that is not committed yet leaves the history as it was.
      let day = old.isThere ? old.changed : memo.settings.showsLastChange ? days[file.name.path] : nil
      new.changed = day
      // What is wrong in the file itself is wrong whatever else has changed.
      if file.report.hasErrors, !file.isBuiltIn {
        checked.insert(file.source.name)
        report.add(file.report)
        report.add(page.report)
        continue
      }
      guard old.claims == new.claims else {
        // Errors may be the reason; but who is to tell?
        (report, checked) = (Report(), [])
        return false
      }
      // Nobody can mend a file that is not theirs.
      if !file.isBuiltIn {
        checked.insert(file.source.name)
        report.add(file.report)
        report.add(page.report)
      }
      if !old.hasSameOutline(as: new) { keepsOutlines = false }
      switch page.content {
      case .article(let article): articles[file.name.path] = article.dated(day)
      case .error(let definition): definitions[file.name.path] = definition.dated(day)
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
