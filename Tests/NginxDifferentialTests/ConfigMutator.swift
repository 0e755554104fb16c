import TestSupport

/// Changes a configuration, one directive a line, in the ways people get them wrong.
struct ConfigMutator {
  var random: SeededRandom

  private static let values = [
    "on", "off", "1", "0", "-1", "1k", "1M", "1g", "1s", "1ms", "1d", "1y", "zzz", "$uri", "$nosuch", "''", "300",
    "1.5",
    "99999999999999999999", "ON", "always", "\"a b\"", "${host}", "${host", "$", "502", "=200", "=", "499", "600", "/x",
    "http://127.0.0.1:1", "http://127.0.0.1:1/x", "127.0.0.1:1", "127.0.0.1", "10.0.0.0/33", "*.x.*", "~(", "~x", "[a",
    "zone=perip", "zone=nosuch", "burst=0", "burst=5", "weight=0", "backup", "default_server", "last", "redirect",
    "GET",
    "get", "error", "http_404", "http_418", "combined", "main", "nosuch", "max", "epoch", "8", "8k", "4m", "1w2d",
    "1d1w",
    "5x", "10m", "@named", "default", "any", "$1", "a$b", "unix:/tmp/x.sock", "TLSv1.2", "\\d{2}", "(?<n>x)", "512",
    "32k",
  ]
  private static let lines = [
    "internal;", "error_page 502;", "error_page 502 503 =200 /x;", "error_page 5xx /x;", "error_page 502 = @denied;",
    "return 503;", "return abc;", "return 503 a b;", "rewrite ^ /x last;", "rewrite ( /x;", "rewrite ^ /x now;",
    "set $a b;", "set a b;", "set $uri x;", "set $args x;", "proxy_pass http://app;", "proxy_pass http://app/x;",
    "proxy_pass app;", "proxy_pass http://;", "fastcgi_pass app;", "fastcgi_pass nosuch;", "root html;", "alias html;",
    "listen 127.0.0.1:18080;", "listen 127.0.0.1:18083 ssl;", "listen 127.0.0.1:18083;", "listen 99999;",
    "server_name x..y;", "server_name a.test;", "try_files $uri;", "try_files $uri =404;", "try_files $uri =x;",
    "location /new {\n}", "location / {\n}", "location = /50x.html {\n}", "location ~ ( {\n}", "location @denied {\n}",
    "location ! /x {\n}", "location ^~ /scgi {\n}", "location /auth/inner {\n}", "location = /auth/inner {\n}",
    "if ($uri) {\n}", "if ($uri = ) {\n}", "if (-f $uri) {\n}", "if ($nosuch) {\n}", "if (!$uri) {\n}", "if uri {\n}",
    "if ($uri ~ () {\n}", "if (-z /x) {\n}", "if ($uri == x) {\n}", "if ( $uri = \"x y\" ) {\n}", "break;", "break x;",
    "upstream app {\nserver 127.0.0.1:1;\n}", "upstream empty {\n}",
    "upstream fresh {\nip_hash;\nserver 127.0.0.1:1 backup;\n}",
    "upstream fresh {\nserver 127.0.0.1:1 weight=x;\n}", "map $uri $fresh {\nx y z;\n}", "map $uri fresh {\n}",
    "map $uri $fresh {\na b;\nA c;\n}", "map $uri $fresh {\n~( x;\n}", "geo $fresh {\n300.0.0.0/8 x;\n}",
    "geo $uri $fresh {\n10.0.0.0/8 x;\n}", "limit_req zone=nosuch;", "limit_req burst=5;", "limit_conn perserver 0;",
    "limit_req_zone $uri zone=fresh rate=1r/s;", "limit_req_zone $uri zone=fresh:1m rate=fast;", "allow all;",
    "deny x;",
    "access_log logs.txt nosuch;", "access_log off;", "proxy_cache nosuch;", "proxy_redirect default;",
    "auth_request /a;",
    "proxy_busy_buffers_size 4k;", "proxy_buffers 2 4k;", "proxy_buffer_size 64k;", "fastcgi_buffers 1 4k;",
    "add_header X;", "add_header X y;", "add_header X y z;", "add_header X $nosuch;", "expires never;",
    "expires @15h30m;",
    "gzip maybe;", "client_max_body_size 5mb;", "proxy_read_timeout 60sec;", "keepalive_timeout 65 x;",
    "include nosuch;",
    "include nosuch*;", "error_log stderr loud;", "log_format main x;", "types {\n}",
    "proxy_next_upstream error http_999;",
    "ssl_protocols TLSv9;", "ssl_protocols TLSv1.2 TLSv1.3;", "gzip_comp_level 10;", "satisfy most;", "stub_status;",
    "return 301 $scheme://$host;", "error_page 404 $nosuch;", "large_client_header_buffers 4 100;",
    "limit_except GET {\n}",
    "limit_except FETCH {\n}", "uwsgi_modifier1 300;", "resolver 127.0.0.1;", "worker_processes auto;", "daemon off;",
    "proxy_cache_valid 200 1h;", "proxy_cache_valid x 1h;", "autoindex_format yaml;", "limit_req_status 200;",
    "empty_gif;",
  ]

  mutating func mutant(of original: [String]) -> [String] {
    var lines = original
    for _ in 0..<random.pick([1, 1, 1, 2]) { change(&lines) }
    return lines
  }

  private mutating func change(_ lines: inout [String]) {
    let simple = lines.indices.filter { lines[$0].hasSuffix(";") }
    let at = random.pick(simple)
    switch random.number(0...9) {
    case 0: lines.insert(lines[at], at: at)
    case 1: lines.insert(random.pick(Self.lines), at: random.number(0...lines.count))
    case 2: lines.insert(lines.remove(at: at), at: random.number(0...lines.count - 1))
    case 3: lines.insert(lines[at], at: random.number(0...lines.count))
    case 4: lines.remove(at: at)
    default: changeWord(&lines[random.chance(15) ? random.pick(Array(lines.indices)) : at])
    }
  }

  private mutating func changeWord(_ line: inout String) {
    let end = line.hasSuffix(";") ? ";" : line.hasSuffix(" {") ? " {" : ""
    var words = line.dropLast(end.count).split(separator: " ").map(String.init)
    guard words.count > 1, !end.isEmpty else { return }
    let index = random.number(1...words.count - 1)
    switch random.number(0...5) {
    case 0: words.remove(at: index)
    case 1: words.insert(random.pick(Self.values), at: index)
    default: words[index] = random.pick(Self.values)
    }
    line = words.joined(separator: " ") + end
  }
}
