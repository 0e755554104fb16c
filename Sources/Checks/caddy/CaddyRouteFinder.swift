import Diagnostics
import Multicore
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
struct CaddyRouteFinder: Sendable {
  let config: CaddyConfig
  private let codes: CaddyCodes

  /// What was found, and what was not.
  struct Found {
    var routes: [CaddySiteRoute] = []
    var unreached: [CaddyUnreached] = []
  }

  init(_ config: CaddyConfig) {
    self.config = config
    codes = CaddyCodes(config)
  }

  /// What became of one source.
  private struct Result {
    var route: CaddySiteRoute?
    var visits: [CaddyVisit] = []
    var unreached: CaddyUnreached?
    var work = 0
  }

  /// Several sources are looked at together, as many as the rest of the budget is likely to be enough for: the same ones
  /// on every machine.
  func find(visiting plan: CaddyVisitPlan) -> (found: Found, visits: [(CaddySiteRoute, [CaddyVisit])]) {
    let unasked = Dictionary(
      config.moduleMatchers.map { ("@" + $0.string, ByteText("0")) }, uniquingKeysWith: { first, _ in first })
    var found = Found()
    var visits: [(CaddySiteRoute, [CaddyVisit])] = []
    let sources = CaddyErrorSource.all(in: config)
    var (next, left, count, most) = (0, CaddyProject.budget, 1, 0)
    while next < sources.count {
      count = left > 0 ? max(1, min(count * 2, left / max(1, most), Self.together)) : sources.count
      let some = Array(sources[next..<min(next + count, sources.count)])
      let limit = min(left, CaddyProject.budget / Self.share)
      for result in Cores.map(some, { look(for: $0, unasked, plan, limit) }) {
        left -= result.work
        most = max(most, result.work)
        if let route = result.route {
          found.routes.append(route)
          visits.append((route, result.visits))
        }
        if let unreached = result.unreached { found.unreached.append(unreached) }
      }
      next += some.count
    }
    return (found, visits)
  }

  /// More sources than this are not looked at together.
  private static let together = 256
  /// The part of the budget that the search for one source's request may take.
  private static let share = 20

  private func look(
    for source: CaddyErrorSource, _ unasked: [String: ByteText], _ plan: CaddyVisitPlan, _ budget: Int
  ) -> Result {
    var result = Result()
    guard let place = source.handler.place else { return result }
    let tracer = plan.tracer.countingAnew
    var best: TracedRequest?
    for guess in budget > 0 ? source.requests : [] where tracer.work < budget {
      let traced = tracer.followed(guess.question(unasked))
      if best == nil { best = traced }
      guard isThere(traced.outcome, place, source) else { continue }
      let named = codes.named(in: source.server, host: ByteText(traced.request.host))
      let route = CaddySiteRoute(
        source: source, question: traced.question, namedCodes: named.codes, hasErrorRoutes: named.hasErrorRoutes)
      result.route = route
      result.visits = CaddyVisitPlan(tracer: tracer, pages: plan.pages).visits(route)
      break
    }
    if result.route == nil, source.proxy != nil {
      let site = best.map { CaddySiteRoute.site(source, $0.request) } ?? source.host.string
      result.unreached = CaddyUnreached(place: place, site: site, attempt: best)
    }
    result.work = tracer.work
    return result
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

extension CaddyGuess {
  /// The guess of an ordinary visitor.
  ///
  /// - Parameter unasked: what matchers of modules say that the way to the route does not ask.
  func question(_ unasked: [String: ByteText] = [:]) -> Question {
    .plainVisitor(request, variables: verdicts.merging(unasked) { asked, _ in asked })
  }
}
