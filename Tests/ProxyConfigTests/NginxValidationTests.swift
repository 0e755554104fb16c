import Diagnostics
import ProxyConfig
import Testing

@Suite struct NginxValidationTests {
  private func problems(_ text: String) -> [String] {
    NginxReader.read(Source(name: "/t/nginx.conf", text: text), files: MemoryFiles()).report.sorted.map {
      "\($0.id) \($0.place.text)"
    }
  }

  @Test(arguments: [
    ("events {} http { server { error_page 502; } }", "wrong-word-count error_page 502"),
    ("events {} http { server { if ($uri) { error_page 502 /x; } } }", "misplaced-directive error_page 502 /x"),
    ("events {} http { server { listen 80 { } } }", "unterminated-directive listen 80"),
    ("events {} http { server { location /; } }", "missing-block location /"),
    ("http { server { listen 80; } }", "missing-block http"),
    ("events {} http { listen 80; }", "misplaced-directive listen 80"),
    ("events {} http { map $uri $b { x { } } }", "unexpected-token x"),
    ("events {} http { sendfile yes; }", "invalid-value yes"),
    ("events {} http { sendfile on; sendfile off; }", "duplicate-directive sendfile off"),
    ("events {} http { send_timeout 60sec; }", "invalid-value 60sec"),
    ("events {} http { client_max_body_size 5mb; }", "invalid-value 5mb"),
    ("events {} http { server { return 301 http://$nobody; } }", "unknown-variable http://$nobody"),
    ("events {} http { server { location /a { } location /a { } } }", "duplicate-location location /a"),
    ("events {} http { server { location /a { location /b { } } } }", "misplaced-location location /b"),
    ("events {} http { server { location ~ ( { } } }", "invalid-regex ("),
    ("events {} http { server { if ($uri == x) { } } }", "invalid-condition if ($uri == x)"),
    ("events {} http { server { error_page 5xx /x; } }", "invalid-value 5xx"),
    ("events {} http { server { location ~ x { proxy_pass http://a/b; } } }", "misplaced-path http://a/b"),
    ("events {} http { server { location / { fastcgi_pass php; } } }", "invalid-address php"),
    ("events {} http { upstream u { } }", "empty-upstream upstream u"),
    ("events {} http { server { limit_req zone=z; } }", "unknown-zone zone=z"),
    ("events {} http { server { listen 80; listen *:80; } }", "duplicate-listen listen *:80"),
    ("events {} http { server { listen 443 ssl; } }", "missing-certificate listen 443 ssl"),
    ("events {} http { proxy_buffer_size 64k; }", "conflicting-buffers proxy_buffer_size 64k"),
    ("events {} http { upstream u { zone \"\" 64k; server a; } }", "invalid-value \"\""),
    ("events {} http { open_file_cache inactive=9s; }", "invalid-value open_file_cache inactive=9s"),
    ("events {} http { map $host $b { hostnames; *.x.* y; } }", "invalid-value *.x.*"),
    ("events {} http { server { server_name *.x.*; } }", "invalid-value *.x.*"),
    ("events {} http { server { listen [::1; } }", "invalid-address [::1"),
    ("events {} http { server { listen 127.0.0.1/8; } }", "invalid-address 127.0.0.1/8"),
    ("events {} http { upstream u { server a/b; } }", "invalid-address a/b"),
    (
      "events {} http { upstream u { server a; } server { location / { proxy_pass http://u:80; } } }",
      "invalid-address http://u:80"
    ),
    (
      "events {} http { server { location / { fastcgi_pass 127.0.0.1; } location /a { fastcgi_pass 127.0.0.1:9; } } }",
      "invalid-address 127.0.0.1"
    ),
    ("events {} http { split_clients $uri $x { volatile; * b; } }", "invalid-value volatile"),
    ("events {} http { split_clients $uri $x { 12.555% a; * b; } }", "invalid-value 12.555%"),
    ("events {} http { split_clients $uri $x { .% a; * b; } }", "invalid-value .%"),
    ("events {} http { server { valid_referers *.x.*/a; } }", "invalid-value *.x.*/a"),
    (
      "events { worker_connections 1; } http { server { listen 80; listen 127.0.0.1:80; } }",
      "invalid-value worker_connections 1"
    ),
    ("events {} http { charset $1; }", "unknown-variable $1"),
    ("events {} http { log_format x \"${1}\"; }", "unknown-variable \"${1}\""),
    ("events {} http { server { location ~ ^/(a)$ { return 200 ${1}; } } }", "unknown-variable ${1}"),
    ("events {} http { server { listen 443; ssl on; } }", "missing-certificate ssl on"),
    (
      "events {} http { server { listen 1 ssl; ssl_reject_handshake on; } server { listen 1 ssl; server_name a; } }",
      "missing-certificate listen 1 ssl"
    ),
    ("events {} proxy_pass http://a;", "misplaced-directive proxy_pass http://a"),
  ])
  func whatNginxRefusesIsRefused(_ text: String, _ problem: String) {
    #expect(problems(text) == [problem])
  }

  @Test(arguments: [
    "events {} http { upstream u { server a; } server { location / { if ($uri) { error_page 502 /x; } } } }",
    "events {} http { some_module on { x y; } server { unheard_of a b; } }",
    "events {} http { map $host $b { *.x.* y; hostnames; *.x.test z; } }",
    "events {} http { limit_conn_zone zone=a zone=b:1m; limit_conn b 1; proxy_set_header $nosuch $1; add_header $no x; }",
    "events {} http { server { location / { fastcgi_pass 127.0.0.1:9; } location /a { fastcgi_pass 127.0.0.1; } } }",
    "events { worker_connections 2; } http { server { listen 80; listen 127.0.0.1:80; valid_referers .a.b; } }",
    "events {} http { split_clients $uri $x { 12.% a; .5% b; * c; } }",
    "events {} http { open_file_cache off; allow 127.0.0./8; }",
    "events {} http { map $uri $b { error_page x; default y; include none*; } types { text/html html; } }",
    "location / { error_page 502 /x; proxy_pass http://a; }",
    "server { listen 80; }",
    "events {} stream { server { listen 1; proxy_pass a:1; } }",
  ])
  func whatItTakesIsTaken(_ text: String) {
    #expect(problems(text).isEmpty)
  }
}
