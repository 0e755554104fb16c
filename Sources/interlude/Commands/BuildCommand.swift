internal import ArgumentParser
internal import Building
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

  @Flag(help: "Write every file again, even those that did not change.")
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
    var options = BuildOptions(
      source: source, baseURL: baseURL, includesDrafts: drafts,
      jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount, today: Clock.today(), program: Interlude.program)
    options.searchExport = searchExport
    options.isStrict = strict
    options.isClean = clean
    let folder = shard.map { "parts/\($0.number)-of-\($0.count)" } ?? "public"
    let below = source == "." ? "" : "\(source)/"
    let publisher = Publisher(
      output: output ?? below + folder, jobs: options.jobs, besides: ["\(below)content", "\(below)templates"],
      within: source)
    options.output = publisher.output
    options.packsEarly = true
    options.usesAllCores = options.jobs >= ProcessInfo.processInfo.activeProcessorCount
    let result =
      if let shard {
        await ShardBuild(options, shard, publisher, observer: clock).run()
      } else {
        await SiteBuild(options, publisher, observer: clock).run(now: now, review: linkReview(publisher.output))
      }
    try reporting.end(
      result, since: start, clock, showsTimings: timings,
      failure: "The build failed; the output folder is as it was.")
  }

  private func linkReview(_ output: String) -> (@Sendable (Site) async -> Report)? {
    guard checkLinks else { return nil }
    let (isClean, isText) = (clean, reporting.format == .text)
    return { site in
      let checked = await WebLinkCheck(site: site, output: output, isClean: isClean).run()
      if isText { Console.error(checked.summary) }
      return checked.report
    }
  }
}
