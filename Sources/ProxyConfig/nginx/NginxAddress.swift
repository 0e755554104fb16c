/// One address nginx listens on, with its servers and the names they answer to.
public struct NginxAddress: Sendable {
  /// `*`, `[::]` or the host as written.
  public let host: String
  public let port: Int
  /// The first server's `listen`; options such as `ssl` hold for the address as a whole.
  public private(set) var listen: NginxListen
  /// The server for names nobody claims, as its scope.
  public private(set) var defaultServer: Int
  /// Scopes of the servers in file order.
  public private(set) var servers: [Int] = []
  /// Names claimed twice: the second server's claim is ignored.
  public private(set) var ignoredNames: [(name: ByteText, server: Int)] = []

  private var hasExplicitDefault = false
  private var exact: [ByteText: Int] = [:]
  private var before: [ByteText: Int] = [:]
  private var nameAndBefore: [ByteText: Int] = [:]
  private var after: [ByteText: Int] = [:]
  private var taken: Set<ByteText> = []
  public private(set) var patterns: [(pattern: NginxPattern, server: Int)] = []

  init(_ listen: NginxListen, server: NginxServer) {
    host = listen.isWildcard ? (listen.isIPv6 ? "[::]" : "*") : listen.host
    port = listen.port
    self.listen = listen
    defaultServer = server.scope
    add(listen, server)
  }

  mutating func add(_ listen: NginxListen, _ server: NginxServer) {
    servers.append(server.scope)
    if listen.isTLS, !self.listen.isTLS { self.listen = listen }
    if listen.isDefault, !hasExplicitDefault {
      hasExplicitDefault = true
      defaultServer = server.scope
    }
    for name in server.names { claim(name, server.scope) }
  }

  /// `ngx_hash_add_key`: `.x` stands for `x` and `*.x` at once, and is ignored as a whole when either is taken.
  private mutating func claim(_ name: NginxServer.Name, _ server: Int) {
    switch name {
    case .exact(let text):
      if taken.insert(text).inserted { exact[text] = server } else { ignoredNames.append((text, server)) }
    case .nameAndAnyBefore(let dotted):
      let text = dotted.from(1)
      guard taken.insert(text).inserted, before[text] == nil, nameAndBefore[text] == nil else {
        ignoredNames.append((dotted, server))
        return
      }
      nameAndBefore[text] = server
    case .anyBefore(let dotted):
      let text = dotted.from(1)
      guard before[text] == nil, nameAndBefore[text] == nil else {
        ignoredNames.append((dotted, server))
        return
      }
      before[text] = server
    case .anyAfter(let text):
      if after[text] == nil { after[text] = server } else { ignoredNames.append((text, server)) }
    case .regex(let pattern): patterns.append((pattern, server))
    }
  }

  /// `ssl on;` in the default server puts TLS on every connection, whatever `listen` says (`ngx_http_init_connection`);
  /// nginx 1.25.1 has taken the directive away.
  mutating func useTLS(asSaidIn scopes: [NginxScope]) {
    let lines =
      scopes[defaultServer].settings["ssl"] ?? scopes[defaultServer].parent.flatMap { scopes[$0].settings["ssl"] }
    if lines?.last?.argument(1)?.lowercased == "on" { listen = listen.overTLS }
  }

  /// Whether some server claims a host by one of its names, regular expressions included.
  public func claims(_ host: ByteText) -> Bool {
    if server(named: host) != nil { return true }
    return patterns.contains { entry in
      guard case .success(let compiled) = entry.pattern.compiled, case .match = compiled.firstMatch(in: host) else {
        return false
      }
      return true
    }
  }

  /// The server that claims a host by name: exact, then the longest `*.x`, then the longest `x.*`. Regular expressions
  /// come after that and are the caller's business.
  public func server(named host: ByteText) -> Int? {
    if let server = exact[host] ?? nameAndBefore[host] { return server }
    for index in host.indices where host[index] == UInt8(ascii: ".") && index > 0 {
      let rest = host.from(index + 1)
      if let server = before[rest] ?? nameAndBefore[rest] { return server }
    }
    for index in host.indices.reversed() where host[index] == UInt8(ascii: ".") && index + 1 < host.count {
      if let server = after[host.upTo(index + 1)] { return server }
    }
    return nil
  }
}

extension NginxModel {
  /// Every address in the order of first use.
  static func addresses(of servers: [NginxServer], _ scopes: [NginxScope]) -> [NginxAddress] {
    var addresses: [NginxAddress] = []
    var known: [String: Int] = [:]
    for server in servers {
      for listen in server.listens where !listen.isUnixSocket {
        let fresh = NginxAddress(listen, server: server)
        let key = "\(fresh.host):\(fresh.port)"
        if let index = known[key] {
          addresses[index].add(listen, server)
        } else {
          known[key] = addresses.count
          addresses.append(fresh)
        }
      }
    }
    for index in addresses.indices { addresses[index].useTLS(asSaidIn: scopes) }
    return addresses
  }
}
