internal import Content
internal import Diagnostics
internal import Gallery
internal import HelpSite
internal import Search
internal import Theme

/// What edited texts change about a site of which no more is looked at than what their own pages show.
struct TextOnlyRebuild: PartialRebuild {
  private let update: TextUpdate
  private let help: HelpSiteUpdate
  private let search: SearchUpdate
  private let jobs: Int

  /// Nil when more than that may have changed: see `ArticleRebuild`.
  init?(
    _ edited: [String: [UInt8]], of state: IncrementalState, _ build: BuildOptions, _ sources: RebuildSources
  ) async {
    guard case .packed(let packed) = state.pages,
      let update = TextUpdate(
        packed, edited: edited, options: build.loading, isFile: sources.isFile)
    else { return nil }
    let site = update.excerpt
    let articles = edited.keys.sorted().compactMap { update.articles[$0] }
    let shown = articles.filter { build.includesDrafts || !$0.draft }
    async let search = SearchUpdate(
      site, since: state.search, edited: shown, jobs: build.jobs, read: sources.published)
    let help = HelpSiteUpdate(
      texts: articles, excerpt: site, since: state.help,
      library: TemplateLibrary(proved: sources.templates(site.settings.theme)),
      gallery: GalleryPlace(path: Gallery.path, policySources: []))
    guard let search = await search, let help else { return nil }
    (self.update, self.help, self.search, jobs) = (update, help, search, build.jobs)
  }

  var checked: Set<String> { update.checked }
  var claiming: Set<String> { update.claiming }
  var removed: [String] { search.removed }
  var state: IncrementalState {
    IncrementalState(pages: .packed(update.packed), help: help.memory, search: search.memory)
  }

  func make<Written: Sendable>(_ write: @escaping @Sendable (OutputFile) -> Written) async
    -> [Written]
  {
    let pages = await help.build(articles: named, definitions: [:], jobs: jobs, write: write)
    return pages + (await Parallel.map(search.files, jobs: jobs, atOnce: 1, write))
  }

  /// The articles by the names under which their sources are shown.
  private var named: [String: Article] {
    Dictionary(
      update.articles.values.map { ($0.page.source.name, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  func report(_ old: Report, on today: Day?, source: (String) -> [UInt8]?) -> Report? {
    guard let dated = update.datedReport(on: today, source: source) else { return nil }
    var report = old.undated
    report.add(dated)
    return report
  }
}
