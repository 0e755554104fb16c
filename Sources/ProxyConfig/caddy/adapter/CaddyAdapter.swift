import Diagnostics

/// Turns the blocks of a Caddyfile into servers and routes (`httpcaddyfile/httptype.go`).
struct CaddyAdapter {
  private let adaptation: CaddyAdaptation
  private var release: CaddyRelease { adaptation.release }

  /// One site with the directives it has brought in so far.
  struct Site {
    var keys: [CaddyToken]
    var addresses: [CaddyAddress] = []
    var index: Int
    var routes: [CaddyBlocks.Entry] = []
    var errors: [(routes: [CaddyRoute], isConditional: Bool)] = []
    var binds: [ByteText] = []
    var hasTLS = false
    /// The configuration brings certificates, or makes them when they are asked for.
    var hasCertificates = false
    /// Who issues its certificates is said.
    var hasIssuer = false
    var invoked: Set<ByteText> = []
  }

  init(_ release: CaddyRelease, acceptsModules: Bool = false) {
    adaptation = CaddyAdaptation(release, acceptsModules: acceptsModules)
  }

  func adapt(_ blocks: [CaddySiteBlock], into config: inout CaddyConfig) {
    var blocks = blocks[...]
    do throws(CaddyRefusal) {
      try checkKeys(blocks)
    } catch {
      adaptation.refuse(error.diagnostic)
    }
    if let first = blocks.first, first.keys.isEmpty {
      for segment in first.segments {
        attempt { () throws(CaddyRefusal) in try CaddyGlobalOptions.read(segment, adaptation) }
      }
      blocks = blocks.dropFirst()
    }
    var namedRoutes: [ByteText: CaddyRoute] = [:]
    for block in blocks where block.isNamedRoute {
      attempt { () throws(CaddyRefusal) in
        if let (name, route) = try namedRoute(block) { namedRoutes[name] = route }
      }
    }
    var sites: [Site] = []
    for (index, block) in blocks.filter({ !$0.isNamedRoute }).enumerated() { sites.append(site(block, index)) }
    for site in sites {
      for name in site.invoked where namedRoutes[name] == nil {
        adaptation.refuse(
          CaddyRefusal("the named route \(name) is not defined", at: site.keys.first?.place ?? Place(file: ""))
            .diagnostic)
      }
    }
    config.httpPort = adaptation.options.httpPort ?? 80
    config.httpsPort = adaptation.options.httpsPort ?? 443
    var builder = CaddyServerBuilder(adaptation, config.httpPort, config.httpsPort, namedRoutes)
    attempt { () throws(CaddyRefusal) in config.servers = try builder.servers(sites) }
    config.report.add(adaptation.report)
    config.refusal = config.refusal ?? adaptation.refusal
    config.startFailure = adaptation.startFailure
    config.unknowns = adaptation.unknowns
  }

  private func attempt(_ work: () throws(CaddyRefusal) -> Void) {
    do throws(CaddyRefusal) {
      try work()
    } catch {
      adaptation.refuse(error.diagnostic)
    }
  }

  private func checkKeys(_ blocks: ArraySlice<CaddySiteBlock>) throws(CaddyRefusal) {
    for block in blocks {
      for (index, key) in block.keys.enumerated() {
        if index == 0, key.text.hasPrefix("@") {
          throw CaddyRefusal("a matcher belongs into a site's block", at: key.place)
        }
        if release.isModern, CaddyDirectives.isKnown(key.text.string, release) {
          throw CaddyRefusal("\(key.text) is a directive and belongs into a site's block", at: key.place)
        }
      }
    }
  }

  private func expanded(_ segment: [CaddyToken]) -> [CaddyToken] {
    segment.map { token in
      var token = token
      token.text = CaddyShorthands.expand(token.text, release)
      return token
    }
  }

  /// Deeper nesting than any site has would only take time and stack; Caddy itself has no such limit.
  private func checkDepth(of segment: [CaddyToken]) throws(CaddyRefusal) {
    var depth = 0
    for token in segment {
      if token.text == "{" { depth += 1 } else if token.text == "}" { depth -= 1 }
      if depth > 100 { throw CaddyRefusal("blocks are nested more than 100 deep, which is not read", at: token.place) }
    }
  }

  private func namedRoute(_ block: CaddySiteBlock) throws(CaddyRefusal) -> (ByteText, CaddyRoute)? {
    guard let name = block.keys.first?.text, let segment = block.segments.first else { return nil }
    try checkDepth(of: segment)
    var helper = CaddyHelper(
      words: adaptation.words(expanded(segment)), matchers: [:], adaptation: adaptation, siteFiles: [])
    let routes = try CaddyBlocks.subroute(&helper)
    // Of a single route without conditions Caddy keeps the first handler and forgets the others (`extractNamedRoutes`).
    if routes.count == 1, routes[0].matcherSets.isEmpty, let first = routes[0].handlers.first {
      return (name, CaddyRoute(handlers: [first]))
    }
    return (name, CaddyRoute(handlers: [CaddyHandler(.subroute(routes: routes, errors: nil), at: block.keys[0].place)]))
  }

  private func site(_ block: CaddySiteBlock, _ index: Int) -> Site {
    var site = Site(keys: block.keys, index: index)
    guard let first = block.keys.first else {
      let place = block.segments.first?.first?.place ?? Place(file: "")
      adaptation.refuse(
        CaddyRefusal("a block without an address is for global options, which come first", at: place).diagnostic)
      return site
    }
    adaptation.invoked = []
    let segments = block.segments.map(expanded)
    var matchers: [ByteText: CaddyMatcherSet] = [:]
    for segment in segments where segment.first?.text.hasPrefix("@") == true {
      attempt { () throws(CaddyRefusal) in try CaddyMatcherReader.define(adaptation.words(segment), &matchers) }
    }
    let files = Set(segments.joined().map(\.file)).sorted().map { ByteText($0) }
    for segment in segments where segment.first?.text.hasPrefix("@") != true {
      guard let name = segment.first?.text.string else { continue }
      attempt { () throws(CaddyRefusal) in
        guard adaptation.takesDirective(segment[0]) else { throw CaddyBlocks.unknown(segment[0], release) }
        try checkDepth(of: segment)
        var helper = CaddyHelper(
          words: adaptation.words(segment), matchers: matchers, adaptation: adaptation, siteFiles: files)
        for value in try CaddyDirectives.read(name, &helper) {
          switch value {
          case .route, .routes: site.routes.append((CaddyBlocks.normalized(name), value))
          case .errorRoutes(let routes, let isConditional): site.errors.append((routes, isConditional))
          case .bind(let addresses): site.binds += addresses
          case .tls(let hasCertificates):
            site.hasTLS = true
            site.hasCertificates = site.hasCertificates || hasCertificates
            if segment.dropFirst().contains(where: { ["internal", "issuer", "ca", "dns"].contains($0.text.string) }) {
              site.hasIssuer = true
            }
          case .none: break
          }
        }
      }
    }
    site.invoked = adaptation.invoked
    for key in block.keys {
      do throws(CaddyTrouble) {
        site.addresses.append(try CaddyAddress(key.text))
      } catch {
        adaptation.refuse(CaddyRefusal("\"\(key.text)\": \(error.message)", at: key.place).diagnostic)
      }
    }
    if site.addresses.count != site.keys.count { site.addresses = [] }
    _ = first
    return site
  }
}
