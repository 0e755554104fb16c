internal import ArgumentParser
internal import Checks
internal import Diagnostics
internal import Escaping
internal import Foundation
internal import ProxyConfig
internal import Trace

/// `interlude trace`: one request, one failure, the answer and how it comes about.
struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace", abstract: "Show what a visitor sees when an upstream fails, and why.",
    discussion: """
      FAILURE is one of refused, timeout, closed, garbage, too-big-header, no-live-upstream, status:NNN and none; \
      with ADDRESS:PORT= in front it holds for that upstream only.
      The request has the headers given and no others, besides Host.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @ArgumentParser.Argument(help: "The proxy's main configuration file, or the output of 'nginx -T'.")
  var file: String

  @OptionGroup(title: "The request") var visitor: VisitorOptions

  @OptionGroup(title: "What goes wrong") var trouble: FailureOptions

  @OptionGroup var machine: ProxyOptions

  @Option(help: "text or json.")
  var format = Format.text

  @Option(help: "auto, always or never.")
  var color = ColorChoice.auto

  func run() throws {
    let question = try visitor.question(try trouble.failures())
    let loaded = try load()
    let problems = loaded.tree.report.sorted.filter { $0.severity == .error }
    for problem in problems {
      let position = LineIndex(problem.place.source).position(at: problem.place.range.lowerBound)
      Console.error("\(problem.place.source.name):\(position.line):\(position.column): error: \(problem.message)")
    }
    let outcome = loaded.tracer.trace(question)
    switch format {
    case .json: Console.print(outcome.json.serialized(.indented))
    case .text: Console.print(outcome.text(for: question.request, isColored: color.applies(to: STDOUT_FILENO)))
    }
    if !problems.isEmpty { throw ExitStatus.usage.error }
  }

  private func load() throws -> TracedConfig {
    let files = try machine.files()
    let proxy = try machine.proxy(of: file, files)
    let config = proxy.tracer(
      machine.pathOnProxy(file), try machine.machine(of: proxy, files), isPlainVisitor: visitor.isPlainVisitor)
    for hole in config.holes { Console.error("warning: \(hole.path) is not on this machine and was taken to be empty") }
    return config
  }
}
