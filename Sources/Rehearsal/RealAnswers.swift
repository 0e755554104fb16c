import Checks
import Foundation
public import Trace

/// A tracer that does not work answers out: it has the real proxy give them.
///
/// What led to them is told by the trace, so that a reader still learns which line decides.
public final class RealAnswers: Tracer, @unchecked Sendable {
  private let rehearsal: Rehearsal
  private let traced: any Tracer
  /// One question at a time: upstreams fail for everybody.
  private let lock = NSLock()

  /// - Parameter rehearsal: one that has begun.
  public init(_ rehearsal: Rehearsal, traced: any Tracer) { (self.rehearsal, self.traced) = (rehearsal, traced) }

  public func trace(_ question: Question) -> Outcome {
    lock.withLock { answer(question) }
  }

  private func answer(_ question: Question) -> Outcome {
    let predicted = traced.trace(question)
    let failures = question.circumstances.failures
    rehearsal.upstreams.behave(
      failures.byAddress.mapValues { .failure($0) }, others: .failure(failures.everywhere))
    rehearsal.ownAddresses(question.request)
    _ = rehearsal.server.start([question.request.port])
    let limit: Double = if case .seconds(let seconds) = predicted.wait { seconds + 10 } else { 75 }
    let seen = Client.ask(question.request, at: rehearsal.address(for: question.request), upTo: limit)
    if let obstacle = seen.obstacle {
      return Outcome(status: 0, body: .none, steps: predicted.steps, certainty: .unknown(obstacle))
    }
    let body: Outcome.Body =
      switch SeenBody(seen, predicted: predicted, prefix: rehearsal.options.prefix) {
      case .file(let path): .file(path)
      case .upstream: .upstream
      case .redirect: .redirect
      case .builtin: .builtin
      case .none: .none
      case .other: .inline(String(decoding: seen.body, as: UTF8.self))
      }
    var outcome = Outcome(
      status: seen.status, body: body, headers: seen.headers.map { .init($0.name, $0.value) },
      location: seen.header("location"), steps: predicted.steps)
    outcome.wait = .seconds(seen.seconds)
    return outcome
  }
}
