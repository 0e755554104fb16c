internal import ArgumentParser
internal import Escaping
internal import Foundation
internal import ProxyConfig
internal import Rehearsal
internal import Starter
internal import Trace

/// `interlude rehearse`: a fire drill with the real proxy, in a place where nothing can be harmed.
struct RehearseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rehearse", abstract: "Make every upstream fail on the real proxy, in a sandbox.",
    discussion: """
      The proxy's own program serves the configuration in a private network, with its real ports and names; \
      stand-in upstreams fail on demand. What comes back is shown beside what 'interlude trace' predicts. No file, port or process of this \
      machine is touched.

      --keep leaves it running afterwards, for a browser: http://127.0.0.1:4080/ is one place of the configuration, TAB \
      changes to the next, and http://HOST.localhost:4080/ is every host. The proxy gets its own Host, over TLS where it \
      wants TLS. What fails is changed by a key, or without a terminal by lines of standard input; h lists them. q, \
      Control-C or a kill ends everything; the end of standard input does not.

      Exit status: 0 when all came back as predicted and branded, 1 otherwise, 2 when it could not be \
      rehearsed.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @ArgumentParser.Argument(help: "The proxy's main configuration file; several are rehearsed one after the other.")
  var files: [String]

  @OptionGroup var machine: ProxyOptions

  @Option(help: "The proxy's program; the one in PATH when absent.")
  var binary: String?

  @Option(help: "Ask this, for a proxy that cannot be read yet: 'METHOD http://host:port/path'. May be repeated.")
  var request: [String] = []

  @Flag(help: "Shorten the time limits in a copy, and say in which lines.")
  var quick = false

  @Flag(help: "Leave it running afterwards, to be looked at in a browser; a key says what fails.")
  var keep = false

  @Option(help: "With --keep, the port of 127.0.0.1; 4080 when absent, or another where that is taken.")
  var port: Int?

  @Option(help: "Write a report to FILE, one page of HTML: the table, the pages as they were seen, what was made up.")
  var record: String?

  @Flag(help: "Rehearse nothing, and print the command that does it in a container of Docker or Podman.")
  var inContainer = false

  @Option(help: "text or json.")
  var format = Format.text

  @Option(help: "auto, always or never.")
  var color = ColorChoice.auto

  func validate() throws {
    if keep, files.count > 1 { throw ValidationError("--keep plays one FILE, and \(files.count) are named.") }
    if record != nil, files.count > 1 {
      throw ValidationError("--record writes one report, and \(files.count) FILEs are named.")
    }
    guard let port else { return }
    guard keep else { throw ValidationError("--port is for --keep.") }
    guard 1...65_535 ~= port else { throw ValidationError("--port \(port) is none of 1 to 65535.") }
  }

  func run() throws {
    guard Sandbox.isHere else { return try rehearseAll() }
    RecordedPage.keep()
    let rehearsal = try begin(files[RealProxy.turn])
    let report = rehearsal.run { Console.progress($0) }
    Console.endProgress()
    switch format {
    case .text: Console.print(report.text(isColored: color.applies(to: STDOUT_FILENO)))
    case .json: Console.print(report.json.serialized(files.count == 1 ? .indented : .compact))
    }
    if record != nil { hand(over: report) }
    if keep { demonstrate(rehearsal) }
    if !report.isFine { throw ExitStatus.findings.error }
  }

  /// Each in a place of its own.
  private func rehearseAll() throws {
    guard machine.furtherFiles.isEmpty else {
      throw ValidationError("A rehearsal starts the proxy with one file: put what --further names into it.")
    }
    for file in files { _ = try RealProxy.program(for: file, machine, binary) }
    if inContainer { return Console.print(try containerCommand) }
    let page = try record.map { try RecordedPage($0, not: files) }
    if keep {
      guard FrontDoor.open(port) != nil else {
        throw UnreadableInput(message: "port \(port ?? 0) of 127.0.0.1 is taken; name another with --port")
      }
      Keys.begin()
    }
    defer { Keys.end() }
    let status = try RealProxy.eachInItsPlace(files.count)
    try page?.finish()
    throw ExitCode(status)
  }

  private func begin(_ file: String) throws -> Rehearsal {
    let questions = try request.map { line in
      guard let request = Request(line) else {
        throw ValidationError("--request '\(line)' is not of the form 'METHOD http://host:port/path'.")
      }
      return Question.plainVisitor(request)
    }
    return try RealProxy.begin(file, machine, binary: binary, isQuick: quick, asking: questions)
  }

  /// The command that does the same in a container, with every file that is read.
  private var containerCommand: String {
    get throws {
      var needed = machine.environmentFiles + (try machine.mappings().map(\.to)) + [machine.prefix].compactMap { $0 }
      for file in files {
        let (_, path, proxy) = try RealProxy.program(for: file, machine, binary)
        needed += [path, file.contains("/") ? PathText.parent(file) : "."]
        if proxy != nil { needed += try TestedConfig(file, machine).foldersRead }
      }
      return ContainerCommand(
        Array(CommandLine.arguments.dropFirst()), needed: needed, written: record, isKept: keep
      ).text
    }
  }

  /// The report as a page, for the process outside.
  private func hand(over report: RehearsalReport) {
    let tokens = Starter.templates.first { $0.path == "assets/tokens.css" }
    let page = RehearsalPage(
      report, tokens: String(decoding: tokens?.bytes ?? [], as: UTF8.self),
      date: Date.now.formatted(.iso8601.dateSeparator(.dash).timeSeparator(.colon)).replacing("T", with: " "),
      command: ShellText.line(["interlude"] + CommandLine.arguments.dropFirst()))
    RecordedPage.hand(over: page.html)
  }

  /// Leaves the proxy running until somebody ends it.
  private func demonstrate(_ rehearsal: Rehearsal) {
    guard let demonstration = Demonstration(rehearsal) else { return }
    Console.error(demonstration.help)
    Console.error(demonstration.state)
    Keys.each { command in
      guard let command else {
        Console.error("that is none of the keys and lines; h lists them")
        return true
      }
      return demonstration.obey(command) { Console.error(TerminalText.harmless($0)) }
    }
    rehearsal.end()
  }
}
