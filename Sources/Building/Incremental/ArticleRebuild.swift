internal import Content
internal import Diagnostics
internal import Gallery
internal import HelpSite
internal import Search
internal import Theme

/// What a few articles that were edited, are new or are gone change about a site that was built before.
///
/// Whatever is more than that (settings, templates, codes or locales changed; an old address or a signature; anything wrong)
/// is left to the whole build.
struct ArticleRebuild: Sendable {
  let update: SiteUpdate
  let help: HelpSiteUpdate
  let search: SearchUpdate
  private let assets: [OutputFile]
  private let jobs: Int

  /// Nil when the whole build is needed.
  ///
  /// - Parameters:
  ///   - state: what the last build left.
  ///   - last: the edit that led to `state`, if this process made it.
  ///   - refusal: is set when only errors in the edited files stand in the way.
  init?(
    _ edit: ContentEdit, of state: IncrementalState, after last: ArticleRebuild? = nil, _ build: BuildOptions,
    _ sources: RebuildSources,
    refusal: inout SiteUpdate.Refusal?
  ) async {
    jobs = build.jobs
    let paths = sources.files()
    let files = Set(paths)
    // Two names that differ in nothing but how Unicode writes them are one address: the whole build says so.
    guard files.count == paths.count else { return nil }
    let builtIn = build.builtInTexts(below: files, read: sources.read)
    let read = { (path: String) in sources.read(path) ?? (files.contains(path) ? nil : builtIn[path]) }
    let known =
      if let last {
        await SiteUpdate(after: last.update, edit, files: files, refusal: &refusal, read: read)
      } else if let memo = await state.memo(jobs: build.jobs) {
        await SiteUpdate(
          memo, edit, files: files, options: build.loading, refusal: &refusal, read: read)
      } else {
        SiteUpdate?.none
      }
    guard var update = known else { return nil }
    let gallery = GalleryPlace(path: Gallery.path, policySources: [])
    let site: Site
    if update.keepsOutlines {
      let texts = update.changed.sorted().compactMap { update.articles[$0] }
      if let last {
        site = last.help.site
        help = HelpSiteUpdate(texts: texts, since: last.help)
      } else {
        site = update.memo.outline(includesDrafts: build.includesDrafts)
        help = HelpSiteUpdate(
          texts: texts, in: site, since: state.help,
          library: TemplateLibrary(proved: sources.templates(site.settings.theme)),
          gallery: gallery)
      }
    } else {
      site = update.memo.outline(includesDrafts: build.includesDrafts)
      let library = last?.help.library ?? TemplateLibrary(proved: sources.templates(site.settings.theme))
      let before = { update.before.outline(includesDrafts: build.includesDrafts) }
      guard
        let help = HelpSiteUpdate(site, since: state.help, before: before, library: library, gallery: gallery)
      else { return nil }
      self.help = help
    }
    // One file shows all texts, then.
    guard !site.settings.fullText else { return nil }
    let shown = help.sources.map { String($0.dropFirst(update.memo.displayName("").count)) }
    guard await update.complete(shown.sorted(), read: read) else { return nil }
    var assets: [OutputFile] = []
    for path in update.shown.sorted() {
      guard let bytes = sources.read(path) else { return nil }
      assets.append(OutputFile(path: "\(HelpSite.folder)/\(path)", bytes: bytes))
    }
    let articles = update.changed.sorted().compactMap { update.articles[$0] }
    let search = await SearchUpdate(
      site, since: state.search, edited: articles.filter { build.includesDrafts || !$0.draft },
      comesOrGoes: update.comesOrGoes, jobs: build.jobs, read: sources.published)
    guard let search else { return nil }
    self.update = update
    self.search = search
    self.assets = assets
  }

  /// To be kept for the next build.
  var state: IncrementalState {
    IncrementalState(pages: .known(update.memo), help: help.memory, search: search.memory)
  }

  /// Paths in the output of files that are no more.
  var removed: [String] {
    help.removed + search.removed + update.unshown.sorted().map { "\(HelpSite.folder)/\($0)" }
  }

  /// Makes the files that have changed and hands each on as soon as it is made.
  func make<Written: Sendable>(_ write: @escaping @Sendable (OutputFile) -> Written) async -> [Written] {
    let pages = await help.build(
      articles: update.articles, definitions: update.named(update.definitions), jobs: jobs, write: write)
    return pages + (await Parallel.map(search.files + assets, jobs: jobs, atOnce: 1, write))
  }

  /// What there is to report: `old` problems of files that were not read again, and those of the files that were.
  func report(_ old: Report, on today: Day?, source: (String) -> [UInt8]?) -> Report {
    var report = Report(old.sorted.filter { !DatedProblems.ids.contains($0.id) })
    report.add(update.report)
    report.add(
      update.memo.datedReport(on: today) { path in
        source(path).map { Source(name: update.memo.displayName(path), bytes: $0) }
      })
    return report
  }
}
