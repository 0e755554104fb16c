/// A proxy that can be asked what it would answer.
public protocol Tracer: Sendable {
  func trace(_ request: TraceRequest, failures: Failures) -> Outcome
}
