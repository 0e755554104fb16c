public import Diagnostics
internal import Markdown
public import Packing

/// Turns an author's folder into a checked `Site`.
public struct SiteLoader: Sendable {
  public struct Options: Sendable {
    /// Whether drafts are part of the site.
    public var includesDrafts = false
    /// Overrides `baseURL` of `site.yaml`.
    public var baseURL: String?
    /// How many files are parsed at once.
    public var jobs = 1
    /// Today, to tell which pages are stale; nil leaves that out.
    public var today: Day?
    /// Leaves of pages that another job makes only the outline.
    public var plan: ShardPlan?
    /// Where the long parts of articles wait until they are asked for; in memory if absent.
    public var store: (any ByteStore)?

    public init() {}
  }

  let folder: ContentFolder
  let options: Options

  public init(_ folder: ContentFolder, options: Options = Options()) {
    self.folder = folder
    self.options = options
  }

  /// The site, unless an error stands in its way, and every problem found.
  public func load() async -> (site: Site?, report: Report) {
    let (site, _, report) = await loadWithMemo()
    return (site, report)
  }

  /// The same, and what a later build can know of the site without reading it.
  public func loadWithMemo() async -> (site: Site?, memo: SiteMemo?, report: Report) {
    var report = Report()
    guard !folder.files.isEmpty else {
      report.add(
        Diagnostic(
          "empty-content", "there is nothing in \(folder.name)", at: Place(file: folder.name),
          help: "`interlude init` lays down a small complete site to start from"))
      return (nil, nil, report)
    }
    let reader = FolderReader(folder)
    let settings = SettingsLoader(reader: reader, baseURL: options.baseURL).load(into: &report)
    let languages = settings?.settings.languages ?? ["en"]
    // What few files say is read while the many are parsed.
    let ((locales, markdown, problems), (paths, signatures, strays)) = await Parallel.both(jobs: options.jobs) {
      var problems = Report()
      let locales = await LocaleLoader(reader: reader)
        .load(
          settings?.settings.pageLanguages ?? languages, site: languages, from: settings?.languagePlaces ?? [],
          jobs: options.jobs, into: &problems)
      let files = reader.markdownFiles(languages: languages)
      let markdown = await parse(files, rawHTML: settings?.settings.rawHTML ?? false, locales.map(\.locale))
      return (locales, markdown, problems)
    } _: {
      var strays = Report()
      reader.reportUnknownFiles(languages: languages, into: &strays)
      return (Set(folder.files.map(\.path)), SignatureFiles(reader), strays)
    }
    report.add(problems)
    report.add(strays)
    for file in markdown { report.add(file.report) }
    let (index, names) = await Parallel.both(jobs: options.jobs) { [markdown] in
      PageIndex(
        markdown, files: paths, includesDrafts: options.includesDrafts, withheld: folder.withheld)
    } _: { [markdown] in
      var names = Report()
      PageNames.check(markdown, into: &names)
      return names
    }
    report.add(names)
    let (pages, (catalogue, claims)) = await Parallel.both(jobs: options.jobs) { [markdown] in
      await resolve(markdown, index, defaultLanguage: languages[0])
    } _: { [markdown] in
      var claims = Report()
      let catalogue = CatalogueReader(files: signatures, articles: listed(markdown, index)).read(into: &claims)
      return (catalogue, claims)
    }
    for page in pages { report.add(page.report) }
    report.add(claims)
    Parallel.discard(consume markdown)

    let assembly = SiteAssembly(
      reader: reader, settings: settings, locales: locales, pages: pages, index: index, catalogue: catalogue,
      options: options)
    let site = assembly.site(into: &report)
    if folder.untranslated > 0, let settings { report.add(untranslated(settings)) }
    // Nobody can mend a file that is not theirs; without it there is no site either, so then everything is told.
    let own = folder.withoutBuiltIn(report)
    if own.hasErrors || site != nil { report = own }
    guard !report.hasErrors, let site else { return (nil, nil, report) }
    let memo = SiteMemo(
      folder: folder.name, settings: site.settings, locales: site.locales, chosen: site.documented.errors.map(\.code),
      pages: pages.map(\.memo))
    Parallel.discard(consume pages)
    return (site, memo, report)
  }

  private func untranslated(_ settings: LoadedSettings) -> Diagnostic {
    Diagnostic(
      "help-in-english", .info,
      "\(folder.untranslated) of our texts are shown in English, as there are none in \(settings.settings.languages[0])",
      at: settings.languagePlaces.first ?? Place(file: folder.displayName("site.yaml")),
      help: "write `help: none` to publish none of ours, or a text of your own in the place of one")
  }

  /// The articles that signatures and causes can lead to.
  private func listed(_ files: [MarkdownFile], _ index: PageIndex) -> [CatalogueReader.Listed] {
    files.compactMap { file in
      guard case .article = file.name.kind, file.name.language == nil, let page = index.pages[file.name.neutralPath]
      else { return nil }
      return .init(page: page.path, path: file.name.neutralPath, front: file.front)
    }
  }

  private func parse(
    _ files: [(name: MarkdownFileName, source: Source, isBuiltIn: Bool)], rawHTML: Bool, _ locales: [Locale]
  ) async -> [MarkdownFile] {
    let languages = MarkdownLanguages(locales, rawHTML: rawHTML)
    return await Parallel.map(files, jobs: options.jobs) { file in
      MarkdownFile(
        name: file.name, source: file.source, options: languages.options(for: file.name),
        isOutline: options.plan?.owns(file.source.name) == false, isBuiltIn: file.isBuiltIn, store: options.store)
    }
  }

  private func resolve(
    _ files: [MarkdownFile], _ index: PageIndex, defaultLanguage: String
  ) async -> [ResolvedPage] {
    await Parallel.map(files, jobs: options.jobs) { file in
      ResolvedPage(file, index, defaultLanguage: defaultLanguage)
    }
  }
}

/// A Markdown file as the page it becomes; `content` is nil when its front matter was no use. An object, because many
/// look at all pages, and it holds much that would be copied each time.
final class ResolvedPage: Sendable {
  enum Content: Sendable {
    case article(Article)
    case error(ErrorDefinition)
  }

  let name: MarkdownFileName
  let content: Content?
  /// The codes that an error definition names as related, and where.
  let relatedCodes: [Located<Int>]
  let report: Report
  /// Whether it came with the program.
  let isBuiltIn: Bool
  /// What a later build can know of the file without reading it.
  let memo: PageMemo

  /// Looks up the links of a parsed file.
  init(_ file: MarkdownFile, _ index: PageIndex, defaultLanguage: String) {
    var report = Report()
    let resolution = LinkResolution(file, index)
    let targets = file.isOutline ? [] : resolution.targets(into: &report)
    var page = Document(source: file.source, bodyRange: file.bodyRange, body: file.body, targets: targets)
    page.isBuiltIn = file.isBuiltIn
    name = file.name
    isBuiltIn = file.isBuiltIn
    switch file.name.kind {
    case .errorDefinition(let key):
      let definition = ErrorDefinitionReader(file: file, key: key, links: resolution).read(page, into: &report)
      content = definition.map { .error(file.isOutline ? $0.outline(file.outline) : $0) }
      relatedCodes = file.front.integers("related")
    case .article, .topic:
      let article = ArticleReader(file: file, language: file.name.language ?? defaultLanguage, links: resolution)
        .read(page, into: &report)
      content = article.map { .article(file.isOutline ? $0.outline(file.outline) : $0) }
      relatedCodes = []
    }
    memo = PageMemo(file, page, content, links: resolution)
    // Whoever makes the page reports what is wrong in it.
    self.report = file.isOutline ? Report() : report
  }
}

/// How Markdown is read in each language of a site.
struct MarkdownLanguages: Sendable {
  private let strings: [String: MarkdownStrings]
  private let original: MarkdownStrings
  private let rawHTML: Bool

  init(_ locales: [Locale], rawHTML: Bool) {
    strings = Dictionary(
      locales.map { ($0.language, MarkdownStrings($0)) }, uniquingKeysWith: { first, _ in first })
    original = locales.first.map { MarkdownStrings($0) } ?? MarkdownStrings()
    self.rawHTML = rawHTML
  }

  func options(for name: MarkdownFileName) -> MarkdownOptions {
    var options = MarkdownOptions()
    options.rawHTML = rawHTML
    options.headingAnchors = true
    options.strings = name.language.flatMap { strings[$0] } ?? original
    return options
  }
}

extension MarkdownStrings {
  /// The words of a language; English for those that its file does not have.
  fileprivate init(_ locale: Locale) {
    self.init()
    func take(_ key: String, _ word: WritableKeyPath<MarkdownStrings, String>) {
      if let text = locale.site[key] { self[keyPath: word] = text }
    }
    take("note", \.note)
    take("tip", \.tip)
    take("important", \.important)
    take("warning", \.warning)
    take("caution", \.caution)
    take("footnotes", \.footnotes)
    take("backToReference", \.backToReference)
    take("variants", \.tabs)
    take("table", \.table)
    take("taskDone", \.taskDone)
    take("taskToDo", \.taskToDo)
    take("headingAnchor", \.headingAnchor)
    if let text = locale.page["broken"] { broken = text }
  }
}
