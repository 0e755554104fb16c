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
    commandName: "trace", abstract: "Say what a visitor sees when an upstream fails, and why.",
    discussion: """
      FAILURE is one of refused, timeout, closed, garbage, too-big-header, no-live-upstream, status:NNN and none; \
      with ADDRESS:PORT= in front it holds for that upstream only.
      The request has the headers given and no others, besides Host.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }
  enum Certificate: String, ExpressibleByArgument, CaseIterable { case none, good, bad }

  @ArgumentParser.Argument(help: "The proxy's main configuration file, or the output of 'nginx -T'.")
  var file: String

  @Option(help: "The request: 'METHOD http://host:port/path'.")
  var request: String

  @Option(help: "A request header: 'Name: value'. May be repeated.")
  var header: [String] = []

  @Option(name: .customLong("body-length"), help: "The number of bytes in the request's body.")
  var bodyLength = 0

  @Option(help: "What is wrong: [ADDRESS:PORT=]FAILURE. May be repeated; without it nothing is.")
  var failure: [String] = []

  @Option(help: "The visitor's address, where the answer may depend on it.")
  var client: String?

  @Option(help: "The visitor's TLS certificate, where one is asked for: none, good or bad.")
  var certificate = Certificate.none

  @OptionGroup var machine: ProxyOptions

  @Option(help: "text or json.")
  var format = Format.text

  @Option(help: "auto, always or never.")
  var color = ColorChoice.auto

  func run() throws {
    guard let traced = request(from: request) else {
      throw ValidationError("--request '\(request)' is not of the form 'METHOD http://host:port/path'.")
    }
    var failures = Failures()
    for text in failure where !failures.add(text) {
      throw ValidationError(
        "--failure '\(text)' is none of refused, timeout, closed, garbage, too-big-header, no-live-upstream, status:NNN, none."
      )
    }
    let loaded = try load()
    let problems = loaded.tree.report.sorted.filter { $0.severity == .error }
    for problem in problems {
      let position = LineIndex(problem.place.source).position(at: problem.place.range.lowerBound)
      Console.error("\(problem.place.source.name):\(position.line):\(position.column): error: \(problem.message)")
    }
    let outcome = loaded.tracer.trace(traced, failures: failures)
    switch format {
    case .json: Console.print(outcome.json.serialized(.indented))
    case .text: Console.print(outcome.text(for: traced, isColored: color.applies(to: STDOUT_FILENO)))
    }
    if !problems.isEmpty { throw ExitStatus.usage.error }
  }

  private func request(from line: String) -> TraceRequest? {
    guard var request = TraceRequest(line, bodyLength: bodyLength) else { return nil }
    for text in header {
      guard let colon = text.firstIndex(of: ":") else { continue }
      let value = text[text.index(after: colon)...].drop { $0 == " " }
      request.headers.append(.init(String(text[..<colon]), String(value)))
    }
    request.client = client
    request.certificate = TraceRequest.Certificate(rawValue: certificate.rawValue) ?? .none
    request.headersAreComplete = true
    return request
  }

  private func load() throws -> LoadedProxy {
    let files = try machine.files()
    let kind = try machine.kind(of: file, files)
    let path = machine.pathOnProxy(file)
    let options = Project.Options(files: files, isWholeMachine: machine.root != nil)
    guard
      let loaded = LoadedProxy.load(
        path, kind: kind, files: files, includes: StandIns.includes(of: path, in: options), prefix: machine.prefix,
        release: try machine.caddyRelease(), environment: try machine.environment())
    else { throw ValidationError("\(kind.rawValue) cannot be traced yet.") }
    for hole in StandIns.holes(in: loaded.tree, options) {
      Console.error("warning: \(hole.path) is not on this machine and was taken to be empty")
    }
    return loaded
  }
}
