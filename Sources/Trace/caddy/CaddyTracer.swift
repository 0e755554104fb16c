public import Diagnostics
public import ProxyConfig
import Synchronization

/// Says what Caddy would answer, by doing what Caddy does.
///
/// Routes, handlers and their exceptions are those of Caddy 2.6.2 and 2.11 (`modules/caddyhttp`). It is the first request
/// after a start: what earlier requests leave behind, such as upstreams marked as down, is not assumed. Where the answer
/// depends on something unknowable, every way is tried; only when they look different to a visitor is the outcome unknown.
public struct CaddyTracer: Tracer {
  public let config: CaddyConfig
  private let files: any FileView
  private let workingDirectory: String
  private let memory: CaddyMemory
  private var counter = Counter()
  /// Outcomes say what upstreams are sent.
  private let tellsAsked: Bool

  /// How many routes were looked at in all traces so far, and other steps that take about as long.
  public var work: Int { counter.work.load(ordering: .relaxed) }

  /// The same with a count of its own.
  public var countingAnew: CaddyTracer {
    var copy = self
    copy.counter = Counter()
    return copy
  }

  private final class Counter: Sendable {
    let work = Atomic(0)
  }

  /// - Parameters:
  ///   - workingDirectory: where relative paths start; Caddy's own working directory.
  ///   - tellsAsked: false where thousands of traces are to come and nobody asks what upstreams are sent.
  public init(_ config: CaddyConfig, files: any FileView, workingDirectory: String = "", tellsAsked: Bool = true) {
    self.config = config
    memory = CaddyMemory(config)
    self.files = files
    self.workingDirectory = workingDirectory
    self.tellsAsked = tellsAsked
  }

  public func trace(_ question: Question) -> Outcome {
    if let problem = config.refusal { return refused(problem, "Caddy refuses this configuration") }
    if let problem = config.startFailure { return refused(problem, "Caddy does not start with this configuration") }
    return Decider.answer { run(question, $0) }
  }

  public func follow(_ question: Question, _ watch: TextWatch) -> Followed? {
    let isFine = config.refusal == nil && config.startFailure == nil
    return Followed(question, watch, isFine ? nil : trace(question)) { decider in
      CaddyRun(world(question, tellsAsked: false), decider).answer()
    }
  }

  public var passes: [Place] { memory.survey.passes }
  public var networks: [AddressRange] { memory.survey.ranges.compactMap { AddressRange($0.string) } }

  public var connections: [Request] {
    var seen: Set<CaddyListen> = []
    return config.servers.flatMap { server in
      server.listens.filter { $0.network.hasPrefix("tcp") }.flatMap { listen -> [Request] in
        // Of many ports in a row one stands for the others.
        let last = listen.lastPort - listen.firstPort < 64 ? listen.lastPort : listen.firstPort
        return (listen.firstPort...last).compactMap { port in
          let host = listen.isEverywhere ? "" : listen.host.string
          let one = CaddyListen(host: ByteText(host), firstPort: port, lastPort: port)
          guard seen.insert(one).inserted else { return nil }
          let isTLS = server.hasTLS && port != config.httpPort
          return Request(scheme: isTLS ? .https : .http, host: host, port: port)
        }
      }
    }
  }

  /// The places of all handlers that run for a request, those too that leave no trace in the story.
  public func handlersRun(_ question: Question) -> [Place] {
    let run = CaddyRun(world(question), Decider())
    run.handlersRun = []
    _ = run.answer()
    return run.handlersRun ?? []
  }

  private func run(_ question: Question, _ decider: Decider) -> Outcome {
    let run = CaddyRun(world(question), decider)
    defer { counter.work.wrappingAdd(run.work, ordering: .relaxed) }
    return run.answer()
  }

  private func world(_ question: Question, tellsAsked: Bool? = nil) -> CaddyWorld {
    CaddyWorld(
      config: config, files: files, workingDirectory: workingDirectory, memory: memory,
      request: question.request, circumstances: question.circumstances, assumptions: question.assumptions,
      tellsAsked: tellsAsked ?? self.tellsAsked)
  }

  /// Whether a host fits a site's address, where `*` stands for one label.
  public static func hostMatches(_ pattern: ByteText, _ host: ByteText) -> Bool { CaddyRun.hostMatches(pattern, host) }

  private func refused(_ problem: Diagnostic, _ what: String) -> Outcome {
    let text = "\(what): \(problem.message)"
    return Outcome(status: 0, body: .none, steps: [.init(text, at: problem.place)], certainty: .unknown(text))
  }
}

/// What a simulated request cannot change.
struct CaddyWorld {
  let config: CaddyConfig
  let files: any FileView
  let workingDirectory: String
  let memory: CaddyMemory
  let request: Request
  let circumstances: Circumstances
  let assumptions: Assumptions
  let tellsAsked: Bool

  var release: CaddyRelease { config.release }

  /// A path as the process would use it.
  func path(_ path: ByteText) -> String { PathText.join(workingDirectory, path.string) }
}
