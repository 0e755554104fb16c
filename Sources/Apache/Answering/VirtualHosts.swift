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

  /// The one that all the requests of a connection may go to; by the name that a watch gives out.
  func candidate(for request: Request, _ sent: Sent, _ decider: Decider, _ survey: ApacheSurvey) -> Server {
    let chain = chains(request).first ?? []
    guard let usual = chain.first else { return model.servers[0] }
    let name = "names \(chain.map(\.number))"
    let question = decider.watchedQuestion(name, of: survey) { TextQuestion(chain.map(\.nameTests)) }
    return sent.host.parts[0].note(question).map { chain[$0] } ?? usual
  }

  /// One request for each address that connections may go to. A virtual host at a port that no `Listen` names counts as reached: the
  /// line may stand in a file that is not here.
  var connections: [Request] {
    let heard = Set(model.listens.map(\.port))
    let further = Set(model.servers.flatMap(\.addresses).compactMap(\.port)).filter { !heard.contains($0) }
    let all = model.listens + further.sorted().compactMap { ListenAddress(String($0)) }
    return (all.isEmpty ? [ListenAddress("80")].compactMap(\.self) : all).flatMap { listen -> [Request] in
      guard let port = listen.port else { return [] }
      let named = Set(model.servers.flatMap(\.addresses).filter { $0.port ?? port == port }.compactMap(\.address))
      let others = Set(model.listens.filter { $0.port == port }.compactMap(\.address))
      let hosts: [String]
      if let address = listen.address {
        hosts = [address]
      } else {
        // An address that RFC 5737 keeps for documents stands for those that have no virtual host of their own.
        hosts = named.union(others).isEmpty ? [""] : named.sorted() + ["203.0.113.80"]
      }
      return hosts.map { host in
        let request = Request(host: host, port: port)
        let isTLS = chains(request).joined().contains { $0.isSSL }
        return Request(scheme: isTLS ? .https : .http, host: host, port: port)
      }
    }.uniqued
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
  /// What is asked of a name in small letters.
  fileprivate var nameTests: [TextTest] {
    (name.map { [.equals(Array($0.utf8))] } ?? [])
      + aliases.compactMap { alias -> TextTest? in
        let text = ByteText(alias)
        return Glob.isPattern(text)
          ? Glob.expression(text, any: "(?s:.)").map { .matches($0) } : .equals(text.bytes)
      }
  }

  /// Whether a name is the server's own or an alias of it; `*` and `?` stand for any letters.
  func answers(to host: String) -> Bool {
    if name == host { return true }
    return aliases.contains { $0 == host || Glob.isPattern(ByteText($0)) && Glob.matches(ByteText($0), ByteText(host)) }
  }
}
