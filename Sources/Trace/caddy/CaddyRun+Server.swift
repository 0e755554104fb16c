import ProxyConfig

extension CaddyRun {
  /// Finds the server that listens where the request goes, and whether it expects encryption.
  func pickServer() throws(CaddyInterruption) {
    let request = world.request
    let wanted = ByteText(request.host)
    let candidates = world.memory.servers(on: request.port).map { world.config.servers[$0] }.filter { server in
      server.listens.contains { $0.covers(request.port) }
    }
    // A listener bound to one address hears only that address.
    let own = candidates.filter { $0.listens.contains { $0.covers(request.port) && $0.host == wanted } }
    let heard =
      !own.isEmpty && !wanted.isEmpty
      ? own : candidates.filter { $0.listens.contains { $0.covers(request.port) && $0.isEverywhere } }
    guard !candidates.isEmpty else { throw .unknown("nothing in this configuration listens on port \(request.port)") }
    if heard.isEmpty || heard.count > 1 {
      server = candidates[choose(candidates.count, "which address \(request.host) has, as servers are bound to some")]
    } else {
      server = heard[0]
    }
    isTLS = server.hasTLS && request.port != world.config.httpPort
    switch (request.scheme, isTLS) {
    case (.http, true):
      tell("port \(request.port) speaks HTTPS only, so Go answers 400 by itself")
      client.headers.set("Content-Type", "text/plain; charset=utf-8")
      try client.send(400)
      try client.send(.builtin("Client sent an HTTP request to an HTTPS server.\n"))
      throw .status(400)
    case (.https, false): throw .abort("port \(request.port) does not speak HTTPS, so the handshake fails")
    case (.https, true):
      let name =
        sent.isWatched ? world.memory.survey.knowsAllHosts ? unwatchedName(sent.host) : hostName(sent.host) : wanted
      if !server.hasCertificates, !world.memory.hasCertificate(for: name) {
        throw .abort("there is no certificate for \(request.host), so the handshake fails")
      }
    case (.http, false): break
    }
    if !sent.isWatched, host.contains("/") || host.contains(" ") { throw .unknown("how the odd Host header is taken") }
  }

  /// The name in a `Host` header.
  func hostName(_ host: ByteText) -> ByteText {
    CaddyNetwork.splitHostPort(host)?.host ?? host.without(prefix: "[").without(suffix: "]")
  }

  /// The same, of which is noted which of the names of the configuration it is.
  func unwatchedName(_ host: ByteText) -> ByteText {
    let name = hostName(host)
    guard name.isWatched else { return name }
    name.note(decider.watchedQuestion("hosts", of: world.memory) { world.memory.survey.hosts })
    return name.unwatched
  }

  /// A host pattern: `*` stands for one label (`MatchHost`).
  static func hostMatches(_ pattern: ByteText, _ host: ByteText) -> Bool {
    guard pattern.contains("*") else { return pattern.equalsIgnoringCase(host) }
    if host.isWatched {
      let labels = pattern.pieces(".").map { $0 == "*" ? "[^.]*" : TextTest.quoted($0.lowercased) }
      return (try? Pattern(ByteText("^\(labels.joined(separator: "[.]"))$"))).map(host.lowercased.matches) ?? false
    }
    let (parts, labels) = (pattern.pieces("."), host.pieces("."))
    return parts.count == labels.count && zip(parts, labels).allSatisfy { $0 == "*" || $0.equalsIgnoringCase($1) }
  }
}
