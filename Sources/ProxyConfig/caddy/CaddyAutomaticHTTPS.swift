/// What Caddy does to the servers by itself: encryption, and redirects from HTTP to HTTPS (`autohttps.go`).
struct CaddyAutomaticHTTPS {
  let httpPort: Int
  let httpsPort: Int

  func apply(to servers: inout [CaddyServer]) {
    var redirects: [ByteText: [CaddyListen]] = [:]
    var hasManagedNames = false
    var isAllDisabled = true
    for index in servers.indices.sorted(by: { servers[$0].name < servers[$1].name }) {
      if servers[index].automatic.isDisabled { continue }
      let listens = servers[index].listens
      if !listens.contains(where: { httpPort > $0.lastPort || httpPort < $0.firstPort }) {
        servers[index].automatic.isDisabled = true
        continue
      }
      isAllDisabled = false
      if !listens.contains(where: { httpsPort > $0.lastPort || httpsPort < $0.firstPort }) {
        servers[index].hasTLS = true
      }
      var names: Set<ByteText> = []
      for route in servers[index].routes {
        for set in route.matcherSets {
          for case .host(let hosts) in set.matchers { names.formUnion(hosts) }
        }
      }
      names.subtract(servers[index].automatic.skipped)
      if names.isEmpty, !servers[index].hasTLS { continue }
      if !names.isEmpty { hasManagedNames = true }
      servers[index].hasTLS = true
      if servers[index].automatic.hasNoRedirects { continue }
      for listen in listens {
        for name in names.isEmpty ? [""] : names.sorted() { record(name, listen, in: &redirects) }
      }
    }
    if isAllDisabled, !hasManagedNames { return }
    addRedirects(redirects, hasManagedNames: hasManagedNames, to: &servers)
  }

  private func record(_ name: ByteText, _ listen: CaddyListen, in redirects: inout [ByteText: [CaddyListen]]) {
    guard let existing = redirects[name], let port = existing.first?.firstPort else {
      redirects[name] = [listen]
      return
    }
    if listen.firstPort != port {
      if listen.firstPort == httpsPort, port != httpsPort { redirects[name] = [listen] }
    } else if !existing.contains(listen) {
      redirects[name] = existing + [listen]
    }
  }

  private func addRedirects(
    _ redirects: [ByteText: [CaddyListen]], hasManagedNames: Bool, to servers: inout [CaddyServer]
  ) {
    var namesByListen: [CaddyListen: [ByteText]] = [:]
    for (name, listens) in redirects { for listen in listens { namesByListen[listen, default: []].append(name) } }
    var routesByListen: [CaddyListen: [CaddyRoute]] = [:]
    for (listen, names) in namesByListen {
      var matchers: [CaddyMatcher] = [.protocols("http")]
      if names.count != 1 || names[0] != "" { matchers.append(.host(names.sorted())) }
      var target = listen
      (target.firstPort, target.lastPort) = (httpPort, httpPort)
      routesByListen[target, default: []].append(redirect(to: listen.firstPort, matchers))
    }
    let catchAll = redirect(to: httpsPort, [.protocols("http")])
    var remaining = CaddyServer(name: "remaining_auto_https_redirects", listens: [])
    remaining.automatic.isDisabled = true
    for (listen, routes) in routesByListen.sorted(by: { $0.key.host < $1.key.host }) {
      let sorted = routes.sorted { Self.isBefore($0, $1) }
      if let index = servers.firstIndex(where: { server in server.listens.contains { Self.overlaps($0, listen) } }) {
        if hasManagedNames {
          servers[index].routes.insert(contentsOf: sorted, at: Self.endOfHosts(servers[index].routes))
        }
        servers[index].routes.append(catchAll)
      } else {
        remaining.listens.append(listen)
        remaining.routes += sorted
      }
    }
    if !remaining.listens.isEmpty {
      remaining.routes.append(catchAll)
      servers.append(remaining)
    }
  }

  private func redirect(to port: Int, _ matchers: [CaddyMatcher]) -> CaddyRoute {
    var response = CaddyStaticResponse()
    response.status = "308"
    let suffix = [httpPort, httpsPort, 80, 443].contains(port) ? ByteText() : ByteText(":\(port)")
    response.headers = [CaddyField("Location", ["https://{http.request.host}" + suffix + "{http.request.uri}"])]
    response.closes = true
    return CaddyRoute(matcherSets: [CaddyMatcherSet(matchers)], handlers: [CaddyHandler(.staticResponse(response))])
  }

  private static func overlaps(_ own: CaddyListen, _ other: CaddyListen) -> Bool {
    own.network == other.network && (own.host == other.host || own.host.isEmpty || other.host.isEmpty)
      && own.covers(other.firstPort)
  }

  /// Behind the last route that asks for a host; first of all when none does.
  private static func endOfHosts(_ routes: [CaddyRoute]) -> Int {
    let last = routes.lastIndex { route in
      route.matcherSets.contains { set in set.matchers.contains { if case .host = $0 { true } else { false } } }
    }
    return last.map { $0 + 1 } ?? 0
  }

  private static func isBefore(_ left: CaddyRoute, _ right: CaddyRoute) -> Bool {
    func host(_ route: CaddyRoute) -> ByteText {
      for set in route.matcherSets { for case .host(let hosts) in set.matchers { return hosts.first ?? "" } }
      return ""
    }
    let (a, b) = (host(left), host(right))
    if a.isEmpty != b.isEmpty { return b.isEmpty }
    if a.contains("*") != b.contains("*") { return b.contains("*") }
    return a.count != b.count ? a.count > b.count : a < b
  }
}
