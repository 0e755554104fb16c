public import Diagnostics
public import Trace

/// A request that was followed and what came of it: the evidence that a visitor meets what a rule says.
public struct TracedRequest: Evidence {
  public let file: String
  public let question: Question
  public let outcome: Outcome

  public init(file: String, _ question: Question, _ outcome: Outcome) {
    (self.file, self.question, self.outcome) = (file, question, outcome)
  }

  public var request: Request { question.request }
  public var failures: Failures { question.circumstances.failures }
  public var arguments: [String] { question.arguments }
  public var answer: String { outcome.summary }
}

/// Something that came of one request.
public protocol Traced {
  var traced: TracedRequest { get }
}

extension TracedRequest: Traced {
  public var traced: TracedRequest { self }
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
