internal import Content
internal import Diagnostics
internal import Gallery
internal import HelpSite
internal import Packing
internal import ProxySnippets
internal import Publish
internal import Search

/// One of several jobs that build a site together: `build --shard 2/3`.
///
/// Of the whole site it reads the outline, for links, lists and navigation; it makes the pages that are its own and counts
/// their words. What is the site's and not a page's is made by the first job, the search index by the merge.
struct ShardBuild {
  let build: SiteBuild
  let shard: BuildShard

  struct Outcome {
    var report: Report
    var summary: Publisher.Summary?
    var closing: BuildClosing
  }

  /// - Parameter isRefused: says whether problems keep the part from being published.
  func run(
    _ publisher: Publisher, clean: Bool, progress: (BuildStage) -> Void, isRefused: (Report) -> Bool
  ) async -> Outcome {
    var outcome = Outcome(
      report: Report(), summary: nil, closing: BuildClosing(pages: 0, files: 0, bytes: 0, day: build.day))
    let (prepared, plan, inputs) = await build.prepare(
      for: shard, now: 0, progress: progress, into: &outcome.report)
    guard let prepared, let plan, !outcome.report.hasErrors else { return outcome }
    // Each problem is told by the job whose file it is in, so that the merge has it once.
    outcome.report = Report(outcome.report.sorted.filter { plan.owns($0.place.source.name) })
    if plan.isFirst, prepared.site.settings.fullText { outcome.report.add(Self.noFullText) }
    var (files, gallery) = ([OutputFile](), GalleryPlace(path: Gallery.path, policySources: []))
    if plan.isFirst {
      progress(.errorPages(prepared.site.errors.count * prepared.site.locales.count))
      let pack = await build.pack(prepared, into: &outcome.report)
      files = pack.files + ProxySnippets.build(prepared.site, pages: pack.pages)
      gallery = pack.gallery
    }
    guard !isRefused(outcome.report), let publication = await publisher.begin(clean: clean, into: &outcome.report)
    else { return outcome }
    var placed = await Parallel.map(files, jobs: build.jobs) { publication.put($0) }
    progress(.helpSite)
    let documented = prepared.site.documented
    let help = await HelpSite.build(
      documented, library: prepared.library, sources: prepared.templates, palette: prepared.palette,
      gallery: gallery, plan: plan, jobs: build.jobs
    ) { publication.put($0) }
    placed += help.files
    if plan.isFirst || help.report.hasErrors { outcome.report.add(help.report) }
    guard !isRefused(outcome.report) else {
      publication.abandon()
      return outcome
    }
    progress(.search)
    var payload = PackedWriter()
    prepared.site.packFrame(into: &payload)
    await SearchPart.count(documented, plan: plan, jobs: build.jobs).pack(into: &payload)
    prepared.reportLosses(into: &outcome.report)
    guard !isRefused(outcome.report) else {
      publication.abandon()
      return outcome
    }
    let record = PartRecord(
      shard: shard, basis: basis(inputs, prepared.days), placed: placed, report: outcome.report,
      undecided: plan.isFirst ? Search.synonymProblems(documented) : [], payload: payload)
    progress(.publishing(files: placed.count + 1))
    let day = build.day
    outcome.closing = BuildClosing(placed, day: day)
    outcome.summary = await publication.finish(
      placed + [publication.put(record.file)], build: nil, into: &outcome.report)
    return outcome
  }

  private static let noFullText = Diagnostic(
    "no-full-text", .warning, "there will be no llms-full.txt", at: Place(file: "content/site.yaml"),
    notes: ["no part of a build has the text of all pages"], help: "build without --shard, or leave out `fullText`")

  private func basis(_ inputs: InputTable, _ days: [String: Day]) -> PartBasis {
    var options = Hash64()
    options.combine(build.baseURL)
    options.combine(build.includesDrafts)
    var history = Hash64()
    for (source, day) in days.sorted(by: { $0.key < $1.key }) {
      history.combine(source)
      history.combine(day.description)
    }
    return PartBasis(
      program: ProgramIdentity.hash, content: inputs.hash { $0.hasPrefix("content/") },
      templates: inputs.hash { $0.hasPrefix("templates/") }, options: options.value, history: history.value)
  }
}
