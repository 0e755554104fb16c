import ProxyConfig
public import Trace

/// One visitor, one thing that goes wrong, and what the visitor gets.
///
/// A class, because rules pass thousands of them on and each is many values.
public final class Visit: Sendable, Traced {
  public enum Trouble: Sendable, Hashable {
    /// The upstream the location passes to.
    case upstream(Failure)
    /// The service that says whether the visitor may pass; the upstream itself is well.
    case auth(Failure)
  }

  public let route: Route
  public let trouble: Trouble
  public let traced: TracedRequest
  /// The steps of the request itself.
  let ownSteps: [Outcome.Step]

  init(route: Route, trouble: Trouble, traced: TracedRequest) {
    (self.route, self.trouble, self.traced) = (route, trouble, traced)
    ownSteps = traced.outcome.ownSteps
  }

  public var request: TraceRequest { traced.request }
  public var outcome: Outcome { traced.outcome }

  public var isCertain: Bool { outcome.certainty == .exact }

  /// The first `error_page` that took the request.
  public var firstHop: (code: Int, step: Outcome.Step)? {
    for step in ownSteps {
      if case .errorPage(let code, _) = step.event { return (code, step) }
    }
    return nil
  }
}

/// What is tried on every route.
struct VisitPlan: Sendable {
  let model: NginxModel
  let tracer: NginxTracer

  init(_ model: NginxModel, _ tracer: NginxTracer) {
    self.model = model
    self.tracer = tracer
  }

  static let failures: [Failure] = [
    .refused, .timeout, .closed, .status(500), .status(502), .status(503), .status(404),
  ]
  private static let authFailures: [Failure] = [
    .refused, .timeout, .status(500), .status(503), .status(401), .status(403),
  ]

  func visits(_ route: Route) -> [Visit] {
    var reader = route.visitor
    var visits = Self.failures.map { visit(route, &reader, .upstream($0)) }
    var post = route.request
    if post.method == "GET" { post.method = "POST" }
    for length in [0, model.bodyLimit(in: route.location) ?? 1 << 30] {
      post.bodyLength = length
      var writer = tracer.visitor(post)
      for failure in [Failure.refused, .timeout] { visits.append(visit(route, &writer, .upstream(failure))) }
    }
    if !route.authPeers.isEmpty { visits += Self.authFailures.map { visit(route, &reader, .auth($0)) } }
    return visits
  }

  private func visit(_ route: Route, _ visitor: inout NginxVisitor, _ trouble: Visit.Trouble) -> Visit {
    let failures =
      switch trouble {
      case .upstream(let failure): Failures.of(route.peers, failure)
      case .auth(let failure): Failures.of(route.authPeers, failure)
      }
    return Visit(route: route, trouble: trouble, traced: visitor.traced(failures))
  }
}

extension Failures {
  /// These peers fail; when their addresses are not known, everybody does.
  static func of(_ peers: [String], _ failure: Failure) -> Failures {
    guard !peers.contains(where: { $0.utf8.contains(UInt8(ascii: "$")) }) else { return Failures(everywhere: failure) }
    return Failures(byAddress: Dictionary(peers.map { ($0, failure) }, uniquingKeysWith: { first, _ in first }))
  }
}

extension NginxVisitor {
  /// The request followed, with all that is needed to follow it again.
  mutating func traced(_ failures: Failures) -> TracedRequest {
    TracedRequest(file: file, request: request, failures: failures, outcome: outcome(failures))
  }
}
