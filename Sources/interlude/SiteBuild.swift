internal import Content
internal import Diagnostics
internal import Dispatch
internal import ErrorPages
internal import Gallery
internal import HelpSite
internal import Packing
internal import ProxySnippets
internal import Publish
internal import Search
internal import Starter
internal import Theme

/// The straight line of a build, from the author's folder to the files that are to be published.
struct SiteBuild: Sendable {
  let source: String
  let baseURL: String?
  let includesDrafts: Bool
  let jobs: Int
  let today: Day?
  /// Whether the history of the repository around the folder is asked for the days of the last changes.
  var readsHistory = true
  /// The search engine that documents are written for, too.
  var searchExport: SearchEngineKind?
  /// Whether stages that need nothing of each other may be made side by side, when nobody asked for fewer cores.
  var usesAllCores = true
  /// Whether the outlines are packed for the next build while pages are made, if there is a core for it, and not when
  /// somebody asks for them.
  var packsEarly = false
  /// Where the output goes: a large site's long texts wait in a file near it. Nil keeps them in memory.
  var output: String?

  /// The files, unless an error stands in the way, and every problem found.
  func run(progress: (String) -> Void) async -> (files: [OutputFile]?, report: Report) {
    await run(now: 0, progress: { progress($0.note) }) { _ in { $0 } }.asFiles
  }

  /// What came out of a build.
  struct Outcome<Placed: Sendable>: Sendable {
    /// What became of each file; nil when an error stood in the way.
    var placed: [Placed]?
    var report: Report
    var inputs: InputTable
    /// For the next build.
    var model: SiteModel?
    /// How long the search index took, when it was made beside the help site.
    var indexing: Duration?
    /// What it was made from: to give a large site's memory back takes time, so the caller chooses when.
    var prepared: Prepared?
  }

  /// Makes all files and hands each on as soon as it is made.
  ///
  /// - Parameters:
  ///   - now: when the build began, in nanoseconds since 1970.
  ///   - begin: called once, when nothing can go wrong any more, with everything reported so far. It returns where the
  ///     files go, a function that is called from several tasks at once; or nil, after reporting why, to end the build.
  func run<Placed: Sendable>(
    now: Int64, progress: (BuildStage) -> Void,
    begin: (inout Report) async -> (@Sendable (OutputFile) -> Placed)?
  ) async -> Outcome<Placed> {
    var report = Report()
    let (prepared, _, inputs) = await prepare(now: now, progress: progress, into: &report)
    guard let prepared else { return Outcome(placed: nil, report: report, inputs: inputs) }
    let (site, documented, memo) = (prepared.site, prepared.site.documented, prepared.memo)
    // Each has stretches that keep one core busy at most; the other's work fills them.
    let isSideBySide = usesAllCores && jobs > 1
    async let packed = isSideBySide && packsEarly && searchExport == nil ? memo?.forKeeping : nil
    progress(.errorPages(site.errors.count * site.locales.count))
    let pack = await pack(prepared, into: &report)
    guard !report.hasErrors, let write = await begin(&report) else {
      return Outcome(placed: nil, report: report, inputs: inputs)
    }
    progress(.helpSite)
    var placed = await Parallel.map(pack.files, jobs: jobs, write)
    @Sendable func index() async -> (result: Search.Result<Placed>, time: Duration) {
      let begin = ContinuousClock.now
      let result = await Search.build(documented, jobs: jobs, keepsMemory: true, write: write)
      return (result, begin.duration(to: .now))
    }
    async let early = isSideBySide ? index() : nil
    let (help, configurations) = await Parallel.both(jobs: isSideBySide ? jobs : 1) {
      await HelpSite.build(
        documented, library: prepared.library, sources: prepared.templates, palette: prepared.palette,
        gallery: pack.gallery,
        jobs: jobs, write: write)
    } _: {
      await Parallel.map(ProxySnippets.build(site, pages: pack.pages), jobs: jobs, write)
    }
    placed += configurations + help.files
    report.add(help.report)
    let search: Search.Result<Placed>
    var indexing: Duration?
    if let early = await early {
      search = early.result
      indexing = early.time
    } else {
      progress(.search)
      search = await index().result
    }
    placed += search.files
    report.add(search.report)
    if let searchExport {
      placed += await Parallel.map(SearchExport.files(documented, for: searchExport), jobs: jobs, write)
    }
    prepared.reportLosses(into: &report)
    var model: SiteModel?
    // What is loaded into other engines is made by whole builds.
    if searchExport == nil, let memo, let memory = help.memory, let search = search.memory {
      let pages = await packed.map { SiteModel.Pages.packed($0) } ?? .known(memo)
      model = SiteModel(pages: pages, help: memory, search: search)
    }
    return Outcome(
      placed: report.hasErrors ? nil : placed, report: report, inputs: inputs, model: model,
      indexing: indexing, prepared: prepared)
  }

  /// Everything that pages are made from, read and checked.
  struct Prepared: Sendable {
    let site: Site
    let memo: SiteMemo?
    /// What a theme can be chosen from, and the chosen one.
    let themes: TemplateSources
    let templates: TemplateSources
    let library: TemplateLibrary
    let palette: Palette
    /// The days of the last changes that pages show, by the names of the sources.
    let days: [String: Day]
    let store: ScratchFile?

    /// Says when texts could not be read back, so that what was made of them is of no use.
    func reportLosses(into report: inout Report) {
      guard let store, let failure = store.failure else { return }
      report.add(Diagnostic("lost-text", failure, at: Place(file: store.path), help: "build again"))
    }
  }

  /// Reads and checks the author's folder. Nil when an error stands in the way of any page.
  ///
  /// - Parameter shard: which of several jobs this is, if it is one; then there is a plan, too.
  func prepare(
    for shard: BuildShard? = nil, now: Int64, progress: (BuildStage) -> Void, into report: inout Report
  ) async -> (prepared: Prepared?, plan: ShardPlan?, inputs: InputTable) {
    progress(.reading(source))
    let snapshot = await SourceFolder.snapshot(of: source, now: now, jobs: jobs, into: &report)
    let content = snapshot.content.layered(over: BuiltInContent.folder)
    let themes = templateSources(snapshot.templates, into: &report)

    progress(.checking(files: content.files.count))
    // Git reads the history in a process of its own meanwhile.
    async let history = history(of: snapshot.content)
    var options = options
    options.plan = shard.map { ShardPlan($0, of: content) }
    let store = snapshot.content.size < Self.largestInMemory ? nil : output.flatMap { ScratchFile(near: $0) }
    options.store = store
    let (loaded, undated, problems) = await SiteLoader(content, options: options).loadWithMemo()
    report.add(problems)
    let (days, gaps) = await history
    let showsChanges = loaded?.settings.showsLastChange == true
    if showsChanges { report.add(gaps) }
    let (site, memo) = (loaded?.dated(showsChanges ? days : [:]), undated?.dated(showsChanges ? days : [:]))
    let templates = themes.wearing(site?.settings.theme, into: &report)
    guard let site, let library = TemplateLibrary(trustingBuiltIn: templates, pages: Self.templates, into: &report),
      let palette = palette(site, templates, into: &report)
    else { return (nil, options.plan, snapshot.inputs) }
    let prepared = Prepared(
      site: site, memo: memo, themes: themes, templates: templates, library: library, palette: palette,
      days: showsChanges ? days : [:], store: store)
    return (prepared, options.plan, snapshot.inputs)
  }

  /// The error pages, and all files of the pack with the gallery of them, but without the proxies' configurations.
  func pack(
    _ prepared: Prepared, into report: inout Report
  ) async -> (pages: [OutputFile], files: [OutputFile], gallery: GalleryPlace) {
    let site = prepared.site
    let (pages, (gallery, problems)) = await Parallel.both(jobs: jobs) {
      await ErrorPages.build(
        site, library: prepared.library, sources: prepared.templates, palette: prepared.palette, jobs: jobs)
    } _: {
      var problems = Report()
      let gallery = await Gallery.build(
        site, themes: prepared.themes, library: prepared.library, jobs: jobs, into: &problems)
      return (gallery, problems)
    }
    report.add(pages.report)
    report.add(problems)
    let shown = gallery.files.map { OutputFile(path: "\(HelpSite.folder)/\($0.path)", bytes: $0.bytes) }
    return (
      pages.files, pages.files + shown,
      GalleryPlace(path: Gallery.path, policySources: gallery.policySources)
    )
  }

  /// The days of the last changes by the names of the sources, and why they are not known.
  private func history(of content: ContentFolder) async -> (days: [String: Day], report: Report) {
    guard readsHistory else { return ([:], Report()) }
    let paths = content.files.map(\.path).filter { $0.hasSuffix(".md") }
    // On a thread of its own: waiting for a process would keep one of the few that tasks run on.
    let history = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: GitHistory(of: content.name, paths: paths)) }
    }
    return (
      Dictionary(history.days.map { ("\(content.name)/\($0.key)", $0.value) }, uniquingKeysWith: { first, _ in first }),
      history.report
    )
  }

  /// So many bytes of content are built without a file for what waits.
  private static let largestInMemory = 24 << 20

  var options: SiteLoader.Options {
    var options = SiteLoader.Options()
    options.includesDrafts = includesDrafts
    options.baseURL = baseURL
    options.jobs = jobs
    options.today = today
    return options
  }

  /// Every template that a page is made from, with what it may use.
  private static let templates = ErrorPages.templates.merging(HelpSite.templates) { own, _ in own }
    .merging(Gallery.templates) { own, _ in own }

  private func palette(_ site: Site, _ templates: TemplateSources, into report: inout Report) -> Palette? {
    guard let tokens = Tokens(templates, into: &report) else { return nil }
    tokens.checkContrast(into: &report)
    tokens.checkLogo(site.settings.logo, into: &report)
    let palette = Palette(site.settings.accent, tokens: tokens, into: &report)
    return report.hasErrors ? nil : palette
  }

  func templateSources(_ own: [String: Source], into report: inout Report) -> TemplateSources {
    let builtIn = Starter.templates.map { ($0.path, Source(name: "templates/\($0.path)", bytes: $0.bytes)) }
    var sources = TemplateSources(builtIn: Dictionary(uniqueKeysWithValues: builtIn))
    sources.overlay(own, into: &report)
    return sources
  }
}

extension SiteBuild.Outcome where Placed == OutputFile {
  fileprivate var asFiles: (files: [OutputFile]?, report: Report) { (placed, report) }
}
