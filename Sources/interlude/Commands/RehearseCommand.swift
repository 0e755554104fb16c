internal import ArgumentParser
internal import Escaping
internal import Foundation
internal import Rehearsal
internal import Trace

/// `interlude rehearse`: a fire drill with the real proxy, in a place where nothing can be harmed.
struct RehearseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rehearse", abstract: "Let every upstream fail on the real proxy, where nobody is harmed.",
    discussion: """
      The proxy's own program serves the configuration in a private network, with its real ports and names; upstreams of \
      ours fail to order. What comes back is shown beside what 'interlude trace' predicts. No file, port or process of this \
      machine is touched. Exit status: 0 when all came back as predicted and branded, 1 otherwise, 2 when it could not be \
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

  @Option(help: "text or json.")
  var format = Format.text

  @Option(help: "auto, always or never.")
  var color = ColorChoice.auto

  func run() throws {
    guard Sandbox.isHere else { return try rehearseAll() }
    let report = try ask(files[RealProxy.turn])
    Console.endProgress()
    switch format {
    case .text: Console.print(report.text(isColored: color.applies(to: STDOUT_FILENO)))
    case .json: Console.print(report.json.serialized(files.count == 1 ? .indented : .compact))
    }
    if !report.isFine { throw ExitStatus.findings.error }
  }

  /// Each in a place of its own.
  private func rehearseAll() throws {
    for file in files { _ = try RealProxy.program(for: file, machine, binary) }
    try RealProxy.eachInItsPlace(files.count)
  }

  private func ask(_ file: String) throws -> RehearsalReport {
    let questions = try request.map { line in
      guard let request = Request(line) else {
        throw ValidationError("--request '\(line)' is not of the form 'METHOD http://host:port/path'.")
      }
      return Question.plainVisitor(request)
    }
    let rehearsal = try RealProxy.begin(file, machine, binary: binary, isQuick: quick, asking: questions)
    return rehearsal.run { Console.progress($0) }
  }
}
