import Diagnostics
import Multicore
import ProxyConfig
import Trace

/// Finds a request for every location that passes requests on, by trying.
struct RouteFinder: Sendable {
  let model: NginxModel
  let tracer: NginxTracer

  init(_ model: NginxModel, _ tracer: NginxTracer) {
    self.model = model
    self.tracer = tracer
  }

  func routes() -> [Route] {
    Cores.map(model.servers, routes).flatMap { $0 }
  }

  private func routes(of server: NginxServer) -> [Route] {
    let locations = model.locations(of: server)
    var routes: [Route] = []
    var known: Set<Int> = []
    for location in locations + [server.scope] where !known.contains(location) {
      for path in ExamplePaths(model: model).of(location) {
        guard let route = reach(server, path, client: Visitor.outside) ?? insider(server, path, location) else {
          continue
        }
        guard model.serverScope(of: route.location) == server.scope else { break }
        if known.insert(route.location).inserted { routes.append(route) }
        if route.location == location { break }
      }
    }
    return routes
  }

  private func reach(_ server: NginxServer, _ path: ByteText, client: String) -> Route? {
    guard let request = Visitor.request(server, path, client: client) else { return nil }
    var visitor = tracer.visitor(request)
    let outcome = visitor.outcome(Failures())
    guard let upstream = outcome.firstUpstream else { return nil }
    let auth = outcome.authUpstream
    return Route(
      server: server, location: upstream.location, visitor: visitor, peers: upstream.peers,
      authPeers: auth?.peers ?? [],
      authLocation: auth?.location)
  }

  /// The same from an address that the location lets in.
  private func insider(_ server: NginxServer, _ path: ByteText, _ location: Int) -> Route? {
    for rule in model.settings(NginxModel.accessRules, in: location) where rule.name == "allow" {
      guard let word = rule.argument(1)?.string, word != "all" else { continue }
      let address = word.split(separator: "/").first.map(String.init) ?? word
      if let route = reach(server, path, client: address) { return route }
    }
    return nil
  }
}
