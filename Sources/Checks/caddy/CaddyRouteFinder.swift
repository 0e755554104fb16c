import Diagnostics
import ProxyConfig
import Trace

/// A `reverse_proxy` that no request was found for.
struct CaddyUnreached: Sendable {
  let place: Place
  let site: String
  /// The best guess, and what became of it; nil when the search ended before.
  let attempt: TracedRequest?
}

/// Finds a request for every handler that errors come from, by trying.
struct CaddyRouteFinder {
  let config: CaddyConfig
  let tracer: CaddyTracer
  private let codes: CaddyCodes

  /// What was found, and what was not.
  struct Found {
    var routes: [CaddySiteRoute] = []
    var unreached: [CaddyUnreached] = []
  }

  init(_ config: CaddyConfig, _ tracer: CaddyTracer) {
    self.config = config
    self.tracer = tracer
    codes = CaddyCodes(config)
  }

  /// - Parameter visit: what is done with each route as soon as it is found; the budget is for both.
  func find(visiting visit: (CaddySiteRoute) -> Void) -> Found {
    let unasked = Dictionary(
      config.moduleMatchers.map { ("@" + $0.string, ByteText("0")) }, uniquingKeysWith: { first, _ in first })
    var found = Found()
    for source in CaddyErrorSource.all(in: config) {
      guard let place = source.handler.place else { continue }
      var best: TracedRequest?
      var route: CaddySiteRoute?
      for guess in source.requests where tracer.work < CaddyProject.budget {
        let traced = tracer.followed(CaddyVisitor.request(guess, unasked))
        if best == nil { best = traced }
        guard isThere(traced.outcome, place, source) else { continue }
        let named = codes.named(in: source.server, host: ByteText(traced.request.host))
        route = CaddySiteRoute(
          source: source, request: traced.request, namedCodes: named.codes, hasErrorRoutes: named.hasErrorRoutes)
        break
      }
      if let route {
        found.routes.append(route)
        visit(route)
      } else if source.proxy != nil {
        let site = best.map { CaddySiteRoute.site(source, $0.request) } ?? source.host.string
        found.unreached.append(CaddyUnreached(place: place, site: site, attempt: best))
      }
    }
    return found
  }

  /// Whether the request comes to the upstream, or to the error that the handler makes by itself.
  private func isThere(_ outcome: Outcome, _ place: Place, _ source: CaddyErrorSource) -> Bool {
    outcome.steps.contains { step in
      guard let stepPlace = step.place, stepPlace.isSame(as: place), case let event? = step.event else {
        return false
      }
      switch event {
      case .asked: return source.proxy != nil
      case .raised, .file(_, .missing): return source.proxy == nil
      default: return false
      }
    }
  }
}

/// An ordinary visitor: a browser somewhere on the internet that knows every password it is asked for.
enum CaddyVisitor {
  /// - Parameter unasked: what matchers of modules say that the way to the route does not ask.
  static func request(_ guess: TraceRequest, _ unasked: [String: ByteText] = [:]) -> TraceRequest {
    var request = guess
    request.variables.merge(unasked) { asked, _ in asked }
    request.becomePlainVisitor()
    return request
  }
}
