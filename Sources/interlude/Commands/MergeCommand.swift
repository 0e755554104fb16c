internal import ArgumentParser
internal import Building
internal import Foundation
internal import Publish

/// `interlude merge`: the parts that `build --shard` made become one site.
struct MergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Join the parts that build --shard made into one site.",
    discussion: """
      For sites that one machine takes too long for. Each job runs

        interlude build --shard 2/3 --output part-2

      with its own number, on the same commit and with the same binary and options; one more job gets all three folders and
      runs

        interlude merge part-1 part-2 part-3 --output public

      What comes out is what a single build would have made, byte for byte. The merge needs neither content nor templates.
      """)

  @Argument(help: ArgumentHelp("The folders that the jobs made, in any order.", valueName: "part"))
  var parts: [String]

  @Option(help: ArgumentHelp("Where the site goes.", valueName: "dir"))
  var output = "public"

  @Flag(help: "Let warnings fail the merge, too.")
  var strict = false

  @Flag(help: "Write every file again, even those that did not change.")
  var clean = false

  @Option(help: ArgumentHelp("How many cores to use; all of them if absent.", valueName: "n"))
  var jobs: Int?

  @Flag(help: "Say where the time went; with --format json in a second line.")
  var timings = false

  @OptionGroup var reporting: ReportOptions

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a whole number from 1.") }
  }

  func run() async throws {
    let start = ContinuousClock.now
    let clock = Timings(since: start)
    let folders = parts.map { $0.count > 1 && $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    let publisher = Publisher(output: output, jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    let merge = SiteMerge(
      folders, publisher, program: Interlude.program, isStrict: strict, isClean: clean, observer: clock)
    try reporting.end(
      await merge.run(), since: start, clock, showsTimings: timings,
      failure: "Nothing was merged; the output folder is as it was.")
  }
}
