public import ProxyConfig

/// A `reverse_proxy` of a configuration with requests that may reach it, for whoever wants to try them all.
public struct CaddyProxiedRoute: Sendable {
  public let proxy: CaddyReverseProxy
  public let handler: CaddyHandler
  public let server: CaddyServer
  /// The site's host; empty for a site that takes every host.
  public let host: ByteText
  /// The path the routes around it ask for, such as `/api/*`; empty for any.
  public let path: ByteText
  /// The best guesses first; whether one gets there, a trace must show.
  public let requests: [TraceRequest]

  /// Every `reverse_proxy` in the order of the configuration; those for errors are left out.
  public static func all(in config: CaddyConfig) -> [CaddyProxiedRoute] {
    config.servers.flatMap { server -> [CaddyProxiedRoute] in
      guard let listen = server.listens.first(where: { $0.network.hasPrefix("tcp") }) else { return [] }
      let scheme: TraceRequest.Scheme = server.hasTLS && listen.firstPort != config.httpPort ? .https : .http
      var search = Search(server: server, scheme: scheme, port: listen.firstPort)
      search.visit(server.routes, [CaddyRequestHints()], depth: 0)
      return search.found
    }
  }

  private struct Search {
    let server: CaddyServer
    let scheme: TraceRequest.Scheme
    let port: Int
    var found: [CaddyProxiedRoute] = []
    private var invoked = 0

    init(server: CaddyServer, scheme: TraceRequest.Scheme, port: Int) {
      self.server = server
      self.scheme = scheme
      self.port = port
    }

    mutating func visit(_ routes: [CaddyRoute], _ hints: [CaddyRequestHints], depth: Int) {
      guard depth < 120, found.count < 2000 else { return }
      var hints = hints
      for route in routes {
        let inner = CaddyRequestHints.narrowed(hints, route.matcherSets)
        for handler in route.handlers {
          switch handler.kind {
          case .subroute(let routes, _): visit(routes, inner, depth: depth + 1)
          case .invoke(let name):
            invoked += 1
            guard invoked < 200, let route = server.namedRoutes[name] else { continue }
            visit([route], inner, depth: depth + 1)
          case .reverseProxy(let proxy): add(proxy, handler, inner)
          case .rewrite(let rewrite) where route.matcherSets.isEmpty && !rewrite.stripPrefix.isEmpty:
            // Behind it, paths are asked for without the prefix.
            for index in hints.indices { hints[index].strip(rewrite.stripPrefix) }
          default: continue
          }
        }
      }
    }

    private mutating func add(_ proxy: CaddyReverseProxy, _ handler: CaddyHandler, _ hints: [CaddyRequestHints]) {
      var requests: [TraceRequest] = []
      for hint in hints {
        for request in hint.requests(scheme, port) where !requests.contains(request) { requests.append(request) }
      }
      found.append(
        CaddyProxiedRoute(
          proxy: proxy, handler: handler, server: server, host: hints.first?.hostPattern ?? "",
          path: hints.first?.shownPath ?? "", requests: Array(requests.prefix(24))))
    }
  }
}
