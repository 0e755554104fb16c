import Testing

extension ServerTests {
  @Test("HAProxy")
  func haproxy() throws {
    let shop = try Workshop()
    defer { shop.stop() }
    let backends: [(String, String)] = [
      ("ok", shop.address(.ok)), ("refused", shop.address(.nobody)), ("closes", shop.address(.closes)),
      ("hangs", shop.address(.hangs)), ("bigheader", shop.address(.bigHeader)), ("cutoff", shop.address(.cutOff)),
      ("answers503", shop.address(.answers503)), ("stalls", shop.address(.stalls)),
    ]
    let rules = backends.map { "  use_backend b_\($0.0) if { path_beg /\($0.0) }\n" }.joined()
    let pools = backends.map { "backend b_\($0.0)\n  server s \($0.1)\n" }.joined()
    try shop.write(
      "haproxy.cfg",
      """
      global
        log stdout format raw local0
      defaults
        mode http
        log global
        option httplog
        # Without it HAProxy goes on waiting for the server when the visitor has left.
        option abortonclose
        retries 0
        timeout connect 1s
        timeout client 5s
        timeout server 1s
        timeout http-request 1s
      frontend www
        bind 127.0.0.1:\(shop.listener)
        http-request deny deny_status 429 if { path_beg /denied }
        use_backend b_down if { path_beg /down }
      \(rules)  default_backend b_ok
      \(pools)backend b_down
        option httpchk
        server s \(shop.address(.nobody)) check inter 200ms fall 1

      """)
    try shop.start("haproxy", ["-f", shop.path("haproxy.cfg"), "-db"], log: "haproxy.log")
    try shop.expect("upstream-not-listening", in: "haproxy.log", from: "a health check finds nobody") {
      try shop.waitUntilListening(shop.listener)
      try shop.waitUntil("the server is down") { shop.text("haproxy.log").contains("has no server available") }
    }
    let before = shop.length("haproxy.log")
    try shop.get("/ok")
    #expect(shop.causes("haproxy.log", beyond: before).isEmpty, "a healthy log gives nothing")
    for (path, cause) in [
      ("/refused", "upstream-not-listening"), ("/closes", "upstream-crashed-mid-request"),
      ("/hangs", "upstream-read-timeout"),
      ("/bigheader", "invalid-response-header"), ("/cutoff", "response-truncated-mid-body"),
      ("/stalls", "response-truncated-mid-body"), ("/answers503", "app-returns-5xx-itself"),
      ("/down", "no-healthy-upstreams"),
      ("/denied", "rate-limit-rejection"),
    ] {
      try shop.expect(cause, in: "haproxy.log", from: path) { try shop.get(path) }
    }
    try shop.expect("client-aborted", in: "haproxy.log", from: "the visitor leaves") {
      try shop.run("curl", ["-s", "-m", "0.4", "-o", "/dev/null", "http://127.0.0.1:\(shop.listener)/hangs"])
    }
  }
}
