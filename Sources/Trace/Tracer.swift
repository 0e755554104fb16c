/// A proxy that can be asked what it would answer.
public protocol Tracer: Sendable {
  func trace(_ question: Question) -> Outcome
}

extension Tracer {
  /// A request of whom nothing is known but what is sent.
  public func trace(_ request: Request, failures: Failures) -> Outcome { trace(Question(request, failures)) }
}
