public import Diagnostics
public import ProxyConfig
public import Trace

/// Says what HAProxy would answer, by going through the rules in the order of `process_stream` (release 2.6).
///
/// Where the answer depends on something unknowable, every way is tried; only when they look different to a visitor is the
/// outcome called unknown. Unknown are, where the answer depends on them: Lua and services, headers not given unless the
/// request is said to be complete, headers of upstreams, counters of stick tables, whose turn it is among servers that
/// fail differently, whether a health check has noticed a failure, times, random numbers, digests.
///
/// Taken for granted: limits and queues are not exhausted, caches are empty, no connection is reused.
public struct HAProxyTracer: Tracer {
  public let model: HAProxyModel
  private let refusal: Outcome?
  private let survey: HAProxySurvey

  public init(_ model: HAProxyModel) {
    self.model = model
    survey = HAProxySurvey(model)
    refusal = model.tree.report.sorted.first { $0.severity == .error }.map { problem in
      let reason = "HAProxy refuses this configuration: \(problem.message)"
      return Outcome(
        status: 0, body: .none, steps: [.init(reason, at: problem.place)], certainty: .unknown(reason))
    }
  }

  public func trace(_ question: Question) -> Outcome {
    if let refusal { return refusal }
    return Decider.answer { decider in
      var exchange = Exchange(model, survey, question, decider)
      var outcome = exchange.outcome()
      outcome.wait = exchange.wait
      return outcome
    }
  }

  public func follow(_ question: Question, _ watch: TextWatch) -> Followed? {
    Followed(question, watch, refusal) { decider in
      var exchange = Exchange(model, survey, question, decider)
      return exchange.outcome()
    }
  }

  public var passes: [Place] { survey.passes }
  public var networks: [AddressRange] { survey.networks }

  public var connections: [Request] {
    model.sections.filter { $0.isFrontend && !$0.settings.isDisabled && $0.settings.mode == .http }
      .flatMap { frontend in
        frontend.binds.flatMap { bind in
          // Of many ports in a row one stands for the others.
          (bind.ports.count < 64 ? Array(bind.ports) : [bind.ports.lowerBound]).map { port in
            Request(scheme: bind.isTLS ? .https : .http, host: bind.address, port: port)
          }
        }
      }.uniqued
  }
}
