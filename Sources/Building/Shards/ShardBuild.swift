public import Content
internal import Diagnostics
internal import Gallery
internal import HelpSite
internal import Packing
internal import ProxySnippets
public import Publish
internal import Search

/// One of several jobs that build a site together: `build --shard 2/3`.
///
/// Of the whole site it reads the outline, for links, lists and navigation; it makes the pages that are its own and counts
/// their words. What is the site's and not a page's is made by the first job, the search index by the merge.
public struct ShardBuild: Sendable {
  private let options: BuildOptions
  private let shard: BuildShard
  private let publisher: Publisher
  private let observer: any BuildObserver

  public init(
    _ options: BuildOptions, _ shard: BuildShard, _ publisher: Publisher, observer: any BuildObserver = NoObserver()
  ) {
    (self.options, self.shard, self.publisher, self.observer) = (options, shard, publisher, observer)
  }

  private static let noFullText = Diagnostic(
    "no-full-text", .warning, "there will be no llms-full.txt", at: Place(file: "content/site.yaml"),
    notes: ["no part of a build has the text of all pages"], help: "build without --shard, or leave out `fullText`")

  public func run() async -> BuildResult {
    var result = BuildResult(
      report: Report(), summary: nil, closing: BuildClosing(pages: 0, files: 0, bytes: 0, day: options.day))
    let (prepared, plan, inputs) = await options.prepare(for: shard, now: 0, observer: observer, into: &result.report)
    guard let prepared, let plan, !result.report.hasErrors else { return result }
    // Each problem is told by the job whose file it is in, so that the merge has it once.
    result.report = Report(result.report.sorted.filter { plan.owns($0.place.source.name) })
    if plan.isFirst, prepared.site.settings.fullText { result.report.add(Self.noFullText) }
    let (files, gallery) = await shared(prepared, plan, into: &result.report)
    guard !isRefused(result.report),
      let publication = await publisher.begin(clean: options.isClean, into: &result.report)
    else { return result }
    let placed = await pages(prepared, plan, files, gallery, publication, into: &result.report)
    guard !isRefused(result.report) else {
      publication.abandon()
      return result
    }
    observer.begin(.search)
    var payload = PackedWriter()
    prepared.site.packFrame(into: &payload)
    await SearchPart.count(prepared.site.documented, plan: plan, jobs: options.jobs).pack(into: &payload)
    prepared.reportLosses(into: &result.report)
    guard !isRefused(result.report) else {
      publication.abandon()
      return result
    }
    let record = PartRecord(
      shard: shard, basis: basis(inputs, prepared.days), placed: placed, report: result.report,
      undecided: plan.isFirst ? Search.synonymProblems(prepared.site.documented) : [], payload: payload)
    observer.begin(.publishing(files: placed.count + 1))
    result.closing = BuildClosing(placed, day: options.day)
    result.summary = await publication.finish(
      placed + [publication.put(record.file)], build: nil, into: &result.report)
    return result
  }

  private func isRefused(_ report: Report) -> Bool { report.preventsPublishing(isStrict: options.isStrict) }

  /// What is the site's and not a page's, if this is the job that makes it.
  private func shared(
    _ prepared: PreparedSite, _ plan: ShardPlan, into report: inout Report
  ) async -> (files: [OutputFile], gallery: GalleryPlace) {
    guard plan.isFirst else { return ([], GalleryPlace(path: Gallery.path, policySources: [])) }
    observer.begin(.errorPages(prepared.site.errors.count * prepared.site.locales.count))
    let pack = await ErrorPagePack(prepared, jobs: options.jobs, into: &report)
    return (pack.files + ProxySnippets.build(prepared.site, pages: pack.pages), pack.gallery)
  }

  /// Puts `files` and this job's pages of the help site into the next tree.
  private func pages(
    _ prepared: PreparedSite, _ plan: ShardPlan, _ files: [OutputFile], _ gallery: GalleryPlace,
    _ publication: Publication, into report: inout Report
  ) async -> [PlacedFile] {
    let placed = await Parallel.map(files, jobs: options.jobs) { publication.put($0) }
    observer.begin(.helpSite)
    let help = await HelpSite.build(
      prepared.site.documented, library: prepared.library, sources: prepared.templates, palette: prepared.palette,
      gallery: gallery, plan: plan, jobs: options.jobs
    ) { publication.put($0) }
    if plan.isFirst || help.report.hasErrors { report.add(help.report) }
    return placed + help.files
  }

  private func basis(_ inputs: InputTable, _ days: [String: Day]) -> PartBasis {
    var asked = Hash64()
    asked.combine(options.baseURL)
    asked.combine(options.includesDrafts)
    var history = Hash64()
    for (source, day) in days.sorted(by: { $0.key < $1.key }) {
      history.combine(source)
      history.combine(day.description)
    }
    return PartBasis(
      program: options.program.digest, content: inputs.hash { $0.hasPrefix("content/") },
      templates: inputs.hash { $0.hasPrefix("templates/") }, options: asked.value, history: history.value)
  }
}
