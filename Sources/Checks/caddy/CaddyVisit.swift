import Diagnostics
import ProxyConfig
public import Trace

/// One visitor, one thing that goes wrong, and what the visitor gets.
public struct CaddyVisit: Sendable {
  public enum Trouble: Sendable, Hashable {
    /// What the route's upstreams do.
    case upstream(Failure)
    /// The proxy fails with a status, whether or not it can come to that.
    case code(Int)
  }

  /// What is special about the request.
  public enum Manner: Sendable, Hashable { case plain, post, conditional, partial }

  public let route: CaddySiteRoute
  public let request: TraceRequest
  public let trouble: Trouble
  public let manner: Manner
  public let failures: Failures
  public let outcome: Outcome
  public let ending: Ending

  /// How a visit ends.
  public enum Ending: Sendable, Hashable {
    case file(String)
    case inline(String)
    /// The failing upstream's own answer.
    case upstream
    /// The answer of an upstream that the error routes ask.
    case otherUpstream
    /// The error routes ask an upstream that fails as well.
    case deadUpstream
    case missingFile(String)
    /// The file is hidden, a directory, or may not be read.
    case unusableFile(String)
    case redirect
    /// No error routes.
    case noErrorRoutes
    /// The error routes have nothing for this error.
    case unanswered
    case waits
    case template
    case unknown(String)
    case other
  }

  init(
    _ route: CaddySiteRoute, _ request: TraceRequest, _ trouble: Trouble, _ manner: Manner, failures: Failures,
    outcome: Outcome
  ) {
    self.route = route
    self.request = request
    self.trouble = trouble
    self.manner = manner
    self.failures = failures
    self.outcome = outcome
    ending = Self.ending(outcome)
  }

  /// The steps that have a value.
  var events: [(event: Outcome.Step.CaddyEvent, place: Place?)] {
    outcome.steps.compactMap { step in
      if case .caddy(let event) = step.event { (event, step.place) } else { nil }
    }
  }

  /// The place of the last step of a kind.
  func lastPlace(_ isWanted: (Outcome.Step.CaddyEvent) -> Bool) -> Place? {
    events.last { isWanted($0.event) && $0.place != nil }?.place
  }

  /// A page, or a text in its place.
  var isPage: Bool {
    switch ending {
    case .file, .inline: true
    default: false
    }
  }

  /// The status that the trouble stands for.
  var code: Int {
    switch trouble {
    case .code(let code), .upstream(.status(let code)): code
    case .upstream(.timeout): 504
    case .upstream(.noLiveUpstream): 503
    case .upstream: 502
    }
  }

  private static func ending(_ outcome: Outcome) -> Ending {
    let events = outcome.steps.compactMap { step -> Outcome.Step.CaddyEvent? in
      if case .caddy(let event) = step.event { event } else { nil }
    }
    if events.contains(.template) { return .template }
    if case .unknown(let reason) = outcome.certainty { return .unknown(reason) }
    if events.contains(.waits) { return .waits }
    let handling = events.firstIndex { event in
      switch event {
      case .errorRoutes, .takenOver: true
      default: false
      }
    }
    let later = handling.map { events[$0...] } ?? []
    let asksAgain = later.contains { if case .asked = $0 { true } else { false } }
    switch outcome.body {
    case .file(let path): return .file(path)
    case .inline(let text): return .inline(text)
    case .redirect: return .redirect
    case .upstream: return asksAgain ? .otherUpstream : .upstream
    case .builtin, .none: break
    }
    for event in later.reversed() {
      switch event {
      case .file(let path, .missing): return .missingFile(path)
      case .file(let path, .denied), .file(let path, .directory): return .unusableFile(path)
      case .unanswered: return .unanswered
      case .asked: return .deadUpstream
      default: continue
      }
    }
    if events.contains(where: { if case .noErrorRoutes = $0 { true } else { false } }) { return .noErrorRoutes }
    return .other
  }
}

/// What is tried on every route.
struct CaddyVisitPlan {
  let tracer: CaddyTracer
  let pages: BuiltPages?

  func visits(_ route: CaddySiteRoute) -> [CaddyVisit] {
    var visits = VisitPlan.failures.map { visit(route, route.request, .upstream($0)) }
    let codes = Set([404, 500, 502, 503, 504] + route.namedCodes + (pages?.codes ?? []))
    visits += codes.sorted().map { visit(route, route.request, .code($0)) }
    var post = route.request
    post.method = "POST"
    visits.append(visit(route, post, .upstream(.refused), .post))
    for page in visits where page.manner == .plain && page.outcome.status >= 400 {
      guard case .file = page.ending, case .upstream = page.trouble else { continue }
      visits.append(visit(route, page.request.with("If-Modified-Since", Self.future), page.trouble, .conditional))
      visits.append(visit(route, page.request.with("If-None-Match", "*"), page.trouble, .conditional))
      visits.append(visit(route, page.request.with("Range", "bytes=0-9"), page.trouble, .partial))
    }
    return visits
  }

  /// What a page cached after the error page was written makes a browser send.
  private static let future = "Fri, 31 Dec 2099 23:59:59 GMT"

  private func visit(
    _ route: CaddySiteRoute, _ request: TraceRequest, _ trouble: CaddyVisit.Trouble,
    _ manner: CaddyVisit.Manner = .plain
  ) -> CaddyVisit {
    var failures: Failures
    switch trouble {
    case .upstream(let failure): failures = route.failures(failure)
    case .code(let code):
      failures = route.failures(.refused)
      failures.raised = code
    }
    return CaddyVisit(
      route, request, trouble, manner, failures: failures, outcome: tracer.trace(request, failures: failures))
  }
}

extension TraceRequest {
  func with(_ name: String, _ value: String) -> TraceRequest {
    var copy = self
    copy.headers.append(.init(name, value))
    return copy
  }
}
