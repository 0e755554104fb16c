import Diagnostics
import ProxyConfig

/// The request line, the headers, and the server they lead to.
extension NginxRun {
  private static let knownMethods: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "MKCOL", "COPY", "MOVE", "OPTIONS", "PROPFIND", "PROPPATCH", "LOCK",
    "UNLOCK", "PATCH", "TRACE", "CONNECT",
  ]

  /// `ngx_http_process_request_line` and what follows it.
  mutating func receive() throws(Unknown) -> Next {
    let request = world.request
    let candidates = listeners()
    guard let first = candidates.first else {
      tell("no server listens on port \(request.port)")
      return .done(Outcome(status: 0, body: .none, steps: steps))
    }
    // With several addresses on a port the connection's own address decides; it is not told.
    let pick = candidates.count == 1 ? 0
      : choices.choose(among: candidates.count, because: "which of the addresses on port \(request.port) \(request.host) stands for")
    let group = candidates[pick]
    listen = group.first?.listen ?? first.first?.listen
    guard let fallback = group.first(where: { $0.listen.isDefault }) ?? group.first else { return .error(400) }
    server = fallback.server.scope
    scope = server
    if listen?.isTLS != true, request.scheme == .https {
      tell("the port speaks plain HTTP: the handshake fails")
      return .done(Outcome(status: 0, body: .none, steps: steps))
    }
    guard request.method.utf8.allSatisfy({ $0 >= 0x41 && $0 <= 0x5A || $0 == 0x5F || $0 == 0x2D }) else {
      method = ""
      return badRequest("\(request.method) is not a method in capital letters")
    }
    guard try parseTarget() else { return badRequest("the path is malformed") }
    isTargetKnown = true
    guard let host = Self.validHost(request.header("Host") ?? request.host) else {
      return badRequest("the Host header is malformed")
    }
    self.host = host
    try selectServer(among: group, fallback: fallback)
    if request.method == "TRACE" || request.method == "CONNECT" {
      tell("nginx never answers \(request.method)")
      return .error(405)
    }
    if listen?.isTLS == true, request.scheme == .http {
      tell("plain HTTP on a TLS port")
      return .error(497)
    }
    return .serverRewrite
  }

  /// Nothing after the fault has been read.
  private mutating func badRequest(_ why: String) -> Next {
    contentLength = 0
    tell("\(why): nginx calls it a bad request")
    return .error(400)
  }

  private typealias Candidate = (listen: NginxListen, server: NginxServer)

  /// The servers of each address the connection may have arrived at.
  private func listeners() -> [[Candidate]] {
    let request = world.request
    let isIPv6 = request.host.hasPrefix("[")
    var groups: [(address: String, members: [Candidate])] = []
    for server in model.servers {
      for listen in server.listens where listen.port == request.port && !listen.isUnixSocket {
        let address = listen.isWildcard ? (listen.isIPv6 ? "[::]" : "*") : listen.host
        if let index = groups.firstIndex(where: { $0.address == address }) {
          groups[index].members.append((listen, server))
        } else {
          groups.append((address, [(listen, server)]))
        }
      }
    }
    let host = request.host == "localhost" ? "127.0.0.1" : request.host.lowercased()
    if let exact = groups.first(where: { $0.address == host || $0.address == "localhost" && host == "127.0.0.1" }) { return [exact.members] }
    let isLiteral = isIPv6 || host.split(separator: ".").count == 4 && host.utf8.allSatisfy { $0 == 0x2E || $0 >= 0x30 && $0 <= 0x39 }
    let wildcard = groups.first { $0.address == (isIPv6 ? "[::]" : "*") } ?? groups.first { $0.address == "*" || $0.address == "[::]" }
    if isLiteral { return wildcard.map { [$0.members] } ?? [] }
    if groups.count == 2, groups.allSatisfy({ $0.address == "*" || $0.address == "[::]" }),
      groups[0].members.map(\.server.scope) == groups[1].members.map(\.server.scope)
    {
      return [groups[0].members]
    }
    return groups.map(\.members)
  }

  /// `ngx_http_find_virtual_server`: exact, `*.x` (longest), `x.*` (longest), regular expressions in order, default.
  private mutating func selectServer(among group: [Candidate], fallback: Candidate) throws(Unknown) {
    var best: (server: NginxServer, rank: (kind: Int, length: Int))?
    for candidate in group {
      for name in candidate.server.names {
        guard let rank = name.rank(for: host) else { continue }
        if let known = best, known.rank >= rank { continue }
        best = (candidate.server, rank)
      }
    }
    if let best {
      server = best.server.scope
    } else if !host.isEmpty {
      search: for candidate in group {
        for case .regex(let pattern) in candidate.server.names where try matches(pattern, host) {
          server = candidate.server.scope
          break search
        }
      }
    }
    scope = server
    let block = model.scope(server).directive
    let how = server == fallback.server.scope && best == nil ? "the default server of" : "the server for \(host.string) on"
    tell("\(how) \(listen?.address ?? "the port") takes the request", at: block)
  }

  /// `ngx_http_validate_host`: the name in small letters without port and final dot; nil when nginx refuses it.
  static func validHost(_ text: String) -> ByteText? {
    var host = ByteText()
    var inLiteral = false
    var isPort = false
    var isLastDot = false
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "."):
        if isLastDot, !isPort { return nil }
        isLastDot = true
        if !isPort { host.append(byte) }
        continue
      case UInt8(ascii: ":") where !inLiteral: isPort = true
      case UInt8(ascii: "["):
        if index == 0 { inLiteral = true }
        if !isPort { host.append(byte) }
      case UInt8(ascii: "]"):
        inLiteral = false
        if !isPort { host.append(byte) }
      case 0...0x20, 0x7F, UInt8(ascii: "/"): return nil
      default: if !isPort { host.append(byte) }
      }
      isLastDot = false
    }
    if host.last == UInt8(ascii: ".") { host.removeLast() }
    return host.isEmpty ? nil : host.lowercased
  }

  /// Splits and decodes the target (`ngx_http_parse_complex_uri`); false when nginx answers 400.
  private mutating func parseTarget() throws(Unknown) -> Bool {
    let target = world.request.target
    guard target.first == UInt8(ascii: "/"), target.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return false }
    guard target.count + method.utf8.count < 8000 else { throw Unknown(reason: "whether so long a request line fits nginx's buffers") }
    let mergesSlashes = model.flag("merge_slashes", in: scope, default: true)
    guard let path = NginxRequestPath(target, mergesSlashes: mergesSlashes) else { return false }
    uri = path.path
    arguments = path.arguments
    hasQuotedURI = path.isQuoted
    setExtension()
    return true
  }
}
