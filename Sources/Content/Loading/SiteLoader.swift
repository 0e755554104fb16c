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
    let (site, _, _, report) = await loadWithMemo()
    return (site, report)
  }

  /// The same, and what a later build can know of the site without reading it; its settings also where there is no site for
  /// mistakes elsewhere, so that colours and templates are judged in the same run.
  public func loadWithMemo() async -> (site: Site?, memo: SiteMemo?, settings: Settings?, report: Report) {
    var report = Report()
    guard !folder.files.isEmpty else {
      report.add(
        Diagnostic(
          "empty-content", "there is nothing in \(folder.name)", at: Place(file: folder.name),
          help: "`interlude init` lays down a small complete site to start from"))
      return (nil, nil, nil, report)
    }
    let reader = FolderReader(folder)
    let settings = SettingsLoader(reader: reader, baseURL: options.baseURL).load(into: &report)
    let languages = settings?.settings.languages ?? ["en"]
    let (locales, markdown, paths, signatures) = await read(reader, settings, languages, into: &report)
    let index = await index(markdown, paths, into: &report)
    let (pages, catalogue) = await resolve(
      markdown, index, signatures, defaultLanguage: languages[0], into: &report)
    Parallel.discard(consume markdown)

    let assembly = SiteAssembly(
      reader: reader, settings: settings, locales: locales, pages: pages, index: index, catalogue: catalogue,
      options: options)
    let site = assembly.site(into: &report)
    if folder.untranslated > 0, let settings { report.add(untranslated(settings)) }
    // Nobody can mend a file that is not theirs; without it there is no site either, so then everything is told.
    let own = folder.withoutBuiltIn(report)
    if own.hasErrors || site != nil { report = own }
    guard !report.hasErrors, let site else { return (nil, nil, settings?.settings, report) }
    let memo = SiteMemo(
      folder: folder.name, settings: site.settings, locales: site.locales, chosen: site.documented.errors.map(\.code),
      pages: pages.map(\.memo))
    Parallel.discard(consume pages)
    return (site, memo, site.settings, report)
  }

  /// Reads and parses every file, each by itself.
  private func read(
    _ reader: FolderReader, _ settings: LoadedSettings?, _ languages: [String], into report: inout Report
  ) async -> (locales: [LoadedLocale], markdown: [MarkdownFile], paths: Set<String>, signatures: SignatureFiles) {
    // What few files say is read while the many are parsed.
    let ((locales, markdown, problems), (paths, signatures, strays)) = await Parallel.both(jobs: options.jobs) {
      var problems = Report()
      let locales = await LocaleLoader(reader: reader)
        .load(
          settings?.settings.pageLanguages ?? languages, site: languages, from: settings?.languagePlaces ?? [],
          jobs: options.jobs, into: &problems)
      let files = reader.markduserFiles(languages: languages)
      let markdown = await parse(files, rawHTML: settings?.settings.rawHTML ?? false, locales.map(\.locale))
      return (locales, markdown, problems)
    } _: {
      var strays = Report()
      reader.reportUnknuserFiles(languages: languages, into: &strays)
      return (Set(folder.files.map(\.path)), SignatureFiles(reader), strays)
    }
    report.add(problems)
    report.add(strays)
    for file in markdown { report.add(file.report) }
    return (locales, markdown, paths, signatures)
  }

  /// What links can lead to.
  private func index(_ markdown: [MarkdownFile], _ paths: Set<String>, into report: inout Report) async -> PageIndex {
    let (index, names) = await Parallel.both(jobs: options.jobs) {
      PageIndex(
        markdown, files: paths, includesDrafts: options.includesDrafts, withheld: folder.withheld)
    } _: {
      var names = Report()
      PageNames.check(markdown, into: &names)
      return names
    }
    report.add(names)
    return index
  }

  /// The pages with their links looked up, and what their signatures lead to.
  private func resolve(
    _ markdown: [MarkdownFile], _ index: PageIndex, _ signatures: SignatureFiles, defaultLanguage: String,
    into report: inout Report
  ) async -> (pages: [ResolvedPage], catalogue: SignatureCatalogue) {
    let (pages, (catalogue, claims)) = await Parallel.both(jobs: options.jobs) {
      await Parallel.map(markdown, jobs: options.jobs) { file in
        ResolvedPage(file, index, defaultLanguage: defaultLanguage)
      }
    } _: {
      var claims = Report()
      let catalogue = CatalogueReader(files: signatures, articles: listed(markdown, index)).read(into: &claims)
      return (catalogue, claims)
    }
    for page in pages { report.add(page.report) }
    report.add(claims)
    return (pages, catalogue)
  }

  private func untranslated(_ settings: LoadedSettings) -> Diagnostic {
    Diagnostic(
      "help-in-english", .info,
      "\(folder.untranslated) of our texts are shown in English, as there are none in \(settings.settings.languages[0])",
      at: settings.languagePlaces.first ?? Place(file: folder.displayName("site.yaml")),
      help: "write `help: none` to publish no built-in texts, or put a text of your own in the place of one")
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
}
