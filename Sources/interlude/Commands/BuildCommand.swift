internal import ArgumentParser
internal import Content
internal import Diagnostics
internal import Foundation
internal import Publish

/// `interlude build`: content and templates in, error pages and help site out.
struct BuildCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Turn content/ into error pages and a help site in public/.",
    discussion: "A build with an error leaves the output folder as it was.")

  @Option(help: ArgumentHelp("The folder that holds content/ and, if it has any, templates/.", valueName: "dir"))
  var source = "."

  @Option(help: ArgumentHelp("Where the pages go; public/ in the source folder if absent.", valueName: "dir"))
  var output: String?

  @Option(help: ArgumentHelp("The help site's address, instead of the one in site.yaml.", valueName: "url"))
  var baseURL: String?

  @Flag(help: "Build drafts as well.")
  var drafts = false

  @Flag(help: "Let warnings fail the build, too.")
  var strict = false

  @Flag(help: "Write every file anew, also those that did not change.")
  var clean = false

  @Option(help: ArgumentHelp("How many cores to use; all of them if absent.", valueName: "n"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Also write the site as documents of a search engine: opensearch, meilisearch, typesense or algolia.",
      valueName: "engine"),
    transform: Self.engine)
  var searchExport: SearchEngineKind?

  @Flag(help: "Also ask other sites, over the network, whether the addresses that pages lead to are there.")
  var checkLinks = false

  @Flag(help: "Say where the time went; with --format json in a second line.")
  var timings = false

  @OptionGroup var reporting: ReportOptions

  private static func engine(_ name: String) throws -> SearchEngineKind {
    if let engine = SearchEngineKind(rawValue: name) { return engine }
    let names = SearchEngineKind.allCases.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("--search-export takes one of \(names), not “\(name)”.")
  }

  @Option(
    help: ArgumentHelp(
      "Make only a part of the pages, such as 2/3 for the second of three parts; `interlude merge` joins them.",
      discussion: "Goes to parts/2-of-3 in the source folder if there is no --output.", valueName: "i/n"),
    transform: Self.shard)
  var shard: BuildShard?

  private static func shard(_ text: String) throws -> BuildShard {
    if let shard = BuildShard(text) { return shard }
    throw ValidationError("--shard takes the number of a part and how many there are, such as 2/3, not “\(text)”.")
  }

  func validate() throws {
    if shard != nil, searchExport != nil {
      throw ValidationError("--search-export needs the whole site, so it does not go together with --shard.")
    }
    if shard != nil, checkLinks {
      throw ValidationError("--check-links needs the whole site, so it does not go together with --shard.")
    }
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a whole number from 1.") }
    if let baseURL, !Settings.isBaseURL(baseURL) {
      throw ValidationError(
        "--base-url takes an absolute URL such as https://help.example.com/docs/, without query, not “\(baseURL)”.")
    }
  }

  func run() async throws {
    let start = ContinuousClock.now
    let clock = Timings(since: start)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: source, isDirectory: &isFolder), isFolder.boolValue else {
      Console.error("error: there is no folder \(source)")
      throw ExitStatus.usage.error
    }
    let now = Clock.nanoseconds()
    var build = SiteBuild(
      source: source, baseURL: baseURL, includesDrafts: drafts,
      jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount, today: Clock.today(), searchExport: searchExport)
    let folder = shard.map { "parts/\($0.number)-of-\($0.count)" } ?? "public"
    let below = source == "." ? "" : "\(source)/"
    let publisher = Publisher(
      output: output ?? below + folder, jobs: build.jobs, besides: ["\(below)content", "\(below)templates"])
    build.output = publisher.output
    build.packsEarly = true
    build.usesAllCores = build.jobs >= ProcessInfo.processInfo.activeProcessorCount
    if let shard { return try await buildPart(ShardBuild(build: build, shard: shard), publisher, start, clock) }
    let key = BuildKey(build, output: publisher.output).value
    if !clean, searchExport == nil, !checkLinks,
      try await buildLittle(build, publisher, key: key, now: now, start, clock)
    {
      return
    }
    try await buildAll(build, publisher, key: key, now: now, start, clock)
  }

  /// Does what the author's changes since the last build ask for; false when that is everything, or cannot be told.
  private func buildLittle(
    _ build: SiteBuild, _ publisher: Publisher, key: UInt64, now: Int64, _ start: ContinuousClock.Instant,
    _ clock: Timings
  ) async throws -> Bool {
    clock.begin(.comparing)
    guard let memory = await BuildMemory.recall(publisher, source: source, key: key, now: now) else { return false }
    if memory.changes.isEmpty, memory.closing.day == build.day {
      guard await memory.isIntact(), let report = memory.problems(), !isRefused(report) else {
        return false
      }
      finish(report, memory.closing, memory.summary, start, clock)
      return true
    }
    let small = SmallBuild(build: build, publisher: publisher, key: key, memory: memory, timings: clock)
    guard let outcome = await small.run(isRefused: isRefused) else { return false }
    guard let summary = outcome.summary else { throw fail(outcome.report) }
    finish(outcome.report, outcome.closing, summary, start, clock)
    return true
  }

  /// Makes and publishes every page.
  private func buildAll(
    _ build: SiteBuild, _ publisher: Publisher, key: UInt64, now: Int64, _ start: ContinuousClock.Instant,
    _ clock: Timings
  ) async throws {
    let progress = { (stage: BuildStage) in
      clock.begin(stage)
      Console.progress(stage.note)
    }
    var publication: Publication?
    var outcome = await build.run(now: now, progress: progress) { report in
      guard !isRefused(report), let begun = await publisher.begin(clean: clean, into: &report) else {
        return (@Sendable (OutputFile) -> PlacedFile)?.none
      }
      publication = begun
      return { file in clock.write { begun.put(file) } }
    }
    // Told, and with --strict refused, but not kept: the next build does not know it any more.
    let links = await checkedLinks(of: outcome.prepared?.site)
    if let prepared = outcome.prepared.take() { LeftToTheEnd.leave(prepared) }
    if let indexing = outcome.indexing { clock.add(.search, beside: indexing) }
    var summary: Publisher.Summary?
    var closing = BuildClosing(pages: 0, files: 0, bytes: 0, day: build.day)
    if let publication {
      if let placed = outcome.placed, !isRefused(outcome.report), !isRefused(links.report) {
        progress(.publishing(files: placed.count))
        closing.pages = placed.reduce(0) { $0 + ($1.path.hasSuffix(".html") ? 1 : 0) }
        closing.files = placed.count
        closing.bytes = placed.reduce(0) { $0 + $1.size }
        let lasting = outcome.model?.store() ?? []
        summary = await publication.finish(
          placed,
          build: .init(
            key: key, closing: closing, inputs: outcome.inputs, report: outcome.report, model: outcome.model?.packed,
            lasting: lasting),
          into: &outcome.report)
        if let model = outcome.model.take() { LeftToTheEnd.leave(model) }
      } else {
        publication.abandon()
      }
    }
    outcome.report.add(links.report)
    if let summary = links.summary, reporting.format == .text { Console.error(summary) }
    guard let summary else {
      throw fail(outcome.report)
    }
    finish(outcome.report, closing, summary, start, clock)
  }

  private func checkedLinks(of site: Site?) async -> (report: Report, summary: String?) {
    guard checkLinks, let site else { return (Report(), nil) }
    let below = source == "." ? "" : "\(source)/"
    let checked = await WebLinkCheck(site: site, output: output ?? below + "public", isClean: clean).run()
    return (checked.report, checked.summary)
  }

  /// Makes and publishes what is this job's.
  private func buildPart(
    _ part: ShardBuild, _ publisher: Publisher, _ start: ContinuousClock.Instant, _ clock: Timings
  ) async throws {
    let progress = { (stage: BuildStage) in
      clock.begin(stage)
      Console.progress(stage.note)
    }
    let outcome = await part.run(publisher, clean: clean, progress: progress, isRefused: isRefused)
    guard let summary = outcome.summary else { throw fail(outcome.report) }
    finish(outcome.report, outcome.closing, summary, start, clock)
  }

  /// Whether these problems keep the build from being published.
  private func isRefused(_ report: Report) -> Bool {
    report.hasErrors || strict && report.count(of: .warning) > 0
  }

  private func fail(_ report: Report) -> any Error {
    Console.endProgress()
    reporting.write(report)
    if reporting.format == .text { Console.error("The build failed; the output folder is as it was.") }
    return ExitStatus.findings.error
  }

  private func finish(
    _ report: Report, _ closing: BuildClosing, _ summary: Publisher.Summary, _ start: ContinuousClock.Instant,
    _ clock: Timings
  ) {
    Console.endProgress()
    reporting.write(report)
    defer { Console.end() }
    reporting.close(closing, summary, since: start, timings: timings ? clock : nil)
  }
}
