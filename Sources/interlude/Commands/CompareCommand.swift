internal import ArgumentParser
internal import Checks
internal import Escaping
internal import Foundation
internal import Survey

/// `interlude compare`: which requests are answered differently after a change.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Find the requests that two configurations answer differently.",
    discussion: """
      Follows every class of requests through both, first with all upstreams well and then with one failure at a time. \
      For each pair of places that decide one request is shown, the shortest there is. Exit status: 0 when all are \
      answered alike, 1 when some are not, 2 when a configuration cannot be used, 3 when it could not be decided.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, github }

  @ArgumentParser.Argument(help: "The present configuration.")
  var old: String

  @ArgumentParser.Argument(help: "The new configuration.")
  var new: String

  @OptionGroup var machine: ProxyOptions

  @Option(help: "Leave out what is meant: 'host=old.example', 'path=/legacy/' or 'method=PUT'. May be repeated.")
  var except: [String] = []

  @Option(help: "text, json or github.")
  var format = Format.text

  @Option(help: "auto, always or never.")
  var color = ColorChoice.auto

  func run() throws {
    let exceptions = try except.map { text in
      guard let exception = Exception(text) else {
        throw ValidationError("--except '\(text)' is not of the form host=NAME, path=/PATH or method=NAME.")
      }
      return exception
    }
    let comparison = Comparison(
      try machine.tracedConfig(old).tracer, try machine.tracedConfig(new).tracer, except: exceptions)
    switch format {
    case .text: Console.print(comparison.text(isColored: color.applies(to: STDOUT_FILENO)))
    case .json: Console.print(comparison.json.serialized(.indented))
    case .github: Console.print(comparison.github)
    }
    if !comparison.differences.isEmpty { throw ExitStatus.findings.error }
    if !comparison.isSame { throw ExitStatus.undecided.error }
  }
}
