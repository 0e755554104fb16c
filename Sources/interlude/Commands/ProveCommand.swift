internal import ArgumentParser
internal import Checks
internal import Diagnostics
internal import Escaping
internal import Foundation
internal import ProxyConfig
internal import Survey
internal import Trace

/// `interlude prove`: every request there is, not a sample.
struct ProveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prove", abstract: "Prove that no request shows a visitor the bare page, or find one that does.",
    discussion: """
      Follows every class of requests through every way an upstream can fail. What it finds is shown as a command that \
      repeats it. Exit status: 0 when no visitor meets a bare page, 1 when one does, 2 when the configuration cannot be \
      used, 3 when it could not be decided.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @ArgumentParser.Argument(help: "The proxy's main configuration file.")
  var files: [String]

  @OptionGroup var machine: ProxyOptions

  @Option(
    help: """
      What is to hold besides, separated by commas: auth (nobody passes a failing auth_request or forward_auth; HAProxy and httpd ask nobody by themselves), status (no failure \
      leaves with a 200), cache (no error may be kept by a cache).
      """)
  var also: String?

  @Option(help: "text or json.")
  var format = Format.text

  @Option(help: "auto, always or never.")
  var color = ColorChoice.auto

  func run() throws {
    let wanted = try self.wanted
    var worst: ExitStatus?
    for file in files {
      let config = try machine.tracedConfig(file)
      guard !config.tracer.passes.isEmpty else {
        throw UnreadableInput(message: "nothing in \(file) asks an upstream, so there is nothing to prove")
      }
      let proof = Proof(of: config.tracer, file: file, also: wanted)
      switch format {
      case .json: Console.print(proof.json.serialized(files.count == 1 ? .indented : .compact))
      case .text: Console.print(proof.text(isColored: color.applies(to: STDOUT_FILENO)))
      }
      if !proof.counterexamples.isEmpty { worst = .findings } else if !proof.holds { worst = worst ?? .undecided }
    }
    if let worst { throw worst.error }
  }

  private var wanted: Set<Proof.Also> {
    get throws {
      let words = also?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
      return Set(
        try words.map { word in
          if let known = Proof.Also(rawValue: word) { return known }
          let all = Proof.Also.allCases.map(\.rawValue).joined(separator: ", ")
          throw ValidationError("--also '\(word)' is none of \(all).")
        })
    }
  }
}

extension ProxyOptions {
  /// A configuration read for proofs; one that its proxy would refuse ends the command.
  func tracedConfig(_ file: String) throws -> TracedConfig {
    let files = try files()
    let proxy = try proxy(of: file, files)
    let config = proxy.tracer(pathOnProxy(file), try machine(of: proxy, files), isPlainVisitor: true)
    for hole in config.holes { Console.error("warning: \(hole.path) is not on this machine and was taken to be empty") }
    let problems = config.tree.report.sorted.filter { $0.severity == .error }
    guard problems.isEmpty else {
      Console.error(Report(problems).rendered(.text, color: false, tool: Interlude.tool))
      throw ExitStatus.usage.error
    }
    return config
  }
}
