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
    let heard = candidates.filter { server in
      server.listens.contains {
        $0.covers(request.port) && ($0.host.isEmpty || $0.host == "0.0.0.0" || $0.host == "::" || $0.host == wanted)
      }
    }
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
      if !server.hasCertificates, !world.memory.hasCertificate(for: wanted) {
        throw .abort("there is no certificate for \(request.host), so the handshake fails")
      }
    case (.http, false): break
    }
    if host.contains("/") || host.contains(" ") { throw .unknown("how the odd Host header is taken") }
  }

  /// A host pattern: `*` stands for one label (`MatchHost`).
  static func hostMatches(_ pattern: ByteText, _ host: ByteText) -> Bool {
    guard pattern.contains("*") else { return pattern.equalsIgnoringCase(host) }
    let (parts, labels) = (pattern.pieces("."), host.pieces("."))
    return parts.count == labels.count && zip(parts, labels).allSatisfy { $0 == "*" || $0.equalsIgnoringCase($1) }
  }
}
