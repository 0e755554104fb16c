import ProxyConfig

/// Whom a pass directive leads to.
struct NginxPeerGroup: Sendable {
  let peers: [NginxUpstream.Peer]
  /// Those of the peers, as steps name them.
  let addresses: [String]
  /// What the configuration calls it, where the address is made of the request.
  var name: String?

  init(_ peers: [NginxUpstream.Peer]) {
    self.peers = peers
    addresses = peers.map(\.address)
  }

  /// The peers of an address without variables; nil when it cannot be used.
  init?(_ address: ByteText, _ module: NginxHandler.Module, _ scope: NginxScope, _ model: NginxModel) {
    guard let target = NginxRun.target(address.string, module), let peers = target.peers(model, scope) else {
      return nil
    }
    self.init(peers)
  }
}

extension NginxRun {
  /// What is left of an address without its scheme, and the port that goes without saying.
  struct Target {
    let address: String
    let port: Int

    /// The peers of a named group, or the one peer the address is.
    func peers(_ model: NginxModel, _ scope: NginxScope) -> [NginxUpstream.Peer]? {
      if !address.hasPrefix("unix:") {
        if address.isEmpty || address.hasPrefix(":") { return nil }
        if let group = model.upstreams[address.lowercased()] {
          // One group stands for every application there is, as in ingress controllers.
          return group.isScripted ? [.init(address: "what Lua chooses for \(scope.title)")] : group.peers
        }
      }
      return [.init(address: UpstreamAddress.withPort(address, port))]
    }
  }

  /// The host and the port of an address, its scheme and its path taken off; nil without a scheme where one is needed.
  static func target(_ text: String, _ module: NginxHandler.Module) -> Target? {
    var address = text
    var port = 80
    if module == .proxy || module == .grpc || module == .uwsgi {
      let schemes: [(String, Int)] = [
        ("http://", 80), ("https://", 443), ("grpc://", 80), ("grpcs://", 443), ("uwsgi://", 80), ("suwsgi://", 80),
      ]
      let small = address.lowercased()
      if let scheme = schemes.first(where: { small.hasPrefix($0.0) }) {
        address = String(address.dropFirst(scheme.0.count))
        port = scheme.1
      } else if module == .proxy {
        return nil
      }
    }
    if address.hasPrefix("unix:") {
      if module == .proxy, let end = address.dropFirst(5).firstIndex(of: ":") { address = String(address[..<end]) }
    } else {
      address = String(address.prefix { $0 != "/" && $0 != "?" })
    }
    return Target(address: address, port: port)
  }

  /// The peers a pass directive leads to; nil when the address cannot be used and nginx answers 500.
  mutating func peers(of directive: Directive, _ module: NginxHandler.Module) throws(Undecided) -> [NginxUpstream.Peer]?
  {
    guard let word = directive.argument(1) else { return nil }
    let text = NginxText(word)
    let given: String
    do throws(Undecided) {
      let value = try evaluate(text)
      noteAddress(value, module)
      given = value.shown
      upstream.address = value.namesAddress ? "" : value
    } catch {
      upstream.address = nil
      // Whatever it is, it fails like everything else.
      guard failures.byAddress.isEmpty else { throw error }
      return [.init(address: word.string)]
    }
    guard let target = Self.target(given, module) else {
      tell("\(given) is not an address nginx can use", at: directive)
      return nil
    }
    let address = target.address
    if !address.hasPrefix("unix:"), !address.isEmpty, model.upstreams[address.lowercased()] == nil, text.hasVariables,
      !Self.isNumeric(address), !model.isSet(.resolver, in: scope),
      !world.machine.namedPeers.contains(UpstreamAddress.withPort(address, target.port).lowercased())
    {
      guard !model.isFragment else {
        tell("the resolver for \(address) is taken to stand around this file", at: directive)
        return target.peers(model, model.scope(scope))
      }
      tell("there is no resolver to look up \(address) with", at: directive)
      return [.init(address: Self.unresolved)]
    }
    return target.peers(model, model.scope(scope))
  }

  /// The hosts and ports that pass directives without variables name anywhere: each is an upstream group of its own
  /// (`ngx_http_upstream_add`), which is found before a resolver is asked.
  static func namedPeers(_ model: NginxModel) -> Set<String> {
    var named: Set<String> = []
    for scope in model.scopes {
      for module in NginxHandler.Module.allCases {
        for directive in scope.settings[module.setting(.pass).name] ?? [] {
          guard let word = directive.argument(1), !NginxText(word).hasVariables,
            let target = target(word.string, module)
          else { continue }
          named.insert(UpstreamAddress.withPort(target.address, target.port).lowercased())
        }
      }
    }
    return named
  }

  /// The pass directive in effect for a module, and its peers when they are always the same: an `if` without its own uses
  /// its location's.
  func pass(_ module: NginxHandler.Module) -> (directive: Directive, peers: NginxPeerGroup?)? {
    var next: Int? = scope
    while let id = next {
      if let handler = world.machine.facts[id].handler, handler.module == module {
        return (handler.directive, handler.peers)
      }
      let current = model.scope(id)
      if let own = current.settings[module.setting(.pass).name]?.last { return (own, nil) }
      switch current.kind {
      case .condition, .limitExcept: next = current.parent
      default: return nil
      }
    }
    return nil
  }

  /// Stands for an address nginx cannot find out.
  static let unresolved = ""

  private static func isNumeric(_ address: String) -> Bool {
    address.hasPrefix("[") || !address.isEmpty && address.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x3A || $0 == 0x2E }
  }
}

extension ByteText {
  /// Whether the address in a URL stands in the configuration, whatever of the request comes after it.
  fileprivate var namesAddress: Bool {
    guard isWatched else { return true }
    // "http:", nothing, the address, and what comes after it.
    return constantStart.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).count > 3
  }
}
