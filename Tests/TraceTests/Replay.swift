import Checks
import Diagnostics
import Proxies
import ProxyConfig
import TestSupport
import Trace

/// Works out by simulation what a recording says that a real server answered.
struct Replay: Sendable {
  let recording: Recording

  /// What came of some configurations.
  struct Result: Sendable {
    var compared = 0
    /// Answers of which the simulation says that they cannot be known.
    var unknown: [String] = []
    /// What is told of each wrong answer, by configuration and request.
    var misses: [String: String] = [:]

    static func + (one: Result, other: Result) -> Result {
      Result(
        compared: one.compared + other.compared, unknown: one.unknown + other.unknown,
        misses: one.misses.merging(other.misses) { one, _ in one })
    }
  }

  func run(_ configuration: Recording.Configuration) throws -> Result {
    var result = Result()
    let tracer = try tracer(configuration)
    for answer in configuration.answers {
      let line = try FixtureRequest(answer.request[...], base: recording.base)
      var request = line.request
      request.client = "127.0.0.1"
      request.headersAreComplete = true
      var failures = line.failures
      for upstream in recording.upstreams where !failures.add(upstream) {
        throw FixtureRequest.Malformed(line: upstream)
      }
      let outcome = tracer.trace(request, failures: failures)
      result.compared += 1
      if case .unknown(let reason) = outcome.certainty {
        result.unknown.append("\(configuration.name): \(answer.request): \(reason)")
      } else if !agrees(outcome, answer) {
        result.misses["\(configuration.name): \(answer.request)"] =
          """
          \(recording.server), configuration \(configuration.name)
          \(configuration.text)\(answer.request)
          really \(answer.status) \(answer.body)\(answer.location.map { ", Location: \($0)" } ?? "")
          worked out:
          \(outcome.text(for: request, isColored: false))
          """
      }
    }
    return result
  }

  struct UnknownServer: Error { let server: String }

  func tracer(_ configuration: Recording.Configuration) throws -> any Tracer {
    var memory = MemoryFiles()
    memory.addDirectory(recording.folder)
    for (path, text) in recording.files.merging(configuration.files, uniquingKeysWith: { $1 })
    where !configuration.without.contains(path) {
      memory.add("\(recording.folder)/\(path)", Array(text.utf8))
    }
    let files = UndatedFiles(memory, date: recording.date)
    let directory = recording.directory ?? recording.folder
    let words = recording.server.split(separator: " ")
    switch words.first {
    case "nginx":
      let source = Source(name: recording.folder + "/nginx.conf", text: configuration.text)
      return NginxTracer(NginxModel(NginxReader.read(source, files: files)), files: files, prefix: directory)
    case "caddy":
      guard let release = CaddyRelease(String(words.last ?? "")) else { break }
      let source = Source(name: recording.folder + "/Caddyfile", text: configuration.text)
      let config = CaddyReader.read(source, files: files, release: release, environment: recording.environment)
      return CaddyTracer(config, files: files, workingDirectory: directory)
    default:
      guard let proxy = ProxyList.proxy(named: String(words.first ?? "")) else { break }
      let path = recording.folder + "/proxy.conf"
      memory.add(path, Array(configuration.text.utf8))
      let machine = Machine(
        files: UndatedFiles(memory, date: recording.date), prefix: directory, isWholeMachine: true,
        environment: recording.environment)
      return proxy.tracer(path, machine, isPlainVisitor: false).tracer
    }
    throw UnknownServer(server: recording.server)
  }

  func agrees(_ outcome: Outcome, _ answer: Recording.Answer) -> Bool {
    outcome.status == answer.status && outcome.location == ownLocation(answer) && agrees(outcome.body, answer.body)
  }

  /// `Location` without what an upstream sent, of whose headers the simulation knows nothing; several are joined.
  private func ownLocation(_ answer: Recording.Answer) -> String? {
    guard let redirects = recording.redirects, let location = answer.location else { return answer.location }
    if location == redirects { return nil }
    return location.hasSuffix(", " + redirects) ? String(location.dropLast(redirects.count + 2)) : location
  }

  /// Whether a body is of the kind that came: the same file, the same words.
  private func agrees(_ body: Outcome.Body, _ real: String) -> Bool {
    let kind = real.prefix { $0 != ":" }
    let detail = real.dropFirst(kind.count + 1)
    return switch (kind, body) {
    case ("head", _), ("none", .none), ("none", .inline("")), ("builtin", .builtin), ("builtin", .redirect): true
    // Not every redirect has words.
    case ("none", .redirect): true
    case ("upstream", .upstream), ("raw", .upstream): true
    case ("file", .file(let path)), ("part", .file(let path)): path == "\(recording.folder)/\(detail)"
    case ("text", .inline(let text)): kind == real[...] || text == detail
    default: false
    }
  }
}
