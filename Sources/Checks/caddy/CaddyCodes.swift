import ProxyConfig

/// The statuses that error routes name.
enum CaddyCodes {
  /// The codes a site names: `handle_errors 502`, or `{err.status_code} in [502, 503]`; of classes such as `5xx` none.
  static func named(in server: CaddyServer, host: ByteText) -> [Int] {
    var codes: Set<Int> = []
    collect(routes(of: server, host: host), &codes, depth: 0)
    return codes.filter { 400...599 ~= $0 }.sorted()
  }

  /// The error routes of a site: a server keeps those of all its sites in one list.
  static func routes(of server: CaddyServer, host: ByteText) -> [CaddyRoute] {
    (server.errorRoutes ?? []).filter { route in
      let hosts = route.matcherSets.flatMap { set in
        set.matchers.flatMap { matcher -> [ByteText] in if case .host(let hosts) = matcher { hosts } else { [] } }
      }
      return hosts.isEmpty || hosts.contains(host)
    }
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
