import ProxyConfig

/// What an upstream is sent (`prepareRequest`, then `header_up` for each attempt).
extension CaddyRun {
  /// - Parameters:
  ///   - name: the address that is dialled.
  ///   - method: as `method` or `rewrite` of the proxy leave it.
  func noteAsked(_ proxy: CaddyReverseProxy, _ name: String, method: String) {
    let before = (placeholders, url, self.method)
    defer { (placeholders, url, self.method) = before }
    var uri: ByteText?
    if let rewrite = proxy.rewrite {
      if (try? apply(rewrite)) != nil { uri = url.requestURI }
    } else {
      uri = url.requestURI
    }
    // Placeholders in header_up tell of the visitor's request. Go's client takes no method for GET.
    (placeholders, url, self.method) = before
    noteUpstream(name)
    var asked = Outcome.Asked(address: name, wireProtocol: proxy.wireProtocol, method: method.isEmpty ? "GET" : method)
    guard proxy.transport == "http" else { return self.asked.append(asked) }
    asked.uri = uri
    var headers = forwarded()
    if let operations = proxy.requestHeaders { apply(operations, to: &headers) }
    for field in headers.fields {
      let name = field.name.lowercased.string
      let old = requestHeaders.values(field.name) ?? []
      for value in field.values where !value.contains("{") {
        if name == "host" {
          asked.host = asked.host ?? value.string
        } else if !old.contains(value) {
          asked.headers.append(.init(name, value.string))
        }
      }
    }
    // Since 2.11 an upstream that speaks TLS gets its own name, unless the configuration says another.
    if release.isModern, proxy.speaksTLS, asked.host == host.string { asked.host = nil }
    let kept = Set(headers.fields.map(\.name))
    let gone = requestHeaders.fields.map(\.name).filter { !kept.contains($0) } + Self.hopHeaders
    asked.dropped = Set(gone.map { $0.lowercased.string }).sorted()
    self.asked.append(asked)
  }

  private func noteUpstream(_ name: String) {
    let parts = CaddyNetwork.splitHostPort(ByteText(name))
    placeholders["http.reverse_proxy.upstream.address"] = .text(ByteText(name))
    placeholders["http.reverse_proxy.upstream.hostport"] = .text(ByteText(name))
    placeholders["http.reverse_proxy.upstream.host"] = .text(parts?.host ?? ByteText(name))
    placeholders["http.reverse_proxy.upstream.port"] = .text(parts?.port ?? "")
  }

  /// The visitor's headers as they are passed on before `header_up`.
  private func forwarded() -> CaddyHeaders {
    var headers = requestHeaders
    headers.set("Host", [host])
    for name in Self.hopHeaders { headers.remove(name) }
    func put(_ name: ByteText, _ value: ByteText?) {
      // Whether what the visitor says of himself is believed depends on trusted_proxies.
      guard requestHeaders.values(name) == nil else { return headers.set(name, "{}") }
      if let value { headers.set(name, value) }
    }
    put("X-Forwarded-For", world.request.client.map { ByteText($0) })
    put("X-Forwarded-Proto", isTLS ? "https" : "http")
    put("X-Forwarded-Host", host)
    if release.isModern { headers.add("Via", "1.1 Caddy") }
    return headers
  }

  /// Those for one connection only (RFC 9110, section 7.6.1).
  private static let hopHeaders: [ByteText] = [
    "Connection", "Proxy-Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Te", "Trailer",
    "Transfer-Encoding", "Upgrade",
  ]
}

extension CaddyReverseProxy {
  fileprivate var wireProtocol: Outcome.Asked.WireProtocol {
    transport == "fastcgi" ? .fastcgi : speaksTLS ? .https : .http
  }
}
