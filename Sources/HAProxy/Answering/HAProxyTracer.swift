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

  /// More ways than this are not tried.
  private static let mostWays = 256

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
    var choices = Choices()
    var exchange = Exchange(model, question, choices)
    var first = exchange.outcome()
    first.wait = exchange.wait
    var ways = 1
    while let next = choices.next, first.certainty == .exact {
      let reason = choices.reasons[next.count - 1]
      choices = Choices(next)
      exchange = Exchange(model, question, choices)
      let other = exchange.outcome()
      first.wait = first.wait.orLonger(exchange.wait)
      ways += 1
      if !other.looksLike(first) || other.certainty != .exact {
        first.certainty = .unknown(reason)
      } else if ways == Self.mostWays {
        first.certainty = .unknown("too much depends on what cannot be known, first of all: \(reason)")
      }
    }
    return first
  }
}

/// Answers what cannot be known one way after the other, so that a trace can try them all.
final class Choices {
  private var taken: [Int]
  private var counts: [Int] = []
  private(set) var reasons: [String] = []
  /// What was answered to a question that may be asked again.
  private var remembered: [String: Int] = [:]

  init(_ taken: [Int] = []) {
    self.taken = taken
  }

  /// The way to take at a question; the same question gets the same answer.
  func choose(among count: Int, _ question: String, because reason: String) -> Int {
    if let answer = remembered[question] { return answer }
    let index = counts.count
    if index == taken.count { taken.append(0) }
    counts.append(count)
    reasons.append(reason)
    remembered[question] = taken[index]
    return taken[index]
  }

  /// The ways of the next run; nil when all have been tried.
  var next: [Int]? {
    guard let last = counts.indices.last(where: { taken[$0] + 1 < counts[$0] }) else { return nil }
    return taken[..<last] + [taken[last] + 1]
  }
}
