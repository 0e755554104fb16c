internal import Content
internal import Diagnostics
internal import Gallery
internal import HelpSite
internal import Packing
internal import Publish
internal import Search
internal import Theme

/// A build after a few articles were edited: it reads and makes only what that concerns, and publishes what a build from
/// nothing would.
///
/// Whatever is more than that (a file came or went; settings, templates, codes or locales changed; a link's target, an
/// old address or a signature; anything wrong) is left to the whole build.
struct SmallBuild {
  let build: SiteBuild
  let publisher: Publisher
  let key: UInt64
  let memory: BuildMemory
  let timings: Timings

  struct Outcome {
    let report: Report
    let summary: Publisher.Summary?
    let closing: BuildClosing
  }

  /// Nil, with nothing done, when the whole build is needed. `isRefused` says whether problems keep the build from being
  /// published.
  func run(isRefused: (Report) -> Bool) async -> Outcome? {
    let prefix = "content/"
    guard !memory.changes.isRestructured,
      memory.changes.edited.allSatisfy({ $0.hasPrefix("content/articles/") && $0.hasSuffix(".md") }),
      let lasting = memory.lasting(), let model = memory.model().flatMap({ SiteModel($0, read: lasting) })
    else { return nil }
    timings.begin(.checking(files: memory.changes.edited.count))
    var edited: [String: [UInt8]] = [:]
    for path in memory.changes.edited {
      guard let bytes = BuildMemory.read(path, in: build.source) else { return nil }
      edited[String(path.dropFirst(prefix.count))] = bytes
    }
    let read = { (path: String) in BuildMemory.read(prefix + path, in: build.source) }
    guard
      var update = await SiteUpdate(
        model.memo, edited: edited, files: Set(memory.files(in: "content")), options: build.options, read: read)
    else { return nil }

    let site = update.memo.outline(includesDrafts: build.includesDrafts)
    let library = TemplateLibrary(proved: templates(site.settings.theme))
    guard
      let help = HelpSiteUpdate(
        site, since: model.help, library: library, gallery: GalleryPlace(path: Gallery.path, policySources: []))
    else { return nil }
    let paths = help.sources.map { String($0.dropFirst(update.memo.displayName("").count)) }
    guard await update.complete(paths.sorted(), read: read) else { return nil }
    let articles = memory.changes.edited.sorted().compactMap { update.articles[String($0.dropFirst(prefix.count))] }
    let found = articles.filter { build.includesDrafts || !$0.draft }
    let search = await SearchUpdate(
      site, since: model.search, edited: found, jobs: build.jobs, read: memory.published)
    guard let search, var report = problems(in: update) else { return nil }
    guard !isRefused(report) else { return Outcome(report: report, summary: nil, closing: memory.closing) }

    timings.begin(.changes)
    guard let publication = await publisher.begin(from: memory, into: &report) else {
      return Outcome(report: report, summary: nil, closing: memory.closing)
    }
    var written = await help.build(
      articles: update.articles, definitions: update.named(update.definitions), jobs: build.jobs
    ) { [timings] file in timings.write { publication.put(file) } }
    written += await Parallel.map(search.files, jobs: build.jobs, atOnce: 1) { [timings] file in
      timings.write { publication.put(file) }
    }
    timings.begin(.publishing(files: written.count))
    var closing = memory.closing
    closing.day = build.day
    let next = SiteModel(memo: update.memo, help: help.memory, search: search.memory)
    let done = await publication.finish(
      changing: written, removing: help.removed + search.removed,
      build: .init(
        key: key, closing: closing, inputs: memory.changes.inputs, report: report, model: next.packed),
      into: &report)
    return Outcome(report: report, summary: done?.summary, closing: done?.closing ?? closing)
  }

  /// The last build's problems with those of the files that were read again in the place of their old ones.
  private func problems(in update: SiteUpdate) -> Report? {
    // A problem with signatures stands in an article's file, but reading that file does not find it.
    guard let old = memory.problems(besides: update.checked), update.claiming.isDisjoint(with: memory.troubled()) else {
      return nil
    }
    var report = Report(old.sorted.filter { $0.id != "stale-page" })
    report.add(update.report)
    report.add(
      update.memo.staleReport(on: build.today) { path in
        Source(
          name: update.memo.displayName(path), bytes: BuildMemory.read("content/" + path, in: build.source) ?? [])
      })
    return report
  }

  private func templates(_ theme: Settings.ChosenTheme?) -> TemplateSources {
    var report = Report()
    var own: [String: Source] = [:]
    for path in memory.files(in: "templates") {
      own[path] = Source(
        name: "templates/\(path)", bytes: BuildMemory.read("templates/" + path, in: build.source) ?? [])
    }
    return build.templateSources(own, into: &report).wearing(theme, into: &report)
  }
}
