import Diagnostics

/// What sites ask of requests, which of them goes first, and whether they can share a listener.
extension CaddyServerBuilder {
  /// What a site's addresses ask of a request (`compileEncodedMatcherSets`).
  func matcherSets(_ site: CaddyAdapter.Site) -> [CaddyMatcherSet] {
    var pairs: [(path: ByteText, hosts: [ByteText])] = []
    var catchesAll = false
    for address in site.addresses {
      var index = pairs.firstIndex { $0.path == address.path }
      if index == nil {
        pairs.append((address.path, []))
        index = pairs.count - 1
      }
      guard let index else { continue }
      if address.host.isEmpty, !catchesAll {
        pairs[index].hosts = []
        catchesAll = true
      }
      if catchesAll { continue }
      if !pairs[index].hosts.contains(address.host) { pairs[index].hosts.append(address.host) }
    }
    return pairs.compactMap { pair in
      var matchers: [CaddyMatcher] = []
      if !pair.hosts.isEmpty { matchers.append(.host(pair.hosts)) }
      if !pair.path.isEmpty { matchers.append(.path([pair.path])) }
      return matchers.isEmpty ? nil : CaddyMatcherSet(matchers)
    }
  }

  static func isMoreSpecific(_ left: CaddyAdapter.Site, _ right: CaddyAdapter.Site) -> Bool {
    func facts(_ site: CaddyAdapter.Site) -> (host: ByteText, path: ByteText, isWild: Bool) {
      var (host, path, isWild) = (ByteText(), ByteText(), false)
      for address in site.addresses {
        if address.host.contains("*") || address.host.isEmpty { isWild = true }
        if CaddyAddress.specificity(address.host) > CaddyAddress.specificity(host) { host = address.host }
        if CaddyAddress.specificity(address.path) > CaddyAddress.specificity(path) { path = address.path }
      }
      return (host, path, isWild)
    }
    let (a, b) = (facts(left), facts(right))
    let (hostA, hostB) = (CaddyAddress.specificity(a.host), CaddyAddress.specificity(b.host))
    if hostA == 0 { return false }
    if hostB == 0 { return true }
    if a.isWild != b.isWild { return b.isWild && !a.isWild }
    return hostA == hostB ? a.path.count > b.path.count : hostA > hostB
  }

  /// One listener cannot speak HTTP and HTTPS (`detectConflictingSchemes`).
  func checkSchemes(_ sites: [CaddyAdapter.Site], hasPolicies: Bool) throws(CaddyRefusal) {
    let (http, https) = (ByteText(String(httpPort)), ByteText(String(httpsPort)))
    var chosen: String?
    for site in sites {
      for (index, address) in site.addresses.enumerated() {
        let own: String
        if address.scheme == "http" || address.port == http {
          own = "HTTP"
        } else if address.scheme == "https" || address.port == https || hasPolicies {
          own = "HTTPS"
        } else {
          continue
        }
        if let chosen, chosen != own {
          throw CaddyRefusal(
            "the listener of \(address.original) cannot speak both HTTP and HTTPS", at: site.keys[index].place)
        }
        chosen = own
      }
    }
  }
}
