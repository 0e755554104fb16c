import ProxyConfig
import Trace

/// What is tried on every route.
struct VisitPlan: Sendable {
  let model: NginxModel
  let tracer: NginxTracer

  init(_ model: NginxModel, _ tracer: NginxTracer) {
    self.model = model
    self.tracer = tracer
  }

  private static let authFailures: [Failure] = [
    .refused, .timeout, .status(500), .status(503), .status(401), .status(403),
  ]

  func visits(_ route: NginxRoute) -> [NginxVisit] {
    var reader = route.visitor
    var visits = Failure.tried.map { visit(route, &reader, .upstream($0)) }
    var post = route.question
    if post.request.method == "GET" { post.request.method = "POST" }
    for length in [0, model.bodyLimit(in: route.location) ?? 1 << 30] {
      post.request.bodyLength = length
      var writer = tracer.visitor(post)
      for failure in [Failure.refused, .timeout] { visits.append(visit(route, &writer, .upstream(failure), .post)) }
    }
    if !route.authPeers.isEmpty { visits += Self.authFailures.map { visit(route, &reader, .auth($0)) } }
    return visits
  }

  private func visit(
    _ route: NginxRoute, _ visitor: inout NginxVisitor, _ trouble: Trouble, _ manner: Manner = .plain
  ) -> NginxVisit {
    let failures =
      switch trouble {
      case .upstream(let failure): Failures.of(route.peers, failure)
      case .auth(let failure): Failures.of(route.authPeers, failure)
      case .own, .code: Failures()
      }
    return NginxVisit(route, trouble, manner, visitor.traced(failures))
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
    TracedRequest(file: file, question.facing(failures), outcome(failures))
  }
}
