import Diagnostics
import ProxyConfig

/// The request line, the headers, and the server they lead to.
extension NginxRun {
  private static let knownMethods: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "MKCOL", "COPY", "MOVE", "OPTIONS", "PROPFIND", "PROPPATCH", "LOCK",
    "UNLOCK", "PATCH", "TRACE", "CONNECT",
  ]

  /// `ngx_http_process_request_line` and what follows it.
  mutating func receive() throws(Undecided) -> Next {
    let request = world.request
    let candidates = possibleAddresses()
    guard !candidates.isEmpty else {
      tell("no server listens on port \(request.port)")
      return .done(Outcome(status: 0, body: .none, steps: steps))
    }
    // With several addresses on a port the connection's own address decides; it is not told.
    let pick =
      candidates.count == 1
      ? 0
      : decider.choose(
        candidates.count, because: "which of the addresses on port \(request.port) \(request.host) stands for")
    let address = candidates[pick]
    listen = address.listen
    server = address.defaultServer
    scope = server
    if listen?.isTLS != true, request.scheme == .https {
      tell("the port speaks plain HTTP: the handshake fails")
      return .done(Outcome(status: 0, body: .none, steps: steps))
    }
    if decider.watch != nil { return try receiveWatched(at: address) }
    guard request.method.utf8.allSatisfy({ $0 >= 0x41 && $0 <= 0x5A || $0 == 0x5F || $0 == 0x2D }) else {
      method = ""
      line.isComplete = false
      return badRequest("\(request.method) is not a method in capital letters")
    }
    if try isTooLong(request.target.count + request.method.utf8.count + 12) {
      tell("the request line does not fit a buffer", at: model.setting(.largeClientHeaderBuffers, in: scope))
      body.forget()
      return .error(414)
    }
    guard request.target.first == UInt8(ascii: "/"), request.target.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      line.hasMethod = false
      line.isComplete = false
      return badRequest("the request line is malformed")
    }
    guard try parseTarget() else { return badRequest("the path is malformed") }
    line.hasTarget = true
    if let fault = try readHeaders(at: address) { return fault }
    if request.method == "TRACE" || request.method == "CONNECT" {
      tell("nginx never answers \(request.method)")
      return .error(405)
    }
    if listen?.isTLS == true, request.scheme == .http {
      tell("plain HTTP on a TLS port")
      return .error(497)
    }
    if let next = checkCertificate() { return next }
    try findRealAddress()
    return .serverRewrite
  }

  /// One header after the other (`ngx_http_process_request_headers`): what stands behind a fault is never read.
  private mutating func readHeaders(at address: NginxAddress) throws(Undecided) -> Next? {
    let request = world.request
    if request.header("Host") == nil, let fault = try takeHost(request.host, at: address) { return fault }
    for header in world.headers {
      if try isTooLong(header.name.utf8.count + header.value.utf8.count + 4) {
        tell(
          "the header \(header.name) does not fit a buffer", at: model.setting(.largeClientHeaderBuffers, in: scope))
        body.forget()
        return .error(494)
      }
      line.headersRead += 1
      if header.name == "host", host.isEmpty, let fault = try takeHost(header.value, at: address) { return fault }
    }
    return nil
  }

  private mutating func takeHost(_ text: String, at address: NginxAddress) throws(Undecided) -> Next? {
    guard let host = Self.validHost(text) else { return badRequest("the Host header is malformed") }
    self.host = host
    try selectServer(at: address)
    return nil
  }

  /// The same for all requests that are well formed and fit nginx's buffers.
  private mutating func receiveWatched(at address: NginxAddress) throws(Undecided) -> Next {
    let mark = UInt8(ascii: "?")
    (resource.uri, resource.arguments) = (target.before(mark), target.after(mark))
    resource.setExtension()
    line.hasTarget = true
    line.headersRead = .max
    host = decider.watch?.input("host") ?? ""
    try selectServer(at: address)
    if listen?.isTLS == true, world.request.scheme == .http {
      tell("plain HTTP on a TLS port")
      return .error(497)
    }
    if let next = checkCertificate() { return next }
    try findRealAddress()
    return .serverRewrite
  }

  /// `ssl_verify_client`: 496 without a certificate, 495 with a bad one (`ngx_http_process_request`).
  private mutating func checkCertificate() -> Next? {
    guard listen?.isTLS == true, let directive = model.setting(.sslVerifyClient, in: scope),
      let mode = directive.argument(1)?.lowercased, mode != "off"
    else { return nil }
    switch world.request.certificate {
    case .good: return nil
    case .none:
      guard mode == "on" else { return nil }
      tell("the visitor has no certificate", at: directive, .denied(496))
      return .error(496)
    case .bad:
      guard mode != "optional_no_ca" else { return nil }
      tell("the visitor's certificate is not accepted", at: directive, .denied(495))
      return .error(495)
    }
  }

  /// Whether a line of this length, its end included, is too long for one of `large_client_header_buffers`.
  private func isTooLong(_ length: Int) throws(Undecided) -> Bool {
    let size = model.setting(.largeClientHeaderBuffers, in: scope)?.argument(2).flatMap(NginxSize.bytes) ?? 8192
    if abs(length - size) <= 4 {
      throw Undecided(reason: "whether a line of just about \(size) bytes fits nginx's buffer")
    }
    return length > size
  }

  /// Nothing after the fault has been read.
  private mutating func badRequest(_ why: String) -> Next {
    body.forget()
    tell("\(why): nginx calls it a bad request")
    return .error(400)
  }

  /// The addresses the connection may have arrived at.
  private func possibleAddresses() -> [NginxAddress] {
    let request = world.request
    let here = model.addresses.filter { $0.port == request.port }
    let host = request.host == "localhost" ? "127.0.0.1" : request.host.lowercased()
    if let own = here.first(where: { $0.host == host || $0.host == "localhost" && host == "127.0.0.1" }) {
      return [own]
    }
    let isIPv6 = host.hasPrefix("[")
    let isIPv4 =
      host.split(separator: ".").count == 4 && host.utf8.allSatisfy { $0 == 0x2E || $0 >= 0x30 && $0 <= 0x39 }
    if isIPv4 || isIPv6 {
      return (here.first { $0.host == (isIPv6 ? "[::]" : "*") } ?? here.first { $0.host == "*" || $0.host == "[::]" })
        .map { [$0] } ?? []
    }
    if here.count == 2, here.allSatisfy({ $0.host == "*" || $0.host == "[::]" }), here[0].servers == here[1].servers {
      return [here[0]]
    }
    // A name most likely leads to an address that has a server of this name.
    guard let name = Self.validHost(request.header("Host") ?? request.host) else { return here }
    let claimed = here.filter { $0.claims(name) }
    return claimed.isEmpty ? here : claimed
  }

  /// `ngx_http_find_virtual_server`.
  private mutating func selectServer(at address: NginxAddress) throws(Undecided) {
    var how = "the default server of"
    let watched = host
    if watched.isWatched {
      watched.note(watchedQuestion("names \(address.host):\(address.port)") { TextQuestion(address.nameTests) })
      host = watched.unwatched
    }
    defer { host = watched }
    if let named = address.server(named: host) {
      server = named
      how = "the server for \(host.string) on"
    } else {
      let first = address.firstPattern(for: host) ?? address.patterns.count
      for candidate in address.patterns[(watched.isWatched ? 0 : first)...]
      where try matches(candidate.pattern, watched) {
        server = candidate.server
        how = "the server for \(host.string) on"
        break
      }
    }
    scope = server
    tell("\(how) \(address.listen.address) takes the request", at: model.scope(server).directive)
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
  private mutating func parseTarget() throws(Undecided) -> Bool {
    let target = world.request.target
    let mergesSlashes = model.flag(.mergeSlashes, in: scope, default: true)
    guard let path = NginxRequestPath(target, mergesSlashes: mergesSlashes) else { return false }
    resource.uri = path.path
    resource.arguments = path.arguments
    line.hasQuotedPath = path.isQuoted
    resource.setExtension()
    return true
  }
}
