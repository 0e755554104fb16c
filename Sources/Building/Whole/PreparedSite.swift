internal import Content
internal import Diagnostics
internal import Publish
internal import Theme

/// Everything that pages are made from, read and checked.
struct PreparedSite: Sendable {
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

extension BuildOptions {
  /// Reads and checks the author's folder. Nil when an error stands in the way of any page.
  ///
  /// - Parameters:
  ///   - shard: which of several jobs this is, if it is one; then there is a plan, too.
  ///   - now: when the build began, in nanoseconds since 1970.
  func prepare(
    for shard: BuildShard? = nil, now: Int64, observer: any BuildObserver, into report: inout Report
  ) async -> (prepared: PreparedSite?, plan: ShardPlan?, inputs: InputTable) {
    observer.begin(.reading(source))
    let shelf = output.map { TextShelf(keeping: largestInMemory, near: $0) }
    let snapshot = await SourceFolder.snapshot(of: source, now: now, jobs: jobs, shelf: shelf, into: &report)
    let content = snapshot.content.layered(over: BuiltInContent.folder)
    let themes = Self.templates(snapshot.templates, into: &report)

    observer.begin(.checking(files: content.files.count))
    // Git reads the history in a process of its own meanwhile.
    async let history = readsHistory ? SiteHistory.days(of: snapshot.content) : (days: [:], report: Report())
    var loading = loading
    loading.plan = shard.map { ShardPlan($0, of: content) }
    loading.store = snapshot.store
    let (loaded, undated, settings, problems) = await SiteLoader(content, options: loading).loadWithMemo()
    report.add(problems)
    let (days, gaps) = await history
    let showsChanges = loaded?.settings.showsLastChange == true
    if showsChanges { report.add(gaps) }
    let (site, memo) = (loaded?.dated(showsChanges ? days : [:]), undated?.dated(showsChanges ? days : [:]))
    let templates = themes.wearing(settings?.theme, into: &report)
    guard let settings else { return (nil, loading.plan, snapshot.inputs) }
    let library = TemplateLibrary(trustingBuiltIn: templates, pages: Self.pageTemplates, into: &report)
    let palette = Self.palette(settings, templates, into: &report)
    guard let site, let library, let palette else { return (nil, loading.plan, snapshot.inputs) }
    let prepared = PreparedSite(
      site: site, memo: memo, themes: themes, templates: templates, library: library, palette: palette,
      days: showsChanges ? days : [:], store: snapshot.store)
    return (prepared, loading.plan, snapshot.inputs)
  }
}
