public import Diagnostics
public import ProxyConfig
public import Trace

/// Says what Apache httpd would answer, by doing what httpd does.
///
/// The hooks, their order and their exceptions are those of httpd 2.4 (`ap_process_request_internal` and what it calls,
/// mod_proxy, mod_rewrite, mod_alias, mod_dir, the default handler, `ap_die`).
///
/// Unknown are, where the answer depends on them: scripts and modules that make content themselves, headers not given unless
/// the request is said to be complete, the visitor's address unless it is given, the clock, rewrite maps that are programs or
/// files, which of several members of a balancer is asked if they fail differently.
///
/// Taken for granted: no upstream was marked as failed before, caches are empty, passwords are right where the request says
/// so, links are allowed where `Options` says nothing else.
public struct ApacheTracer: Tracer {
  public let model: ApacheModel
  let files: any FileView
  /// What every outcome is while httpd refuses the configuration.
  private let refusal: Outcome?
  let survey: ApacheSurvey

  public init(_ model: ApacheModel, files: any FileView) {
    (self.model, self.files) = (model, files)
    survey = ApacheSurvey(model)
    let problem = model.report.sorted.first { $0.severity == .error }
    refusal = problem.map {
      let reason = "httpd refuses this configuration: \($0.message)"
      return Outcome(status: 0, body: .none, steps: [.init(reason, at: $0.place)], certainty: .unknown(reason))
    }
  }

  public func trace(_ question: Question) -> Outcome {
    if let refusal { return refusal }
    let servers = VirtualHosts(model).candidates(for: question.request)
    var outcomes = servers.map { server in follow(question, server) }
    var first = outcomes.removeFirst()
    if first.certainty == .exact, outcomes.contains(where: { !$0.looksLike(first) || $0.certainty != .exact }) {
      first.certainty = .unknown("which virtual host is asked: it depends on the address that the connection goes to")
    }
    for other in outcomes { first.wait = first.wait.orLonger(other.wait) }
    return first
  }

  private func follow(_ question: Question, _ server: Server) -> Outcome {
    let run = Run(self, server, question, Decider())
    var outcome = run.outcome()
    outcome.wait = run.wait
    return outcome
  }

  public func follow(_ question: Question, _ watch: TextWatch) -> Followed? {
    Followed(question, watch, refusal) { decider in
      let sent = Sent(question.request, decider)
      let server = VirtualHosts(model).candidate(for: question.request, sent, decider, survey)
      return Run(self, server, question, decider).outcome()
    }
  }

  public var passes: [Place] { survey.passes }
  public var networks: [AddressRange] { survey.networks }
  public var connections: [Request] { VirtualHosts(model).connections }
}

/// What keeps an answer from being known, to stand after "it depends on".
struct Undecided: Error {
  let reason: String
  let place: Place?

  init(_ reason: String, at place: Place? = nil) { (self.reason, self.place) = (reason, place) }
}
