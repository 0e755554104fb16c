extension CaddyConfig {
  /// The matchers of the requests' routes that this model does not know.
  public var moduleMatchers: Set<ByteText> {
    var found: Set<ByteText> = []
    for server in servers {
      Self.visit(server.routes, &found, depth: 0)
      Self.visit(Array(server.namedRoutes.values), &found, depth: 0)
    }
    return found
  }

  private static func visit(_ routes: [CaddyRoute], _ found: inout Set<ByteText>, depth: Int) {
    guard depth < 120 else { return }
    for route in routes {
      visit(route.matcherSets, &found)
      for handler in route.handlers {
        if case .subroute(let inner, _) = handler.kind { visit(inner, &found, depth: depth + 1) }
      }
    }
  }

  private static func visit(_ sets: [CaddyMatcherSet], _ found: inout Set<ByteText>) {
    for matcher in sets.flatMap(\.matchers) {
      switch matcher {
      case .unknown(let name): found.insert(name)
      case .not(let inner): visit(inner, &found)
      default: break
      }
    }
  }
}
