import Foundation
import Testing

/// The real programs are started, broken in many ways, and explain must name each cause from the logs they write.
@Suite(
  "Failures of real servers are recognised", .serialized, .enabled(if: Workshop.isOn, "INTERLUDE_SERVERS is not 1"))
struct ServerTests {
  @Test("nginx")
  func nginx() throws {
    let shop = try Workshop(port: 23100)
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

  @Test("Apache")
  func apache() throws {
    let shop = try Workshop(port: 23200)
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

  @Test("HAProxy")
  func haproxy() throws {
    let shop = try Workshop(port: 23300)
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

  @Test("Caddy")
  func caddy() throws {
    let shop = try Workshop(port: 23400)
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

  @Test("PHP-FPM")
  func php() throws {
    let shop = try Workshop(port: 23500)
    defer { shop.stop() }
    let program = try #require(
      ["php-fpm8.4", "php-fpm8.3", "php-fpm8.2", "php-fpm"].first { Workshop.find($0) != nil },
      "PHP-FPM is not installed")
    try shop.write(
      "fpm.conf",
      """
      [global]
      error_log = \(shop.path("fpm.log"))
      daemonize = no
      [www]
      user = www-data
      listen = 127.0.0.1:\(shop.port + 30)
      pm = static
      pm.max_children = 2
      request_terminate_timeout = 2s
      request_slowlog_timeout = 1s
      slowlog = \(shop.path("slow.log"))
      catch_workers_output = yes
      [busy]
      user = www-data
      listen = 127.0.0.1:\(shop.port + 31)
      pm = ondemand
      pm.max_children = 1
      """)
    try shop.write("ok.php", "<?php echo 'ok';")
    try shop.write("slow.php", "<?php $end = microtime(true) + 5; while (microtime(true) < $end) usleep(10000);")
    try shop.write("fatal.php", "<?php nothing_of_that_name();")
    try shop.write("dies.php", "<?php posix_kill(getmypid(), 11); sleep(1);")
    try shop.write(
      "nginx.conf",
      """
      worker_processes 1; pid \(shop.path("nginx.pid")); error_log \(shop.path("error.log")) info; daemon off;
      events { worker_connections 64; }
      http { access_log off; client_body_temp_path \(shop.path("t1")); proxy_temp_path \(shop.path("t2"));
        fastcgi_temp_path \(shop.path("t3")); uwsgi_temp_path \(shop.path("t4")); scgi_temp_path \(shop.path("t5"));
        server { listen 127.0.0.1:\(shop.listener); root \(shop.folder.path);
          location / { fastcgi_pass 127.0.0.1:\(shop.port + 30); include /etc/nginx/fastcgi_params; fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name; }
          location /busy/ { fastcgi_pass 127.0.0.1:\(shop.port + 31); include /etc/nginx/fastcgi_params; fastcgi_param SCRIPT_FILENAME $document_root/slow.php; }
        } }
      """)
    try shop.start(program, ["-y", shop.path("fpm.conf"), "-F", "-R"], log: "fpm.out")
    try shop.start(
      "nginx", ["-e", shop.path("error.log"), "-p", shop.folder.path, "-c", shop.path("nginx.conf")], log: "nginx.out")
    try shop.waitUntilListening(shop.port + 30)
    try shop.waitUntilListening(shop.listener)
    try shop.get("/ok.php")
    #expect(
      shop.causes("fpm.log", beyond: 0).isEmpty && shop.causes("error.log", beyond: 0).isEmpty,
      "a healthy log gives nothing")
    try shop.expect("slow-query-or-external-api", in: "fpm.log", from: "a slow script") { try shop.get("/slow.php") }
    try shop.expect("worker-timeout-kill", in: "fpm.log", from: "a script over its time") { try shop.get("/slow.php") }
    try shop.expect("upstream-crashed-mid-request", in: "fpm.log", from: "a script that crashes its process") {
      try shop.get("/dies.php")
    }
    try shop.expect("upstream-crashed-mid-request", in: "error.log", from: "the same, seen by nginx") {
      try shop.get("/dies.php")
    }
    try shop.expect("app-exception", in: "error.log", from: "a fatal error") { try shop.get("/fatal.php") }
    try shop.expect("proxy-config-error", in: "error.log", from: "a script that is not there") {
      try shop.get("/none.php")
    }
    try shop.expect("php-fpm-pool-exhausted", in: "fpm.log", from: "more requests than children") {
      for _ in 0..<3 {
        try shop.start(
          "curl", ["-s", "-m", "3", "-o", "/dev/null", "http://127.0.0.1:\(shop.listener)/busy/"], log: "curl.log")
      }
      Thread.sleep(forTimeInterval: 2)
    }
  }

  @Test("gunicorn")
  func gunicorn() throws {
    let shop = try Workshop(port: 23600)
    defer { shop.stop() }
    try shop.write(
      "app.py",
      """
      import os, time
      def app(environ, start):
          path = environ["PATH_INFO"]
          if path == "/sleep": time.sleep(10)
          if path == "/dies": os._exit(3)
          if path == "/killed": os.kill(os.getpid(), 9)
          if path == "/raises": raise ValueError("no")
          start("200 OK", [("Content-Length", "2")])
          return [b"ok"]
      """)
    try shop.write("broken.py", "import module_of_no_name\n")
    let bind = "127.0.0.1:\(shop.listener)"
    try shop.start("gunicorn", ["--chdir", shop.folder.path, "-b", bind, "-t", "1", "app:app"], log: "gunicorn.log")
    try shop.waitUntilListening(shop.listener)
    try shop.get("/")
    #expect(shop.causes("gunicorn.log", beyond: 0).isEmpty, "a healthy log gives nothing")
    try shop.expect("upstream-not-listening", in: "second.log", from: "a port that is taken") {
      try shop.start("gunicorn", ["--chdir", shop.folder.path, "-b", bind, "app:app"], log: "second.log")
    }
    for (path, cause) in [
      ("/sleep", "worker-timeout-kill"), ("/killed", "oom-killed-worker"), ("/raises", "app-exception"),
      ("/dies", "upstream-crashed-mid-request"),
    ] {
      try shop.expect(cause, in: "gunicorn.log", from: path) { try shop.get(path) }
    }
    try shop.expect("container-crashloop", in: "broken.log", from: "an app that cannot be loaded") {
      try shop.start(
        "gunicorn", ["--chdir", shop.folder.path, "-b", "127.0.0.1:\(shop.port + 33)", "broken:app"], log: "broken.log")
    }
  }
}
