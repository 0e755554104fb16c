import Diagnostics

/// Spreads sites over listeners and builds a server for each set of sites that share one
/// (`addresses.go`, `serversFromPairings`).
struct CaddyServerBuilder {
  private let adaptation: CaddyAdaptation
  let httpPort: Int
  let httpsPort: Int
  private let namedRoutes: [ByteText: CaddyRoute]
  /// The error routes of each site as the servers before have left them.
  private var sortedErrors: [Int: [(routes: [CaddyRoute], isConditional: Bool)]] = [:]

  init(_ adaptation: CaddyAdaptation, _ httpPort: Int, _ httpsPort: Int, _ namedRoutes: [ByteText: CaddyRoute]) {
    self.adaptation = adaptation
    self.httpPort = httpPort
    self.httpsPort = httpsPort
    self.namedRoutes = namedRoutes
  }

  mutating func servers(_ sites: [CaddyAdapter.Site]) throws(CaddyRefusal) -> [CaddyServer] {
    var byListener: [ByteText: [CaddyAdapter.Site]] = [:]
    for site in sites {
      try CaddySubjects.check(site, adaptation, httpPort: httpPort)
      var keys: [ByteText: [Int]] = [:]
      for (index, address) in site.addresses.enumerated() {
        for listener in try listeners(of: address, site, at: site.keys[index].place) {
          keys[listener, default: []].append(index)
        }
      }
      for (listener, indices) in keys {
        var part = site
        part.keys = indices.map { site.keys[$0] }
        part.addresses = indices.map { site.addresses[$0] }
        byListener[listener, default: []].append(part)
      }
    }
    var servers: [CaddyServer] = []
    let alike = Dictionary(grouping: byListener.keys.sorted()) { Self.identity(byListener[$0] ?? []) }
    for shared in alike.values.sorted(by: { $0[0] < $1[0] }) {
      servers.append(try server("srv\(servers.count)", shared, byListener[shared[0]] ?? []))
    }
    return servers
  }

  /// Two listeners with the same sites under the same addresses are one server.
  private static func identity(_ sites: [CaddyAdapter.Site]) -> [[ByteText]] {
    sites.map { [ByteText(String($0.index))] + $0.keys.map(\.text) }
  }

  private func listeners(
    of address: CaddyAddress, _ site: CaddyAdapter.Site, at place: Place
  ) throws(CaddyRefusal) -> [ByteText] {
    // 2.6 takes any scheme for https.
    guard !adaptation.release.isModern || ["", "http", "https"].contains(address.scheme.string) else {
      throw CaddyRefusal("a site's address has no scheme \(address.scheme)://", at: place)
    }
    let (http, https) = (ByteText(String(httpPort)), ByteText(String(httpsPort)))
    let port = !address.port.isEmpty ? address.port : address.scheme == "http" ? http : https
    if address.scheme == "http" && port == https || address.scheme == "https" && port == http {
      throw CaddyRefusal("the scheme and the port of \(address.original) disagree", at: place)
    }
    let binds = !site.binds.isEmpty ? site.binds : adaptation.options.defaultBind ?? [""]
    var found: [ByteText] = []
    for bind in binds {
      let (network, host, _) = CaddyNetwork.split(bind) ?? ("", bind, "")
      let text =
        network.hasPrefix("unix") || network.hasPrefix("fd")
        ? network + "/" + host
        : (network.isEmpty || network == "tcp" ? "" : network + "/") + CaddyNetwork.joinHostPort(host, port)
      guard CaddyNetwork.listen(text) != nil else {
        throw CaddyRefusal("\(bind) is no address to listen on", at: place)
      }
      if !found.contains(text) { found.append(text) }
    }
    return found
  }

  private mutating func server(
    _ name: String, _ listeners: [ByteText], _ sites: [CaddyAdapter.Site]
  ) throws(CaddyRefusal) -> CaddyServer {
    try checkAreDifferent(sites)
    var server = CaddyServer(name: name, listens: listeners.compactMap { CaddyNetwork.listen($0) })
    let options = adaptation.options
    if options.automaticHTTPS.contains("off") { server.automatic.isDisabled = true }
    if options.automaticHTTPS.contains("disable_redirects") { server.automatic.hasNoRedirects = true }
    server.isStrictAboutNames = options.strictNames ?? false
    server.trustsProxies = options.trustsProxies
    server.hasCertificates = sites.contains(where: \.hasCertificates)
    server.automatic.hasNoCertificates = options.automaticHTTPS.contains("disable_certs")
    var sites = sites
    GoStableSort.sort(&sites, by: Self.isMoreSpecific)
    var tls = TLSState(automaticAddsPolicy: !server.automatic.isDisabled)
    for site in sites {
      for name in site.invoked { server.namedRoutes[name] = namedRoutes[name] }
      server.sites += zip(site.addresses, site.keys).map { CaddySiteAddress(host: $0.host, place: $1.place) }
      note(site, &server, &tls)
      try addRoutes(of: site, isOnly: sites.count == 1, to: &server)
    }
    try checkSchemes(sites, hasPolicies: tls.hasPolicies)
    server.hasTLS =
      tls.hasPolicies
      || tls.qualifies && (!tls.automaticAddsPolicy || options.hasDefaultSNI)
    server.routes = CaddyBlocks.consolidated(server.routes)
    return server
  }

  /// Of several addresses that are there twice, the one that Caddy names first.
  private func checkAreDifferent(_ sites: [CaddyAdapter.Site]) throws(CaddyRefusal) {
    var first: [ByteText: Int] = [:]
    var found: (site: Int, key: CaddyToken)?
    for (number, site) in sites.enumerated() {
      for key in site.keys {
        guard let earlier = first[key.text] else {
          first[key.text] = number
          continue
        }
        if earlier < number, found.map({ earlier < $0.site }) ?? true { found = (earlier, key) }
      }
    }
    if let key = found?.key { throw CaddyRefusal("the site \(key.text) is defined twice", at: key.place) }
  }

  private struct TLSState {
    var automaticAddsPolicy: Bool
    var qualifies = false
    /// A `tls` directive with settings; one for certificates alone makes no policy of its own.
    var hasPolicies = false
  }

  private func note(_ site: CaddyAdapter.Site, _ server: inout CaddyServer, _ state: inout TLSState) {
    let isBeyondHTTP = server.listens.contains { $0.firstPort > httpPort || $0.lastPort < httpPort }
    let http = ByteText(String(httpPort))
    for address in site.addresses {
      if isBeyondHTTP, address.scheme == "http", !address.host.isEmpty { server.automatic.skipped.insert(address.host) }
      let hasTLS =
        adaptation.release.isModern
        ? site.hasTLS || !address.host.isEmpty && !server.automatic.skipped.contains(address.host)
        : !address.host.isEmpty
      if address.scheme == "https" || address.scheme != "http" && address.port != http && hasTLS {
        state.qualifies = true
      }
      state.automaticAddsPolicy =
        state.automaticAddsPolicy
        && (address.port == ByteText(String(httpsPort)) || address.port != http && !address.host.isEmpty)
    }
  }

  private mutating func addRoutes(of site: CaddyAdapter.Site, isOnly: Bool, to server: inout CaddyServer)
    throws(CaddyRefusal)
  {
    let place = site.keys.first?.place ?? Place(file: "")
    let matchers = matcherSets(site)
    let routes = try CaddyBlocks.build(site.routes, adaptation, isSorted: true, at: place)
    Self.append(routes, matchers, isOnly: isOnly, to: &server.routes, at: place)
    guard !site.errors.isEmpty else { return }
    var all = server.errorRoutes ?? []
    if adaptation.release.isModern {
      // Not a proper order: of equals, the later comes first; and again, from there, for each further server.
      var errors = sortedErrors[site.index] ?? site.errors
      GoStableSort.sort(&errors) { left, right in left.isConditional || !right.isConditional }
      sortedErrors[site.index] = errors
      Self.append(errors.flatMap(\.routes), matchers, isOnly: isOnly, to: &all, at: place)
    } else {
      for error in site.errors { Self.append(error.routes, matchers, isOnly: isOnly, to: &all, at: place) }
    }
    server.errorRoutes = all
  }

  /// Wraps a site's routes so that nothing behind them runs, unless it is alone and needs no host
  /// (`appendSubrouteToRouteList`).
  private static func append(
    _ routes: [CaddyRoute], _ matchers: [CaddyMatcherSet], isOnly: Bool, to list: inout [CaddyRoute], at place: Place
  ) {
    if matchers.isEmpty, routes.isEmpty { return }
    let hasHost = routes.contains { route in
      route.matcherSets.contains { set in set.matchers.contains { if case .host = $0 { true } else { false } } }
    }
    guard !matchers.isEmpty || !isOnly || hasHost else {
      list += routes
      return
    }
    var route = CaddyRoute(matcherSets: matchers, isTerminal: true)
    if !routes.isEmpty { route.handlers = [CaddyHandler(.subroute(routes: routes, errors: nil), at: place)] }
    list.append(route)
  }
}
