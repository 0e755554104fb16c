import Testing

extension ServerTests {
  @Test("Caddy")
  func caddy() throws {
    let shop = try Workshop()
    defer { shop.stop() }
    let targets: [(String, String)] = [
      ("ok", shop.address(.ok)), ("refused", shop.address(.nobody)), ("closes", shop.address(.closes)),
      ("resets", shop.address(.resets)), ("garbage", shop.address(.garbage)), ("badheader", shop.address(.badHeader)),
      ("cutoff", shop.address(.cutOff)), ("dns", "app.invalid:80"), ("nosocket", "unix/\(shop.path("none.sock"))"),
      ("othername", "https://\(shop.address(.tls))"),
    ]
    try shop.write(
      "Caddyfile",
      """
      {
        admin off
        auto_https off
        storage file_system \(shop.path("data"))
        log {
          format json
        }
      }
      http://:\(shop.listener) {
        bind 127.0.0.1
        \(targets.map { "reverse_proxy /\($0.0)* \($0.1)" }.joined(separator: "\n  "))
        reverse_proxy /hangs* \(shop.address(.hangs)) {
          transport http { 
            response_header_timeout 1s 
          }
        }
        reverse_proxy /down* \(shop.address(.nobody)) {
          lb_try_duration 0s
          fail_duration 30s
          max_fails 1
        }
      }
      """)
    try shop.start("caddy", ["run", "--config", shop.path("Caddyfile"), "--adapter", "caddyfile"], log: "caddy.log")
    try shop.waitUntilListening(shop.listener)
    try shop.get("/ok")
    #expect(shop.causes("caddy.log", beyond: 0).isEmpty, "a healthy log gives nothing")
    for (path, cause) in [
      ("/refused", "upstream-not-listening"), ("/closes", "upstream-crashed-mid-request"),
      ("/resets", "upstream-crashed-mid-request"), ("/garbage", "non-http-response"),
      ("/cutoff", "response-truncated-mid-body"),
      ("/dns", "dns-resolution-failure"), ("/nosocket", "unix-socket-missing"),
      ("/othername", "tls-sni-or-name-mismatch"), ("/hangs", "upstream-read-timeout"),
    ] {
      try shop.expect(cause, in: "caddy.log", from: path) { try shop.get(path) }
    }
    try shop.expect("no-healthy-upstreams", in: "caddy.log", from: "the only upstream was marked down") {
      for _ in 0..<3 { try shop.get("/down") }
    }
  }
}
