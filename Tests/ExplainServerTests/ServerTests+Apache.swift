import Foundation
import Testing

extension ServerTests {
  @Test("Apache")
  func apache() throws {
    let shop = try Workshop()
    defer { shop.stop() }
    let modules = [
      "mpm_event", "proxy", "proxy_http", "proxy_fcgi", "proxy_balancer", "slotmem_shm", "lbmethod_byrequests", "ssl",
      "socache_shmcb", "authz_core", "reqtimeout",
    ]
    func proxy(_ path: String, _ target: String, _ more: String = "") -> String {
      "ProxyPass \(path) \(target) \(more)\n"
    }
    try shop.write(
      "apache.conf",
      """
      ServerRoot \(shop.folder.path)
      ServerName lab
      User www-data
      Group www-data
      Listen 127.0.0.1:\(shop.listener)
      PidFile apache.pid
      ErrorLog error.log
      LogLevel info
      \(modules.map { "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so\n" }.joined())
      ProxyTimeout 1
      SSLProxyEngine on
      LimitRequestFieldSize 1000
      LimitRequestLine 1000
      \(proxy("/ok", "http://\(shop.address(.ok))/", "disablereuse=on"))
      \(proxy("/refused", "http://\(shop.address(.nobody))/"))
      \(proxy("/closes", "http://\(shop.address(.closes))/"))
      \(proxy("/hangs", "http://\(shop.address(.hangs))/"))
      \(proxy("/badheader", "http://\(shop.address(.badHeader))/"))
      \(proxy("/bigheader", "http://\(shop.address(.bigHeader))/"))
      \(proxy("/cutoff", "http://\(shop.address(.cutOff))/"))
      \(proxy("/dns", "http://app.invalid/"))
      \(proxy("/untrusted", "https://\(shop.address(.tls))/"))
      \(proxy("/nosocket", "unix:\(shop.path("none.sock"))|fcgi://localhost/"))
      \(proxy("/fcgi", "fcgi://\(shop.address(.nobody))/"))
      \(proxy("/fcgihttp", "fcgi://\(shop.address(.speaksFirst))/"))
      \(proxy("/noscheme", "gopher://127.0.0.1/"))
      SSLProxyVerify require
      SSLProxyCACertificateFile /etc/ssl/certs/ca-certificates.crt
      """)
    try shop.start(
      "apache2", ["-DFOREGROUND", "-d", shop.folder.path, "-f", shop.path("apache.conf")], log: "apache.out")
    try shop.waitUntilListening(shop.listener)
    try shop.get("/ok")
    #expect(shop.causes("error.log", beyond: 0).isEmpty, "a healthy log gives nothing")
    for (path, cause) in [
      ("/refused", "upstream-not-listening"), ("/closes", "upstream-crashed-mid-request"),
      ("/hangs", "upstream-read-timeout"), ("/badheader", "invalid-response-header"),
      ("/bigheader", "response-header-too-large"), ("/cutoff", "response-truncated-mid-body"),
      ("/dns", "dns-resolution-failure"), ("/untrusted", "tls-cert-expired-or-untrusted"),
      ("/nosocket", "unix-socket-missing"), ("/fcgi", "php-fpm-down"), ("/fcgihttp", "protocol-mismatch-fastcgi-http"),
      ("/noscheme", "proxy-config-error"),
    ] {
      try shop.expect(cause, in: "error.log", from: path) { try shop.get(path) }
    }
    try shop.expect("request-too-large", in: "error.log", from: "a header over the limit") {
      try shop.get("/ok", ["-H", "Cookie: a=" + String(repeating: "x", count: 5000)])
    }
  }
}
