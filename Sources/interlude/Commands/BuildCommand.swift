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

  @OptionGroup var reporting: ReportOptions

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a whole number from 1.") }
    if let baseURL, !baseURL.lowercased().hasPrefix("https://"), !baseURL.lowercased().hasPrefix("http://") {
      throw ValidationError("--base-url takes an absolute URL such as https://help.example.com/, not “\(baseURL)”.")
    }
  }

  func run() async throws {
    let start = ContinuousClock.now
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: source, isDirectory: &isFolder), isFolder.boolValue else {
      Console.error("error: there is no folder \(source)")
      throw ExitStatus.usage.error
    }
    let build = SiteBuild(
      source: source, baseURL: baseURL, includesDrafts: drafts,
      jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount,
      today: Clock.today())
    var (files, report) = await build.run(progress: Console.progress)
    var summary: Publisher.Summary?
    if let files, !(strict && report.count(of: .warning) > 0) {
      Console.progress("publishing \(files.count) files")
      let publisher = Publisher(output: output ?? (source == "." ? "public" : "\(source)/public"), jobs: build.jobs)
      summary = await publisher.publish(files, clean: clean, into: &report)
    }
    Console.endProgress()
    reporting.write(report)
    guard let files, let summary else {
      if reporting.format == .text { Console.error("The build failed; the output folder is as it was.") }
      throw ExitStatus.findings.error
    }
    if reporting.format == .text { Console.print(closingLine(files, summary, start.duration(to: .now))) }
  }

  private func closingLine(_ files: [OutputFile], _ summary: Publisher.Summary, _ time: Duration) -> String {
    let pages = files.reduce(0) { $0 + ($1.path.hasSuffix(".html") ? 1 : 0) }
    let bytes = files.reduce(0) { $0 + $1.bytes.count }
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    let changes = "\(summary.written) written, \(summary.unchanged) unchanged, \(summary.removed) removed"
    return "\(pages) pages, \(files.count) files, \(String(format: "%.1f", Double(bytes) / 1_048_576)) MB in "
      + "\(String(format: "%.2f", seconds)) s (\(changes))"
  }
}

/// The one place that reads the clock.
enum Clock {
  static func today() -> Day? {
    let parts = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: Date())
    return Day(String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0))
  }
}
