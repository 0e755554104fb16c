import Diagnostics
import ProxyConfig

/// A handler with the surroundings it stands in.
struct CaddyFoundHandler: Sendable {
  /// What makes its routes run.
  enum Surroundings: Sendable, Hashable { case requests, errors, upstreamAnswers, interceptedAnswers }

  let handler: CaddyHandler
  let surroundings: Surroundings
  /// The handlers that run before it in the same list and the lists around it.
  let before: [CaddyHandler]

  /// Every handler in the order of the configuration.
  static func all(in config: CaddyConfig) -> [CaddyFoundHandler] {
    var search = Search()
    for server in config.servers {
      search.visit(server.routes, .requests, [], depth: 0)
      search.visit(server.errorRoutes ?? [], .errors, [], depth: 0)
      for name in server.namedRoutes.keys.sorted() {
        if let route = server.namedRoutes[name] { search.visit([route], .requests, [], depth: 0) }
      }
    }
    return search.found
  }

  private struct Search {
    var found: [CaddyFoundHandler] = []

    mutating func visit(
      _ routes: [CaddyRoute], _ surroundings: Surroundings, _ around: [CaddyHandler], depth: Int
    ) {
      guard depth < 120, found.count < 50_000 else { return }
      var before = around
      for route in routes {
        for handler in route.handlers {
          found.append(CaddyFoundHandler(handler: handler, surroundings: surroundings, before: before))
          switch handler.kind {
          case .subroute(let routes, let errors):
            visit(routes, surroundings, before, depth: depth + 1)
            visit(errors ?? [], .errors, [], depth: depth + 1)
          case .reverseProxy(let proxy):
            for answer in proxy.responseHandlers { visit(answer.routes, .upstreamAnswers, [], depth: depth + 1) }
          case .intercept(let answers):
            for answer in answers { visit(answer.routes, .interceptedAnswers, [], depth: depth + 1) }
          case .headers: before.append(handler)
          default: break
          }
        }
      }
    }
  }
}
