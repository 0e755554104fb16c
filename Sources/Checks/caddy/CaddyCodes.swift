import ProxyConfig
import Synchronization
import Trace

/// The statuses that the error routes of each site name.
final class CaddyCodes: Sendable {
  /// What a site's error routes name: `handle_errors 502`, or `{err.status_code} in [502, 503]`; of classes such as `5xx`
  /// nothing.
  struct Named: Sendable {
    var codes: [Int] = []
    /// Whether there are error routes for the site at all.
    var hasErrorRoutes = false
  }

  private struct Site: Hashable {
    let server: String
    let host: ByteText
  }

  /// The error routes of a server, which keeps those of all its sites in one list, by the codes that they name.
  private struct ErrorRoutes {
    var ofAll: [Set<Int>] = []
    var byHost = CaddyHostTable<Set<Int>>()

    init(_ routes: [CaddyRoute]) {
      for route in routes {
        var codes: Set<Int> = []
        CaddyCodes.collect([route], &codes, depth: 0)
        let hosts = route.matcherSets.flatMap(\.matchers).flatMap { matcher -> [ByteText] in
          if case .host(let hosts) = matcher { hosts } else { [] }
        }
        if hosts.isEmpty { ofAll.append(codes) }
        for host in Set(hosts) { byHost.add(codes, for: host) }
      }
    }
  }

  private let routes: [String: ErrorRoutes]
  private let known = Mutex<[Site: Named]>([:])

  init(_ config: CaddyConfig) {
    routes = Dictionary(
      config.servers.map { ($0.name, ErrorRoutes($0.errorRoutes ?? [])) },
      uniquingKeysWith: { first, _ in first })
  }

  func named(in server: CaddyServer, host: ByteText) -> Named {
    let site = Site(server: server.name, host: host)
    if let named = known.withLock({ $0[site] }) { return named }
    let own = routes[server.name].map { $0.ofAll + $0.byHost.values(for: host) } ?? []
    let codes = Set(own.joined()).filter { 400...599 ~= $0 }.sorted()
    let named = Named(codes: codes, hasErrorRoutes: !own.isEmpty)
    known.withLock { $0[site] = named }
    return named
  }

  private static func collect(_ routes: [CaddyRoute], _ codes: inout Set<Int>, depth: Int) {
    guard depth < 120 else { return }
    for route in routes {
      for set in route.matcherSets {
        for case .expression(let text, _) in set.matchers {
          if case .success(let expression) = CaddyExpression.parse(text) { collect(expression, &codes) }
        }
      }
      for handler in route.handlers {
        if case .subroute(let inner, _) = handler.kind { collect(inner, &codes, depth: depth + 1) }
      }
    }
  }

  private static func collect(_ expression: CaddyExpression, _ codes: inout Set<Int>) {
    switch expression {
    case .binary("==", .placeholder("http.error.status_code"), .int(let code)): codes.insert(code)
    case .binary("in", .placeholder("http.error.status_code"), .list(let parts)):
      for case .int(let code) in parts { codes.insert(code) }
    case .binary("&&", let left, let right), .binary("||", let left, let right):
      collect(left, &codes)
      collect(right, &codes)
    default: break
    }
  }
}
