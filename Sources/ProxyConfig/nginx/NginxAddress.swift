import Foundation

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
  /// Servers named by a regular expression, in file order.
  public private(set) var patterns: [Named] = []
  private let hosts = KnownHosts()

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
    case .regex(let pattern): patterns.append(Named(pattern: pattern, server: server))
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
    return firstPattern(for: host).map { patterns[$0].matches(host) == true } ?? false
  }

  /// The first of ``patterns`` that a host fits, or that cannot be judged; a host is held against them once.
  public func firstPattern(for host: ByteText) -> Int? {
    guard !patterns.isEmpty else { return nil }
    return hosts.number(for: host, of: patterns)
  }

  /// What decides which of the names that are no regular expressions a host has, the first that holds; in the order of
  /// ``server(named:)``.
  public var nameTests: [[TextTest]] {
    let whole = (Array(exact.keys) + Array(nameAndBefore.keys)).sorted().map { TextTest.equals($0.bytes) }
    func longestFirst(_ names: some Sequence<ByteText>) -> [ByteText] {
      names.sorted { ($1.count, $0) < ($0.count, $1) }
    }
    let endings = longestFirst(Array(before.keys) + Array(nameAndBefore.keys)).map { TextTest.suffix(("." + $0).bytes) }
    return (whole + endings + longestFirst(after.keys).map { .prefix($0.bytes) }).map { [$0] }
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

extension NginxAddress {
  /// A server and the regular expression that is its name.
  public struct Named: Sendable {
    public let pattern: NginxPattern
    public let server: Int

    /// Nil where the expression is not one that can be judged here.
    func matches(_ host: ByteText) -> Bool? {
      guard case .success(let compiled) = pattern.compiled else { return nil }
      switch compiled.firstMatch(in: host) {
      case .match: return true
      case .noMatch: return false
      default: return nil
      }
    }
  }

  /// What was found for hosts: thousands of requests go to a few.
  private final class KnownHosts: @unchecked Sendable {
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var known: [ByteText: Int?] = [:]
    /// Guarded by `lock`; made for the first host.
    private var index: PatternIndex?

    func number(for host: ByteText, of patterns: [Named]) -> Int? {
      if let number = lock.withLock({ known[host] }) { return number }
      let number =
        patterns.count > PatternIndex.few
        ? index(of: patterns).candidates(for: host).first { patterns[$0].matches(host) != false }
        : patterns.firstIndex { $0.matches(host) != false }
      lock.withLock { known[host] = .some(number) }
      return number
    }

    private func index(of patterns: [Named]) -> PatternIndex {
      lock.withLock {
        let made = index ?? PatternIndex(patterns.map { try? $0.pattern.compiled.get() })
        index = made
        return made
      }
    }
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
