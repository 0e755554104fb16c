public import ArgumentParser
internal import Checks
public import Diagnostics
internal import Escaping
internal import Foundation
internal import Proxies
internal import ProxyConfig
internal import Publish

/// `interlude check`: every proxied location, every failure, and what is wrong with what the visitor would see.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Find where visitors will not see the error page when an upstream fails.",
    discussion: """
      Every server, every location that passes requests on and every kind of failure is traced; 'interlude rules' lists \
      what is looked for. A comment allows one finding:  # interlude: allow missing-file because the deployment adds it
      """)

  @ArgumentParser.Argument(
    help: "Configuration files: main files, single sites, Caddy's JSON, or the output of 'nginx -T'.")
  var files: [String]

  @OptionGroup var machine: ProxyOptions

  @Option(help: "The folder of the built error pages, with their manifest.json.")
  var pages: String?

  @Option(
    name: .customLong("fail-on"), help: "The mildest finding that makes the command fail: error, warning or info.")
  var failOn: Severity = .warning

  @Option(help: "The address of a help site, so that findings in JSON and SARIF link to the page of their rule.")
  var site: String?

  @Flag(help: "List every place of a finding in the text; all other formats have every one.")
  var all = false

  @Flag(help: "Show findings of severity info in the text, too; all other formats have them.")
  var info = false

  @Flag(help: "Show what visitors see, location by failure; in text and in JSON.")
  var matrix = false

  @Flag(help: "Apply the changes that are certain to fix a finding.")
  var fix = false

  @Flag(help: "Show those changes as a unified diff.")
  var diff = false

  @OptionGroup var output: ReportOptions

  func run() throws {
    let disk = try machine.files()
    let built = try builtPages()
    var report = Report()
    var isUnreadable = false
    var answers: [JSON] = []
    var coverage = Coverage()
    for file in files {
      do {
        let project = try project(file, disk, built)
        isUnreadable = isUnreadable || project.tree.sources.isEmpty
        report.add(Checker.check(project))
        if output.format == .text { coverage = coverage + project.coverage }
        Leak.untilExit(project)
        if matrix, output.format == .text { Console.print(project.matrix.text) }
        if matrix, output.format == .json { answers += project.matrix.json(file: file) }
      } catch let problem as UnreadableInput {
        // The other files may be fine.
        Console.error("error: " + problem.message)
        isUnreadable = true
      }
    }
    let problems = report.withoutRepetitions.sorted
    report = Report(problems)
    Leak.untilExit(problems)
    let fixes = Fixes(problems)
    if diff { Console.print(fixes.unifiedDiff) }
    if fix { try apply(fixes, disk) }
    switch output.format {
    case .text: show(report, coverage, isWhole: !isUnreadable, mended: fix ? fixes.count : 0)
    case .json where matrix: Console.print(report.json(tool: tool, adding: [.init("matrix", .array(answers))]))
    case .json, .sarif, .github: output.write(report, tool: tool)
    }
    if isUnreadable { throw ExitStatus.usage.error }
    if problems.contains(where: { $0.severity >= failOn && !(fix && !$0.fix.isEmpty) }) {
      throw ExitStatus.findings.error
    }
  }

  private func project(_ file: String, _ disk: DiskFiles, _ pages: BuiltPages?) throws -> any LoadedProxy {
    let proxy = try machine.proxy(of: file, disk)
    var machine = try machine.machine(of: proxy, disk)
    machine.pages = pages
    return proxy.load(self.machine.pathOnProxy(file), machine)
  }

  /// The report for a person: causes instead of findings, and then how things stand.
  ///
  /// - Parameter isWhole: whether every file could be read; without that, no findings are no praise.
  private func show(_ report: Report, _ coverage: Coverage, isWhole: Bool, mended count: Int) {
    let shown = info || failOn == .info ? Severity.info : .warning
    let digest = Digest(Report(report.sorted.filter { $0.severity >= shown }))
    Console.print(digest.text(color: output.color.applies(to: STDOUT_FILENO), listingAll: all, tool: tool))
    // Of a configuration that the proxy does not read, nothing was followed.
    if coverage.places > 0 { Console.print(coverage.text) }
    if !report.isEmpty || isWhole { Console.print(report.tally(from: shown)) }
    if count > 0 { Console.print("\(count) of them mended.") }
  }

  /// The program with its rules, so that a report explains itself.
  private var tool: ToolDescription {
    var tool = Interlude.tool
    tool.traceOptions = machine.arguments
    // A person is told by the findings alone.
    guard output.format != .text else { return tool }
    for rule in ProxyList.rules { tool.rules[rule.description.id] = rule.description.note }
    tool.rulePages = site.map { ($0.hasSuffix("/") ? $0 : $0 + "/") + "articles/checks/" }
    return tool
  }

  private func apply(_ fixes: Fixes, _ disk: DiskFiles) throws {
    for change in fixes.changes {
      let path = disk.realPath(change.source.name)
      guard FileManager.default.contents(atPath: path) == Data(change.source.bytes) else {
        throw UnreadableInput(
          message: "\(change.source.name) is not a file of this machine, or has just changed; nothing was written to it"
        )
      }
      do throws(DiskError) { try UserFiles.change(path, from: change.source.bytes, to: change.bytes) } catch {
        throw UnreadableInput(message: "\(change.source.name) cannot be written: \(error.reason)")
      }
    }
  }

  private func builtPages() throws -> BuiltPages? {
    guard let pages else { return nil }
    let folder = pages.hasSuffix("/") ? String(pages.dropLast()) : pages
    let disk = DiskFiles()
    guard let bytes = try? disk.read(folder + "/manifest.json") else {
      throw UnreadableInput(
        message: "\(folder)/manifest.json cannot be read; --pages wants the folder that a build calls error-pages")
    }
    guard let built = BuiltPages(folder: folder, manifest: bytes, files: disk) else {
      throw UnreadableInput(message: "\(folder)/manifest.json is not the manifest of a build")
    }
    return built
  }
}

extension Severity: ExpressibleByArgument {}
