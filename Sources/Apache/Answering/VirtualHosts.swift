import ProxyConfig
import Trace

/// Which server answers: by the address of the connection, then by name (`vhost.c`).
struct VirtualHosts {
  let model: ApacheModel

  init(_ model: ApacheModel) { self.model = model }

  /// Usually one server; several where the address of the connection is not known and decides.
  func candidates(for request: Request) -> [Server] {
    let host = Self.hostName(request)
    var found: [Server] = []
    for chain in chains(request) {
      let server = chain.first { $0.answers(to: host) } ?? chain.first ?? model.servers[0]
      if !found.contains(where: { $0.number == server.number }) { found.append(server) }
    }
    return found
  }

  /// In small letters, without the port.
  static func hostName(_ request: Request) -> String {
    var host = request.header("host") ?? request.host
    if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") { host = String(host[..<colon]) }
    if host.hasSuffix(".") { host.removeLast() }
    return host.lowercased()
  }

  /// The virtual hosts that share the address of the connection, for each address it may have.
  private func chains(_ request: Request) -> [[Server]] {
    let hosts = model.servers.dropFirst()
    func isPort(_ address: ListenAddress) -> Bool { address.port == nil || address.port == request.port }
    func chain(_ local: String?) -> [Server] {
      let named = hosts.filter { $0.addresses.contains { $0.address != nil && $0.address == local && isPort($0) } }
      return named.isEmpty ? hosts.filter { $0.addresses.contains { $0.address == nil && isPort($0) } } : Array(named)
    }
    var local: Set<String?> = []
    if request.host.allSatisfy({ $0.isNumber || $0 == "." }) || request.host.contains(":") {
      local = [request.host]
    } else {
      let listens = model.listens.filter(isPort)
      let isOpen = listens.isEmpty || listens.contains { $0.address == nil }
      local = Set(listens.compactMap(\.address))
      if isOpen {
        local.formUnion(hosts.flatMap(\.addresses).filter(isPort).compactMap(\.address))
        local.insert(nil)
      }
    }
    return local.map { chain($0) }
  }
}

extension Server {
  /// Whether a name is the server's own or an alias of it; `*` and `?` stand for any letters.
  func answers(to host: String) -> Bool {
    if name == host { return true }
    return aliases.contains { $0 == host || Glob.isPattern(ByteText($0)) && Glob.matches(ByteText($0), ByteText(host)) }
  }
}
