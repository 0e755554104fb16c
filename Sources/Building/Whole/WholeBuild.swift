internal import Content
internal import Diagnostics
internal import HelpSite
internal import ProxySnippets
internal import Publish
internal import Search

/// The straight line of a build, from the author's folder to the files that are to be published.
struct WholeBuild: Sendable {
  let options: BuildOptions
  private var jobs: Int { options.jobs }

  init(_ options: BuildOptions) {
    self.options = options
  }

  /// What came out of a build.
  struct Outcome<Placed: Sendable>: Sendable {
    /// What became of each file; nil when an error stood in the way.
    var placed: [Placed]?
    var report: Report
    var inputs: InputTable
    /// For the next build.
    var state: IncrementalState?
    /// What it was made from: to give a large site's memory back takes time, so the caller chooses when.
    var prepared: PreparedSite?
  }

  /// Makes all files and hands each on as soon as it is made.
  ///
  /// - Parameters:
  ///   - now: when the build began, in nanoseconds since 1970.
  ///   - begin: called once, when nothing can go wrong any more, with everything reported so far. It returns where the
  ///     files go, a function that is called from several tasks at once; or nil, after reporting why, to end the build.
  func run<Placed: Sendable>(
    now: Int64, observer: any BuildObserver,
    begin: (inout Report) async -> (@Sendable (OutputFile) -> Placed)?
  ) async -> Outcome<Placed> {
    var report = Report()
    let (prepared, _, inputs) = await options.prepare(now: now, observer: observer, into: &report)
    guard let prepared else { return Outcome(placed: nil, report: report, inputs: inputs) }
    let (site, documented, memo) = (prepared.site, prepared.site.documented, prepared.memo)
    // Each has stretches that keep one core busy at most; the other's work fills them.
    let isSideBySide = options.isSideBySide
    async let packed = isSideBySide && options.packsEarly && options.searchExport == nil ? memo?.forKeeping : nil
    observer.begin(.errorPages(site.errors.count * site.locales.count))
    let pack = await ErrorPagePack(prepared, jobs: jobs, into: &report)
    guard !report.hasErrors, let write = await begin(&report) else {
      return Outcome(placed: nil, report: report, inputs: inputs)
    }
    observer.begin(.helpSite)
    var placed = await Parallel.map(pack.files, jobs: jobs, write)
    let index: @Sendable () async -> Search.Result<Placed> = { [jobs] in
      await Search.build(documented, jobs: jobs, keepsMemory: true, store: prepared.store, write: write)
    }
    async let early = isSideBySide ? observer.beside(.search, index) : nil
    let (help, configurations) = await Parallel.both(jobs: isSideBySide ? jobs : 1) { [jobs] in
      await HelpSite.build(
        documented, library: prepared.library, sources: prepared.templates, palette: prepared.palette,
        gallery: pack.gallery, jobs: jobs, write: write)
    } _: { [jobs] in
      await Parallel.map(ProxySnippets.build(site, pages: pack.pages), jobs: jobs, write)
    }
    placed += configurations + help.files
    report.add(help.report)
    let search: Search.Result<Placed>
    if let early = await early {
      search = early
    } else {
      observer.begin(.search)
      search = await index()
    }
    placed += search.files
    report.add(search.report)
    if let engine = options.searchExport {
      placed += await Parallel.map(SearchExport.files(documented, for: engine), jobs: jobs, write)
    }
    prepared.reportLosses(into: &report)
    return Outcome(
      placed: report.hasErrors ? nil : placed, report: report, inputs: inputs,
      state: await state(memo, packed: packed, help: help.memory, search: search.memory), prepared: prepared)
  }

  /// What is kept for the next build. What is loaded into other engines is made by whole builds.
  private func state(
    _ memo: SiteMemo?, packed: PackedSite?, help: HelpSiteMemory?, search: SearchMemory?
  ) -> IncrementalState? {
    guard options.searchExport == nil, let memo, let help, let search else { return nil }
    return IncrementalState(pages: packed.map { .packed($0) } ?? .known(memo), help: help, search: search)
  }
}
