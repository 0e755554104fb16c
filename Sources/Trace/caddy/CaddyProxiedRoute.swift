public import Diagnostics
public import ProxyConfig

/// A `reverse_proxy` of a configuration with a request that should reach it, for whoever wants to try them all.
public struct CaddyProxiedRoute: Sendable {
  public let proxy: CaddyReverseProxy
  public let place: Place?
  public let request: TraceRequest
  /// False when a condition on the way is one a made-up request cannot be sure to meet.
  public let isCertain: Bool

  /// Every `reverse_proxy` in the order of the configuration; error routes are left out.
  public static func all(in config: CaddyConfig) -> [CaddyProxiedRoute] {
    config.servers.flatMap { server -> [CaddyProxiedRoute] in
      guard let listen = server.listens.first(where: { $0.network.hasPrefix("tcp") }) else { return [] }
      let port = listen.firstPort
      let scheme: TraceRequest.Scheme = server.hasTLS && port != config.httpPort ? .https : .http
      var search = Search(scheme: scheme, port: port)
      search.visit(server.routes, Hints(), depth: 0)
      return search.found
    }
  }

  /// What the routes around a handler ask of a request.
  private struct Hints {
    var host = ByteText()
    var path = ByteText()
    var method = "GET"
    var isCertain = true
  }

  private struct Search {
    let scheme: TraceRequest.Scheme
    let port: Int
    var found: [CaddyProxiedRoute] = []

    mutating func visit(_ routes: [CaddyRoute], _ hints: Hints, depth: Int) {
      guard depth < 120 else { return }
      for route in routes {
        let inner = Self.narrowed(hints, route.matcherSets.first)
        for handler in route.handlers {
          switch handler.kind {
          case .subroute(let routes, _): visit(routes, inner, depth: depth + 1)
          case .reverseProxy(let proxy):
            let host = inner.host.isEmpty ? "localhost" : inner.host.string
            let request = TraceRequest(
              method: inner.method, scheme: scheme, host: host, port: port,
              target: inner.path.isEmpty ? "/" : inner.path)
            found.append(
              CaddyProxiedRoute(proxy: proxy, place: handler.place, request: request, isCertain: inner.isCertain))
          default: continue
          }
        }
      }
    }

    private static func narrowed(_ hints: Hints, _ set: CaddyMatcherSet?) -> Hints {
      var hints = hints
      for matcher in set?.matchers ?? [] {
        switch matcher {
        case .host(let hosts): hints.host = hosts.first.map { $0.replacing("*", with: "www") } ?? hints.host
        case .path(let paths):
          hints.path = paths.first.map { $0.hasPrefix("/") ? $0.replacing("*", with: "") : "/" } ?? hints.path
        case .method(let methods): hints.method = methods.first?.string ?? hints.method
        default: hints.isCertain = false
        }
      }
      return hints
    }
  }
}
