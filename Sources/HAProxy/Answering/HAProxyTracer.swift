import Diagnostics
import ProxyConfig
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

  public init(_ model: HAProxyModel) {
    self.model = model
    refusal = model.tree.report.sorted.first { $0.severity == .error }.map { problem in
      let reason = "HAProxy refuses this configuration: \(problem.message)"
      return Outcome(
        status: 0, body: .none, steps: [.init(reason, at: problem.place)], certainty: .unknown(reason))
    }
  }

  public func trace(_ question: Question) -> Outcome {
    if let refusal { return refusal }
    return Decider.answer { decider in
      var exchange = Exchange(model, question, decider)
      var outcome = exchange.outcome()
      outcome.wait = exchange.wait
      return outcome
    }
  }
}
