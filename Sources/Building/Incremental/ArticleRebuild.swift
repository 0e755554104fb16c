internal import Content
internal import Diagnostics
internal import Gallery
internal import HelpSite
internal import Search
internal import Theme

/// What a few edited articles change about a site that was built before.
///
/// Whatever is more than that (a file came or went; settings, templates, codes or locales changed; a link's target, an
/// old address or a signature; anything wrong) is left to the whole build.
struct ArticleRebuild: PartialRebuild {
  let update: SiteUpdate
  let help: HelpSiteUpdate
  let search: SearchUpdate
  private let jobs: Int

  /// Nil when the whole build is needed.
  ///
  /// - Parameters:
  ///   - edited: the new bytes of articles, by path below the content folder.
  ///   - state: what the last build left.
  ///   - last: the edit that led to `state`, if this process made it.
  ///   - refusal: is set when only errors in the edited files stand in the way.
  init?(
    _ edited: [String: [UInt8]], of state: IncrementalState, after last: ArticleRebuild? = nil, _ build: BuildOptions,
    _ sources: RebuildSources,
    refusal: inout SiteUpdate.Refusal?
  ) async {
    jobs = build.jobs
    let known =
      if let last {
        await SiteUpdate(after: last.update, edited: edited, refusal: &refusal, read: sources.read)
      } else if let memo = await state.memo(jobs: build.jobs) {
        await SiteUpdate(
          memo, edited: edited, files: sources.files(), options: build.loading, refusal: &refusal,
          read: sources.read)
      } else {
        SiteUpdate?.none
      }
    guard var update = known else { return nil }
    let gallery = GalleryPlace(path: Gallery.path, policySources: [])
    let site: Site
    if update.keepsOutlines {
      let texts = edited.keys.sorted().compactMap { update.articles[$0] }
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
      guard let help = HelpSiteUpdate(site, since: state.help, library: library, gallery: gallery) else { return nil }
      self.help = help
    }
    // One file shows all texts, then.
    guard !site.settings.fullText else { return nil }
    let paths = help.sources.map { String($0.dropFirst(update.memo.displayName("").count)) }
    guard await update.complete(paths.sorted(), read: sources.read) else { return nil }
    let articles = edited.keys.sorted().compactMap { update.articles[$0] }
    let search = await SearchUpdate(
      site, since: state.search, edited: articles.filter { build.includesDrafts || !$0.draft }, jobs: build.jobs,
      read: sources.published)
    guard let search else { return nil }
    self.update = update
    self.search = search
  }

  /// To be kept for the next build.
  var state: IncrementalState {
    IncrementalState(pages: .known(update.memo), help: help.memory, search: search.memory)
  }

  /// Paths in the output of files that are no more.
  var removed: [String] { help.removed + search.removed }

  /// Makes the files that have changed and hands each on as soon as it is made.
  func make<Written: Sendable>(_ write: @escaping @Sendable (OutputFile) -> Written) async -> [Written] {
    let pages = await help.build(
      articles: update.articles, definitions: update.named(update.definitions), jobs: jobs, write: write)
    return pages + (await Parallel.map(search.files, jobs: jobs, atOnce: 1, write))
  }

  var checked: Set<String> { update.checked }
  var claiming: Set<String> { update.claiming }

  func report(_ old: Report, on today: Day?, source: (String) -> [UInt8]?) -> Report? {
    var report = old.undated
    report.add(update.report)
    report.add(
      update.memo.datedReport(on: today) { path in
        source(path).map { Source(name: update.memo.displayName(path), bytes: $0) }
      })
    return report
  }
}
