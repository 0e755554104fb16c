public import ArgumentParser
internal import Checks
public import Diagnostics
internal import Escaping
internal import Foundation
internal import ProxyConfig

/// `interlude check`: every proxied location, every failure, and what is wrong with what the visitor would see.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Say where visitors will not see the error page when an upstream fails.",
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

  @Flag(help: "Show what visitors see, location by failure; in text and in JSON.")
  var matrix = false

  @Flag(help: "Apply the changes that certainly mend a finding.")
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
    for file in files {
      do {
        let project = try project(file, disk, built)
        isUnreadable = isUnreadable || project.tree.sources.isEmpty
        report.add(Checker.check(project))
        Console.keepToTheEnd(project)
        if matrix, output.format == .text { Console.print(Self.matrix(of: project).text) }
        if matrix, output.format == .json { answers += Self.matrix(of: project).json(file: file) }
      } catch let problem as UnreadableInput {
        // The other files may be fine.
        Console.error("error: " + problem.message)
        isUnreadable = true
      }
    }
    let problems = report.withoutRepetitions.sorted
    report = Report(problems)
    Console.keepToTheEnd(problems)
    let fixes = Fixes(problems)
    if diff { Console.print(fixes.unifiedDiff) }
    if fix { try apply(fixes, disk) }
    show(report, answers, isWhole: !isUnreadable, mended: fix ? fixes.count : 0)
    if isUnreadable { throw ExitStatus.usage.error }
    if problems.contains(where: { $0.severity >= failOn && !(fix && !$0.fix.isEmpty) }) {
      throw ExitStatus.findings.error
    }
  }

  private func project(_ file: String, _ disk: DiskFiles, _ pages: BuiltPages?) throws -> any CheckedConfig {
    let kind = try machine.kind(of: file, disk)
    let path = machine.pathOnProxy(file)
    var options = try machine.options(kind, disk)
    options.pages = pages
    switch kind {
    // The matrix shows every server's own locations.
    case .nginx:
      return matrix ? Project.nginx(path, options: options) : ClassedProject.nginx(path, options: options)
    case .caddy: return CaddyProject.read(path, options: options)
    }
  }

  private static func matrix(of config: any CheckedConfig) -> Matrix {
    switch config {
    case let project as Project: Matrix(project)
    case let project as CaddyProject: Matrix(project)
    default: Matrix.none
    }
  }

  /// - Parameter isWhole: whether every file could be read; without that, no findings are no praise.
  private func show(_ report: Report, _ answers: [JSON], isWhole: Bool, mended count: Int) {
    if matrix, output.format == .json {
      Console.print(report.json(tool: tool, adding: [.init("matrix", .array(answers))]))
      return
    }
    output.write(report, isProduct: true, tool: tool)
    guard output.format == .text else { return }
    if report.isEmpty, isWhole { Console.print("Nothing to find fault with.") }
    if count > 0 { Console.print("\(count) of them mended.") }
  }

  /// The program with its rules, so that a report explains itself.
  private var tool: ToolDescription {
    var tool = Interlude.tool
    tool.traceOptions = machine.arguments
    // A person is told by the findings alone.
    guard output.format != .text else { return tool }
    for rule in RuleList.all { tool.rules[rule.description.id] = rule.description.note }
    tool.rulePages = site.map { ($0.hasSuffix("/") ? $0 : $0 + "/") + "articles/checks/" }
    return tool
  }

  private func apply(_ fixes: Fixes, _ disk: DiskFiles) throws {
    for change in fixes.changes {
      let url = URL(fileURLWithPath: disk.realPath(change.source.name))
      guard (try? Data(contentsOf: url)) == Data(change.source.bytes) else {
        throw UnreadableInput(
          message: "\(change.source.name) is not a file of this machine, or has just changed; nothing was written to it"
        )
      }
      do { try Data(change.bytes).write(to: url) } catch {
        throw UnreadableInput(message: "\(change.source.name) cannot be written")
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
