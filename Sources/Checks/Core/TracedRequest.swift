public import Diagnostics
public import Trace

/// A request that was followed and what came of it: the evidence that a visitor meets what a rule says.
public struct TracedRequest: Evidence {
  public let file: String
  public let request: TraceRequest
  public let failures: Failures
  public let outcome: Outcome

  public init(file: String, request: TraceRequest, failures: Failures, outcome: Outcome) {
    (self.file, self.request, self.failures, self.outcome) = (file, request, failures, outcome)
  }

  public var arguments: [String] { request.arguments(failures) }
  public var answer: String { outcome.summary }
}

/// Something that came of one request.
protocol Traced {
  var traced: TracedRequest { get }
}

extension TracedRequest: Traced {
  var traced: TracedRequest { self }
}

extension Outcome {
  /// "502, the proxy's own page".
  public var summary: String {
    if case .unknown(let reason) = certainty { return "not certain: \(reason)" }
    let body =
      switch body {
      case .file(let path): path
      case .builtin: "the proxy's own page"
      case .upstream: "the upstream's answer"
      case .inline: "a text of the configuration"
      case .redirect: location.map { "a redirect to \($0)" } ?? "a redirect"
      case .none: "an empty page"
      }
    return status == 0 ? "the connection is closed without an answer" : "\(status), \(body)"
  }
}
