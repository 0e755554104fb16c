import Diagnostics
import ProxyConfig
import Trace

/// What is tried on every route.
struct CaddyVisitPlan: Sendable {
  let tracer: CaddyTracer
  let pages: BuiltPages?

  func visits(_ route: CaddySiteRoute) -> [CaddyVisit] {
    guard let proxy = route.proxy else { return [visit(route, route.question, .own)] }
    var visits = failures(route, proxy).map { visit(route, route.question, .upstream($0)) }
    let codes = Set([504] + (pages?.codes ?? []))
    visits += codes.sorted().map { visit(route, route.question, .code($0)) }
    let post = route.question.sending { $0.method = "POST" }
    visits.append(visit(route, post, .upstream(.refused), .post))
    for page in visits where page.manner == .plain && page.outcome.status >= 400 {
      guard case .file = page.ending, case .upstream = page.trouble else { continue }
      visits.append(visit(route, page.question.with("If-Modified-Since", Self.future), page.trouble, .conditional))
      visits.append(visit(route, page.question.with("If-None-Match", "*"), page.trouble, .conditional))
      visits.append(visit(route, page.question.with("Range", "bytes=0-9"), page.trouble, .partial))
    }
    return visits
  }

  /// What can go wrong: every peer can be marked as down only where somebody looks.
  private func failures(_ route: CaddySiteRoute, _ proxy: CaddyReverseProxy) -> [Failure] {
    var failures = Failure.tried
    if proxy.hasActiveHealthChecks || proxy.failDuration > 0 { failures.append(.noLiveUpstream) }
    for code in route.namedCodes where !failures.contains(.status(code)) { failures.append(.status(code)) }
    return failures
  }

  /// What a page cached after the error page was written makes a browser send.
  private static let future = "Fri, 31 Dec 2099 23:59:59 GMT"

  private func visit(
    _ route: CaddySiteRoute, _ question: Question, _ trouble: Trouble,
    _ manner: Manner = .plain
  ) -> CaddyVisit {
    var failures = Failures()
    switch trouble {
    case .upstream(let failure): failures = route.failures(failure)
    case .own, .auth: break
    case .code(let code):
      failures = route.failures(.refused)
      failures.raised = code
    }
    return CaddyVisit(route, trouble, manner, tracer.followed(question, failures))
  }
}

extension CaddyTracer {
  /// The request with what comes of it.
  func followed(_ question: Question, _ failures: Failures = Failures()) -> TracedRequest {
    followed(question.facing(failures), file: config.tree.main.name)
  }
}

extension Question {
  func with(_ name: String, _ value: String) -> Question { sending { $0.headers.append(.init(name, value)) } }
}
