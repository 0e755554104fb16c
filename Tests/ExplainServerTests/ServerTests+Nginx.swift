import Foundation
import Testing

extension ServerTests {
  @Test("nginx")
  func nginx() throws {
    let shop = try Workshop()
    defer { shop.stop() }
    let dead = shop.path("dead.sock"), closed = shop.path("closed.sock")
    try shop.run(
      "python3",
      [
        "-c", "import os,socket,sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1]); os.chmod(sys.argv[1], 0o777)",
        dead,
      ])
    try shop.start(
      "python3",
      [
        "-c",
        "import socket,sys,os,time; s=socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(); os.chmod(sys.argv[1],0); time.sleep(600)",
        closed,
      ], log: "closed.log")
    try shop.waitUntil("the socket is there") { FileManager.default.fileExists(atPath: closed) }
    func proxy(_ path: String, _ target: String, _ more: String = "") -> String {
      "location \(path) { proxy_pass \(target); proxy_next_upstream off; \(more) }\n"
    }
    try shop.write(
      "nginx.conf",
      """
      user www-data; worker_processes 1; pid \(shop.path("nginx.pid")); error_log \(shop.path("error.log")) info; daemon off;
      events { worker_connections 64; }
      http {
        access_log \(shop.path("access.log"));
        client_body_temp_path \(shop.path("t1")); proxy_temp_path \(shop.path("t2")); fastcgi_temp_path \(shop.path("t3"));
        uwsgi_temp_path \(shop.path("t4")); scgi_temp_path \(shop.path("t5"));
        limit_req_zone $server_name zone=one:1m rate=1r/m;
        upstream pool { server \(shop.address(.nobody)) max_fails=1 fail_timeout=60s; server 127.0.0.1:\(shop.port + 18) max_fails=1 fail_timeout=60s; }
        server {
          listen 127.0.0.1:\(shop.listener); server_name lab; proxy_read_timeout 1s; proxy_connect_timeout 1s;
          client_max_body_size 1k; large_client_header_buffers 2 1k; client_header_buffer_size 1k;
          \(proxy("/ok", "http://\(shop.address(.ok))"))
          \(proxy("/refused", "http://\(shop.address(.nobody))"))
          \(proxy("/closes", "http://\(shop.address(.closes))"))
          \(proxy("/resets", "http://\(shop.address(.resets))"))
          \(proxy("/hangs", "http://\(shop.address(.hangs))"))
          \(proxy("/bigheader", "http://\(shop.address(.bigHeader))"))
          \(proxy("/garbage", "http://\(shop.address(.garbage))"))
          \(proxy("/badheader", "http://\(shop.address(.badHeader))"))
          \(proxy("/cutoff", "http://\(shop.address(.cutOff))"))
          \(proxy("/stalls", "http://\(shop.address(.stalls))"))
          \(proxy("/badchunk", "http://\(shop.address(.badChunk))", "proxy_http_version 1.1;"))
          \(proxy("/tlstoplain", "https://\(shop.address(.speaksFirst))"))
          \(proxy("/untrusted", "https://\(shop.address(.tls))", "proxy_ssl_verify on; proxy_ssl_trusted_certificate /etc/ssl/certs/ca-certificates.crt;"))
          \(proxy("/othername", "https://\(shop.address(.tls))", "proxy_ssl_verify on; proxy_ssl_name wanted.example; proxy_ssl_trusted_certificate \(shop.path("cert.pem"));"))
          \(proxy("/nosocket", "http://unix:\(shop.path("none.sock"))"))
          \(proxy("/deadsocket", "http://unix:\(dead)"))
          \(proxy("/closedsocket", "http://unix:\(closed)"))
          \(proxy("/pool", "http://pool", "proxy_next_upstream error timeout;"))
          location /dns { resolver 127.0.0.1:\(shop.port + 17) valid=1s; resolver_timeout 1s; set $name app.invalid; proxy_pass http://$name; }
          location /noresolver { set $name app.invalid; proxy_pass http://$name; }
          location /fastcgi { fastcgi_pass \(shop.address(.ok)); }
          location /limited { limit_req zone=one; proxy_pass http://\(shop.address(.ok)); }
          location /cycle { rewrite ^ /cycle last; }
          location /upload { proxy_pass http://\(shop.address(.ok)); }
          location /auth { auth_request /authanswer; proxy_pass http://\(shop.address(.ok)); }
          location /authanswer { internal; proxy_pass http://\(shop.address(.answers503)); }
        }
      }
      """)
    try shop.start(
      "nginx", ["-e", shop.path("error.log"), "-p", shop.folder.path, "-c", shop.path("nginx.conf")], log: "nginx.out")
    try shop.waitUntilListening(shop.listener)
    try shop.get("/ok")
    try shop.get("/ok")
    #expect(shop.causes("error.log", beyond: 0).isEmpty, "a healthy log gives nothing")
    #expect(shop.causes("access.log", beyond: 0).isEmpty, "a healthy log gives nothing")
    for (path, cause) in [
      ("/refused", "upstream-not-listening"), ("/closes", "upstream-crashed-mid-request"),
      ("/resets", "keepalive-race"),
      ("/hangs", "upstream-read-timeout"), ("/bigheader", "response-header-too-large"),
      ("/garbage", "non-http-response"),
      ("/badheader", "invalid-response-header"), ("/cutoff", "response-truncated-mid-body"),
      ("/stalls", "response-truncated-mid-body"), ("/badchunk", "message-framing-error"),
      ("/tlstoplain", "protocol-mismatch-http-https"), ("/untrusted", "tls-cert-expired-or-untrusted"),
      ("/othername", "tls-sni-or-name-mismatch"), ("/nosocket", "unix-socket-missing"), ("/deadsocket", "php-fpm-down"),
      ("/closedsocket", "unix-socket-permission"), ("/dns", "dns-resolution-failure"),
      ("/noresolver", "dns-resolution-failure"), ("/fastcgi", "protocol-mismatch-fastcgi-http"),
      ("/cycle", "proxy-config-error"), ("/auth", "app-returns-5xx-itself"),
      ("/\(String(repeating: "a", count: 3000))", "request-too-large"),
    ] {
      try shop.expect(cause, in: "error.log", from: String(path.prefix(20))) { try shop.get(path) }
    }
    try shop.expect("no-healthy-upstreams", in: "error.log", from: "all servers of a pool fail") {
      for _ in 0..<3 { try shop.get("/pool") }
    }
    try shop.expect("rate-limit-rejection", in: "error.log", from: "too many requests") {
      for _ in 0..<3 { try shop.get("/limited") }
    }
    try shop.expect("request-too-large", in: "error.log", from: "a body over the limit") {
      try shop.get("/upload", ["-d", String(repeating: "x", count: 5000)])
    }
    try shop.expect("request-too-large", in: "error.log", from: "a cookie over the limit") {
      try shop.get("/ok", ["-H", "Cookie: a=" + String(repeating: "x", count: 5000)])
    }
    try shop.expect("client-aborted", in: "access.log", from: "the visitor leaves") {
      try shop.run("curl", ["-s", "-m", "0.4", "-o", "/dev/null", "http://127.0.0.1:\(shop.listener)/hangs"])
    }
  }
}
