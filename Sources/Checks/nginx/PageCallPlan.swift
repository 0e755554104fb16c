import Diagnostics
import Multicore
import ProxyConfig
import Trace

/// Follows every `error_page` in effect, in every server, from a request that really comes to its code.
struct PageCallPlan: Sendable {
  let model: NginxModel
  let tracer: NginxTracer
  let doors: Doors
  let routes: [Int: [NginxRoute]]

  init(_ model: NginxModel, _ tracer: NginxTracer, _ doors: Doors, _ routes: [NginxRoute]) {
    self.model = model
    self.tracer = tracer
    self.doors = doors
    self.routes = Dictionary(grouping: routes) { $0.server.scope }
  }

  func calls() -> [PageCall] {
    let budget = SearchBudget(model)
    return Cores.map(model.servers) { calls(of: $0, budget.share(of: $0), budget.cost(of: $0)) }.flatMap { $0 }
  }

  /// - Parameter cost: what each request costs.
  private func calls(of server: NginxServer, _ budget: SearchBudget.Share, _ cost: Int) -> [PageCall] {
    guard let door = doors.first(of: server) else { return [] }
    let routes = Dictionary(
      (routes[server.scope] ?? []).map { ($0.location, $0) }, uniquingKeysWith: { first, _ in first })
    let causes = ErrorCauses(model, server, hasRoutes: !routes.isEmpty)
    var budget = budget
    var calls: [PageCall] = []
    var followed: Set<Key> = []
    for scope in (self.routes[server.scope] ?? []).map(\.location) + model.locations(of: server) + [server.scope] {
      let entries = model.errorPages(in: scope).filter { !followed.contains(Key($0)) }
      guard !entries.isEmpty else { continue }
      var asker = Asker(tracer, server, scope, routes[scope])
      for entry in entries {
        guard budget.allows(0) else { continue }
        for cause in causes.of(entry.code, in: scope, routes[scope], door) {
          guard budget.allows(cost), let call = asker.call(entry, cause) else { continue }
          followed.insert(Key(entry))
          calls.append(call)
          // A page with a path is always fetched with GET.
          if entry.isNamed, let post = cause.asPost.flatMap({ asker.call(entry, $0) }) { calls.append(post) }
          break
        }
      }
    }
    return Self.alike(calls)
  }

  /// One code of one directive.
  private struct Key: Hashable {
    let place: Range<Int>
    let file: String
    let code: Int

    init(_ entry: NginxErrorPage) {
      (place, file, code) = (entry.directive.range, entry.directive.source.name, entry.code)
    }
  }

  /// The calls, each with the codes of its line that end the same way.
  private static func alike(_ calls: [PageCall]) -> [PageCall] {
    struct Way: Hashable {
      let place: Range<Int>
      let file: String
      let method: String
      let ending: Ending
    }
    func way(_ call: PageCall) -> Way {
      Way(
        place: call.entry.directive.range, file: call.entry.directive.source.name, method: call.request.method,
        ending: call.ending)
    }
    var codes: [Way: [Int]] = [:]
    for call in calls { codes[way(call), default: []].append(call.entry.code) }
    return calls.map { PageCall($0, codesAlike: (codes[way($0)] ?? []).sorted()) }
  }
}

/// Sends what may bring a code about, and takes what comes of it for a call of a page when it really led there.
private struct Asker {
  let tracer: NginxTracer
  let server: NginxServer
  let scope: Int
  let route: NginxRoute?
  /// Most codes are met by the same visitor.
  private var visitors: [NginxVisitor] = []

  init(_ tracer: NginxTracer, _ server: NginxServer, _ scope: Int, _ route: NginxRoute?) {
    (self.tracer, self.server, self.scope, self.route) = (tracer, server, scope, route)
    if let route { visitors.append(route.visitor) }
  }

  mutating func call(_ entry: NginxErrorPage, _ cause: ErrorCause) -> PageCall? {
    let index = visitors.firstIndex { $0.question == cause.question } ?? visitors.count
    if index == visitors.count { visitors.append(tracer.visitor(cause.question)) }
    let traced = visitors[index].traced(cause.failures)
    guard
      let hop = traced.outcome.ownSteps.firstIndex(where: { step in
        guard case .errorPage(entry.code, _) = step.event, let place = step.place else { return false }
        return place.range == entry.directive.head.range && place.source.name == entry.directive.source.name
      })
    else { return nil }
    return PageCall(
      entry: entry, server: server, origin: scope, route: route, traced: traced, hop: hop,
      failing: cause.isDead ? Set(route?.peers ?? []) : [])
  }
}
