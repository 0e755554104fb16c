import Diagnostics
import Multicore
import ProxyConfig
import Trace

/// Follows every `error_page` in effect, in every server, from the place where it is most likely to be needed.
struct PageCallPlan: Sendable {
  let model: NginxModel
  let tracer: NginxTracer
  let routes: [Int: [Route]]

  init(_ model: NginxModel, _ tracer: NginxTracer, _ routes: [Route]) {
    self.model = model
    self.tracer = tracer
    self.routes = Dictionary(grouping: routes) { $0.server.scope }
  }

  func calls() -> [PageCall] { Cores.map(model.servers, calls).flatMap { $0 } }

  private func calls(of server: NginxServer) -> [PageCall] {
    let routes = routes[server.scope] ?? []
    // A server that answers every request by itself has no other errors.
    if model.onlyReturns(server), routes.isEmpty { return returnCalls(of: server) }
    var calls: [PageCall] = []
    var seen: Set<Key> = []
    let scopes = routes.map(\.location) + model.locations(of: server) + [server.scope]
    for scope in scopes {
      let route = routes.first { $0.location == scope }
      var visitors = Visitors(tracer, route?.visitor)
      for entry in model.errorPages(in: scope) {
        let key = Key(place: entry.directive.range, file: entry.directive.source.name, code: entry.code)
        guard !seen.contains(key), canArise(entry, in: scope, route) else { continue }
        seen.insert(key)
        calls += follow(entry, server, scope, route, &visitors)
      }
    }
    return calls
  }

  private struct Key: Hashable {
    let place: Range<Int>
    let file: String
    let code: Int
  }

  /// Pages themselves and locations nobody reaches raise no errors of their own.
  private func canArise(_ entry: NginxErrorPage, in scope: Int, _ route: Route?) -> Bool {
    if route != nil { return true }
    // An application can send a request on to an internal location (X-Accel-Redirect), which then asks its own upstream.
    if model.setting("internal", in: scope) != nil {
      return entry.code >= 500 && model.scope(scope).settings["error_page"] != nil && model.pass(in: scope) != nil
    }
    if case .named = model.scope(scope).name { return false }
    // The page's own location.
    if case .exact(let text) = model.scope(scope).name, text == entry.target.source { return false }
    return true
  }

  /// The visitors of one scope; most codes are met by the same one.
  private struct Visitors {
    let tracer: NginxTracer
    private var known: [NginxVisitor] = []

    init(_ tracer: NginxTracer, _ first: NginxVisitor?) {
      self.tracer = tracer
      if let first { known.append(first) }
    }

    mutating func outcome(
      _ request: TraceRequest, _ failures: Failures, endingWith code: Int, in scope: Int, isBodyRead: Bool
    ) -> Outcome {
      let place = known.firstIndex { $0.request == request } ?? known.count
      if place == known.count { known.append(tracer.visitor(request)) }
      return known[place].outcome(failures, endingWith: code, in: scope, isBodyRead: isBodyRead)
    }
  }

  private func follow(
    _ entry: NginxErrorPage, _ server: NginxServer, _ scope: Int, _ route: Route?, _ visitors: inout Visitors
  ) -> [PageCall] {
    guard
      var request = route?.request
        ?? Visitor.request(server, ExamplePaths(model: model).of(scope).first ?? "/interlude-example")
    else { return [] }
    if entry.code == 401 { request.hasRightPassword = false }
    if entry.code == 401 || entry.code == 403 { request.client = Visitor.outside }
    let isDown = entry.code >= 500 && route != nil
    let peers = isDown ? route?.peers ?? [] : []
    func call(_ request: TraceRequest) -> PageCall {
      let outcome = visitors.outcome(
        request, isDown ? .of(peers, .refused) : Failures(), endingWith: entry.code, in: scope, isBodyRead: isDown)
      return PageCall(
        entry: entry, server: server, origin: scope, route: route, request: request, outcome: outcome,
        failing: Set(peers))
    }
    // A page with a path is always fetched with GET.
    guard entry.isNamed, request.method == "GET" else { return [call(request)] }
    var post = request
    post.method = "POST"
    return [call(request), call(post)]
  }

  /// The pages of the one code a server returns.
  private func returnCalls(of server: NginxServer) -> [PageCall] {
    var codes: [Int] = []
    for case .answer(let status, nil) in model.scope(server.scope).script.map(\.action) { codes.append(status) }
    var seen: Set<Int> = []
    var visitors = Visitors(tracer, nil)
    return model.errorPages(in: server.scope).filter { codes.contains($0.code) && seen.insert($0.code).inserted }
      .flatMap { follow($0, server, server.scope, nil, &visitors) }
  }
}
