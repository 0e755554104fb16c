public import Trace

extension Visit where Route == FoundRoute {
  /// What is tried on a route of a proxy that has no plan of its own: every failure of its upstreams, the codes given as if the
  /// proxy failed with them, and a form that is sent to a dead upstream.
  ///
  /// - Parameters:
  ///   - codes: those of the pages that were built.
  ///   - file: the main file of the configuration.
  public static func standard(
    _ route: Route, codes: [Int], file: String, _ tracer: some Tracer
  ) -> [Visit] {
    func visit(_ question: Question, _ trouble: Trouble, _ manner: Manner = .plain) -> Visit {
      var failures = Failures()
      if case .upstream(let failure) = trouble { failures = .of(route.peers, failure) }
      if case .code(let code) = trouble { failures.raised = code }
      return Visit(route, trouble, manner, tracer.followed(question.facing(failures), file: file))
    }
    let post = route.question.sending { $0.method = "POST" }
    return (Failure.tried + [.noLiveUpstream]).map { visit(route.question, .upstream($0)) }
      + Set(codes + [504]).sorted().map { visit(route.question, .code($0)) }
      + [visit(post, .upstream(.refused), .post)]
  }
}

extension Tracer {
  /// A question with what comes of it.
  ///
  /// - Parameter file: the main file of the configuration.
  func followed(_ question: Question, file: String) -> TracedRequest {
    TracedRequest(file: file, question, trace(question))
  }
}
