import Diagnostics
import Multicore
import ProxyConfig
import Trace

/// A location that passes requests on and that no request was found for.
struct Unreached: Sendable {
  let location: Int
  /// The best guess, and what became of it.
  let path: ByteText
  let outcome: Outcome
}

/// Finds a request for every location that passes requests on, by trying.
struct RouteFinder: Sendable {
  let model: NginxModel
  let tracer: NginxTracer

  init(_ model: NginxModel, _ tracer: NginxTracer) {
    self.model = model
    self.tracer = tracer
  }

  /// How a request comes to an upstream.
  private enum Way {
    case plain
    /// An `error_page` leads there, which is not how an ordinary visitor comes if there is another way.
    case byError
    /// It hangs on something unknowable whether it does.
    case doubtful
  }

  /// What was found, and what was not.
  struct Found: Sendable {
    var routes: [Route] = []
    var unreached: [Unreached] = []
  }

  func find() -> Found {
    var all = Found()
    for found in Cores.map(model.servers, find) {
      all.routes += found.routes
      all.unreached += found.unreached
    }
    return all
  }

  private func find(in server: NginxServer) -> Found {
    let locations = model.locations(of: server)
    var found = Found()
    // Where it hangs on something unknowable, or takes an error, that a plain visitor gets there.
    var doubtful: [Route] = []
    var known: Set<Int> = []
    for location in locations + [server.scope] where !known.contains(location) {
      for path in ExamplePaths(model: model).of(location) {
        guard let (route, way) = reach(server, path, client: Visitor.outside) ?? insider(server, path, location)
        else { continue }
        guard model.serverScope(of: route.location) == server.scope else { break }
        if way != .plain {
          doubtful.append(route)
        } else if known.insert(route.location).inserted {
          found.routes.append(route)
        }
        if route.location == location { break }
      }
    }
    let wanted = locations.filter { !known.contains($0) && model.pass(in: $0) != nil }
    if !wanted.isEmpty {
      found.routes += gatedRoutes(of: server, locations + [server.scope], known, Set(wanted))
    }
    known.formUnion(found.routes.map(\.location))
    for route in doubtful where known.insert(route.location).inserted { found.routes.append(route) }
    found.unreached = wanted.filter { !known.contains($0) }.compactMap { unreached($0, server) }
    return found
  }

  /// A location that a path leads to by its name and that no request came to.
  private func unreached(_ location: Int, _ server: NginxServer) -> Unreached? {
    let scope = model.scope(location)
    guard scope.name != nil, !model.errorPages(in: location).isEmpty, model.setting("internal", in: location) == nil,
      scope.limitExcept == nil, let path = ExamplePaths(model: model).of(location).first,
      let request = Visitor.request(server, path)
    else { return nil }
    return Unreached(location: location, path: path, outcome: tracer.trace(request, failures: Failures()))
  }

  /// What only those reach who have what is asked for.
  private func gatedRoutes(of server: NginxServer, _ locations: [Int], _ known: Set<Int>, _ wanted: Set<Int>) -> [Route]
  {
    var routes: [Route] = []
    var (known, wanted) = (known, wanted)
    for location in locations where !wanted.isEmpty {
      let gates = Gates(to: location, model)
      guard !gates.answers.isEmpty, let path = ExamplePaths(model: model).of(location).first,
        let request = Visitor.request(server, path)
      else { continue }
      for variant in gates.variants(of: request) {
        guard let (route, way) = reach(server, variant), way != .doubtful,
          model.serverScope(of: route.location) == server.scope
        else { continue }
        // By way of an error only what cannot be reached otherwise.
        if way == .plain || wanted.contains(route.location), known.insert(route.location).inserted {
          routes.append(route)
        }
        if way == .plain || model.scope(route.location).isNamed { wanted.remove(route.location) }
        if wanted.isEmpty { break }
      }
    }
    return routes
  }

  private func reach(_ server: NginxServer, _ path: ByteText, client: String) -> (route: Route, way: Way)? {
    Visitor.request(server, path, client: client).flatMap { reach(server, $0) }
  }

  private func reach(_ server: NginxServer, _ request: TraceRequest) -> (route: Route, way: Way)? {
    var visitor = tracer.visitor(request)
    let outcome = visitor.outcome(Failures())
    guard let upstream = outcome.firstUpstream else { return nil }
    let auth = outcome.authUpstream
    let route = Route(
      server: server, location: upstream.location, visitor: visitor, peers: upstream.peers,
      authPeers: auth?.peers ?? [],
      authLocation: auth?.location)
    guard outcome.certainty == .exact else { return (route, .doubtful) }
    // Who is asked may hang on something unknowable although everybody answers alike.
    let pass = model.pass(in: route.location)?.directive.argument(1)
    if let pass, NginxText(pass).hasVariables,
      visitor.outcome(.of(upstream.peers, .status(599))).certainty != .exact
    {
      return (route, .doubtful)
    }
    return (route, outcome.asksAfterError ? .byError : .plain)
  }

  /// The same from an address that the location lets in.
  private func insider(_ server: NginxServer, _ path: ByteText, _ location: Int) -> (route: Route, way: Way)? {
    for rule in model.settings(NginxModel.accessRules, in: location) where rule.name == "allow" {
      guard let word = rule.argument(1)?.string, word != "all" else { continue }
      let address = word.split(separator: "/").first.map(String.init) ?? word
      if let found = reach(server, path, client: address) { return found }
    }
    return nil
  }
}

extension NginxScope {
  fileprivate var isNamed: Bool { if case .named = name { true } else { false } }
}
