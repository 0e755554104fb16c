import ProxyConfig
import Trace

/// A way into a server: an address it listens on, and a name that leads to it there.
struct Door: Sendable {
  private let scheme: Request.Scheme
  private let port: Int
  /// What the connection goes to: the name itself where that says enough.
  private let host: String
  /// The `Host` header.
  private let name: String

  fileprivate init(_ address: NginxAddress, host: String?, name: String) {
    scheme = address.listen.isTLS ? .https : .http
    port = address.port
    self.name = name
    self.host = host ?? name
  }

  /// A plain visitor's GET through this door.
  func question(_ target: ByteText, client: String = Request.outsideAddress) -> Question {
    var request = Request(scheme: scheme, host: host, port: port, target: target, client: client)
    if host != name { request.headers = [.init("Host", name)] }
    return .plainVisitor(request)
  }
}

/// The ways into each server, the best guess first; a name that another server takes leads nowhere and is left out.
struct Doors: Sendable {
  private var byServer: [Int: [Door]] = [:]

  /// More are not tried: a server has the same locations behind each of them.
  private static let most = 6
  /// A name that nobody claims.
  private static let stranger: ByteText = "no-such-name.example"

  init(_ model: NginxModel) {
    let addressesByPort = Dictionary(grouping: model.addresses, by: \.port)
    let servers = Dictionary(uniqueKeysWithValues: model.servers.map { ($0.scope, $0) })
    // Visitors who are sent from plain HTTP to TLS do not get far without it.
    let addresses = model.addresses.filter(\.listen.isTLS) + model.addresses.filter { !$0.listen.isTLS }
    for address in addresses {
      let others = addressesByPort[address.port] ?? []
      for scope in Set(address.servers).sorted() {
        guard let server = servers[scope] else { continue }
        for name in Self.names(of: server, at: address) where byServer[scope, default: []].count < Self.most {
          let host = Self.isEnough(name, for: address, among: others) ? nil : Self.host(of: address)
          byServer[scope, default: []].append(Door(address, host: host, name: name.string))
        }
      }
    }
  }

  func all(of server: NginxServer) -> [Door] { byServer[server.scope] ?? [] }

  func first(of server: NginxServer) -> Door? { byServer[server.scope]?.first }

  /// The host names that lead to a server at an address, one for each of its names.
  private static func names(of server: NginxServer, at address: NginxAddress) -> [ByteText] {
    var names = server.names.compactMap { name in
      examples(of: name).first { address.takes($0) == server.scope }
    }
    if address.defaultServer == server.scope, address.takes(stranger) == server.scope { names.append(stranger) }
    // The usual name of a server for everybody else reads like a mistake.
    return names.filter { $0 != "_" } + names.filter { $0 == "_" }
  }

  private static func examples(of name: NginxServer.Name) -> [ByteText] {
    switch name {
    case .exact(let text): text.isEmpty ? [] : [text]
    case .nameAndAnyBefore(let tail): [tail.from(1), "www" + tail, "interlude" + tail]
    case .anyBefore(let tail): ["www" + tail, "interlude" + tail, "a.interlude" + tail]
    case .anyAfter(let head): [head + "example", head + "interlude", head + "test"]
    case .regex(let pattern):
      if case .success(let compiled) = pattern.compiled {
        compiled.examples.prefix(4).map(\.lowercased).filter { !$0.isEmpty && $0.string.utf8.allSatisfy(isHostByte) }
      } else {
        []
      }
    }
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
      UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Whether a name alone tells which of the addresses on the port is meant.
  private static func isEnough(_ name: ByteText, for address: NginxAddress, among others: [NginxAddress]) -> Bool {
    if others.count == 1 { return true }
    if others.count == 2, others.allSatisfy({ $0.host == "*" || $0.host == "[::]" }),
      others[0].servers == others[1].servers
    {
      return address.host == others[0].host
    }
    guard others.count < 16, address.claims(name) else { return false }
    return others.allSatisfy { $0.host == address.host || !$0.claims(name) }
  }

  /// An address of this machine's that only this `listen` takes; documentation's own for wildcards (RFC 5737, RFC 3849).
  private static func host(of address: NginxAddress) -> String {
    switch address.host {
    case "*": "192.0.2.1"
    case "[::]": "[2001:db8::1]"
    default: address.host
    }
  }
}

extension NginxAddress {
  /// The server that takes requests for a host here (`ngx_http_find_virtual_server`).
  fileprivate func takes(_ host: ByteText) -> Int {
    if let server = server(named: host) { return server }
    if let number = firstPattern(for: host) { return patterns[number].server }
    return defaultServer
  }
}
