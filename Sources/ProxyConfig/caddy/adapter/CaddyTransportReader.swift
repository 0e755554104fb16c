import Diagnostics

/// The block of `transport` (`HTTPTransport.UnmarshalCaddyfile`, `fastcgi/caddyfile.go`).
enum CaddyTransportReader {
  private enum Shape { case duration, number, size, one, some, any }

  private static let http: [String: Shape] = [
    "read_buffer": .size, "write_buffer": .size, "read_timeout": .duration, "write_timeout": .duration,
    "max_response_header": .size, "dial_timeout": .duration, "dial_fallback_delay": .duration,
    "response_header_timeout": .duration, "expect_continue_timeout": .duration, "resolvers": .some, "tls": .any,
    "tls_client_auth": .some, "tls_insecure_skip_verify": .any, "tls_timeout": .duration, "tls_trusted_ca_certs": .some,
    "tls_server_name": .one, "tls_renegotiation": .one, "tls_except_ports": .some, "keepalive": .one,
    "keepalive_interval": .duration, "keepalive_idle_conns": .number, "keepalive_idle_conns_per_host": .number,
    "versions": .some, "compression": .any, "max_conns_per_host": .number,
  ]
  private static let modernHTTP: [String: Shape] = [
    "proxy_protocol": .one, "forward_proxy_url": .one, "network_proxy": .one, "tls_curves": .some,
    "tls_trust_pool": .one,
    "local_address": .one,
  ]
  private static let fastCGI: [String: Shape] = [
    "root": .one, "split": .some, "env": .some, "resolve_root_symlink": .any, "dial_timeout": .duration,
    "read_timeout": .duration, "write_timeout": .duration, "capture_stderr": .any,
  ]

  static func read(
    _ module: ByteText, _ words: inout CaddyDispenser, _ proxy: inout CaddyReverseProxy
  ) throws(CaddyRefusal) {
    guard ["http", "fastcgi"].contains(module.string) else {
      if words.acceptsModules, CaddyModules.mayBring(module.string, besides: ["http", "fastcgi"]) { return }
      throw words.error("there is no transport \(module)")
    }
    proxy.transport = module
    let known = module == "fastcgi" ? fastCGI : words.release.isModern ? http.merging(modernHTTP) { $1 } : http
    _ = words.next()
    while words.nextInBlock() {
      let name = words.word
      guard let shape = known[name] else { throw words.error("the transport \(module) does not know \(name)") }
      if name.hasPrefix("tls"), module == "http" { proxy.speaksTLS = true }
      switch shape {
      case .any: _ = words.remainingArguments()
      case .some: if words.remainingArguments().isEmpty { throw words.countError() }
      case .one: _ = try words.argument()
      case .number: if try words.argument().integer == nil { throw words.error("\(words.value) is no number") }
      case .size: if CaddySize.bytes(try words.argument()) == nil { throw words.error("\(words.value) is no size") }
      case .duration:
        guard let seconds = CaddyDuration.seconds(try words.argument()) else {
          throw words.error("\(words.value) is no duration")
        }
        if name == "response_header_timeout", seconds > 0 { proxy.responseHeaderTimeout = seconds }
        if name == "read_timeout", seconds > 0 { proxy.readTimeout = seconds }
      }
      let outer = words.nesting
      while words.nextInBlock(outer) {}
    }
  }
}
