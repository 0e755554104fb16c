/// Configurations that are hard to look through, made up for any number of lines: each repeats without end what people
/// write once or twice. Their cost has to grow with their size, as everybody's.
enum HardShape: String, CaseIterable {
  case nginxServers = "nginx-servers"
  case nginxLocations = "nginx-locations"
  case nginxPatterns = "nginx-patterns"
  case nginxRegexes = "nginx-regexes"
  case nginxNested = "nginx-nested"
  case nginxGates = "nginx-gates"
  case nginxServerGates = "nginx-server-gates"
  case nginxMaps = "nginx-maps"
  case nginxKeys = "nginx-keys"
  case nginxPages = "nginx-pages"
  case caddySites = "caddy-sites"
  case caddyHosts = "caddy-hosts"
  case caddyMatchers = "caddy-matchers"
  case caddyHandles = "caddy-handles"
  case caddySnippets = "caddy-snippets"
  case caddyNested = "caddy-nested"
  case caddyErrors = "caddy-errors"
  case caddyProxies = "caddy-proxies"
  case caddyDeep = "caddy-deep"
  case caddyRedirects = "caddy-redirects"

  var file: String { rawValue.hasPrefix("nginx") ? "\(rawValue).conf" : "\(rawValue).caddyfile" }

  /// What is repeated.
  var summary: String {
    switch self {
    case .nginxServers: "servers, each with a page"
    case .nginxLocations: "locations of one server"
    case .nginxPatterns: "host names and locations by regex"
    case .nginxRegexes: "locations by regex, of one server"
    case .nginxNested: "locations five deep, each with pages"
    case .nginxGates: "locations behind three `if`, below a server of 900"
    case .nginxServerGates: "`if` of one server, before locations with three more"
    case .nginxMaps: "maps and `if` that ask them"
    case .nginxKeys: "keys of one map, each second a regex, which 100 locations ask"
    case .nginxPages: "`error_page` and their locations"
    case .caddySites: "sites, each with `handle_errors`"
    case .caddyHosts: "sites of six names"
    case .caddyMatchers: "named matchers and proxies behind them, in one site"
    case .caddyHandles: "`handle` of one site"
    case .caddySnippets: "snippets and their imports"
    case .caddyNested: "`handle` five deep"
    case .caddyErrors: "`handle_errors` with expressions"
    case .caddyProxies: "`reverse_proxy` by path, in one site"
    case .caddyDeep: "`reverse_proxy` by paths below one folder"
    case .caddyRedirects: "redirects by path before one proxy"
    }
  }

  /// About `lines` lines; the same for the same count.
  func text(lines: Int) -> String {
    switch self {
    case .nginxServers:
      nginx(lines / 10) {
        """
        server {
          listen 80;
          server_name h\($0).test www.h\($0).test;
          error_page 502 504 /e.html;
          location / {
            proxy_pass http://127.0.0.1:\(9000 + $0 % 99);
          }
          location = /e.html { root /srv/\($0); }
          error_page 404 /404.html;
        }
        """
      }
    case .nginxLocations:
      server(lines / 4) {
        """
        location /l\($0) {
          proxy_pass http://127.0.0.1:\(9000 + $0 % 99);
          proxy_set_header X \($0);
        }
        """
      }
    case .nginxPatterns:
      nginx(lines / 7) {
        """
        server { listen 80; server_name ~^(www\\.)?h\($0)\\.test$; error_page 502 /e.html;
          location ~ ^/x\($0)/(.*)$ {
            proxy_pass http://127.0.0.1:9000;
          }
          location / { return 404; }
          location = /e.html { root /srv/pages; }
        }
        """
      }
    case .nginxRegexes:
      server(lines / 3) {
        """
        location ~ ^/x\($0)/(.*)\\.php$ {
          proxy_pass http://127.0.0.1:9000;
        }
        """
      }
    case .nginxNested:
      server(lines / 12) { number in
        (1...5).map {
          "location /l\(number)/\(String(repeating: "d/", count: $0)) {\n error_page 50\($0) /p\($0).html;"
        }
        .joined(separator: "\n") + "\nproxy_pass http://127.0.0.1:9000;\n}}}}}"
      }
    case .nginxGates:
      server(max(1, (lines - 900) / 6), before: (0..<900).map(Self.gate).joined()) {
        """
        location /l\($0)/ {
          if ($http_k\($0) != "s\($0)") { return 403; }
          if ($arg_a\($0) = "") { return 401; }
          if ($cookie_z\($0) != "q") { return 404; }
          proxy_pass http://127.0.0.1:9000;
        }
        """
      }
    case .nginxServerGates:
      server(lines / 3, before: (0..<lines * 2 / 3).map(Self.gate).joined()) {
        """
        location /l\($0)/ { if ($http_k\($0) != "s\($0)") { return 403; } proxy_pass http://127.0.0.1:9000; }
        """
      }
    case .nginxMaps:
      nginx(1) { _ in
        (0..<lines / 10).map { number in
          "map $http_x\(number % 37) $m\(number) {\ndefault 0;\n"
            + (0..<6).map { "~^v\($0).*\(number) \($0);\n" }.joined() + "}\n"
        }.joined() + "server { listen 80;\n"
          + (0..<lines / 10).map { "if ($m\($0) = \($0 % 7 + 1)) { return 403; }\n" }.joined()
          + "location / { proxy_pass http://127.0.0.1:9000; }\n}\n"
      }
    case .nginxKeys:
      nginx(1) { _ in
        "map $uri $new {\n"
          + (0..<lines - 300).map { $0 % 2 == 0 ? "/old\($0) /new;\n" : "~^/o\($0)/(.*)$ /new/$1;\n" }.joined()
          + "}\nserver { listen 80;\nif ($new) { return 301 $new; }\n"
          + (0..<100).map { "location /l\($0)/ {\nproxy_pass http://127.0.0.1:9000;\n}\n" }.joined() + "}\n"
      }
    case .nginxPages:
      server(lines / 5) {
        """
        location /l\($0) {
          error_page \(500 + $0 % 11) /p\($0).html;
          proxy_pass http://127.0.0.1:9000;
        }
        location = /p\($0).html { root /srv/pages; }
        """
      }
    case .caddySites:
      blocks(lines / 7) {
        """
        h\($0).test {
          reverse_proxy 127.0.0.1:\(9000 + $0 % 99)
          handle_errors {
            rewrite * /\($0).html
            file_server
          }
        }
        """
      }
    case .caddyHosts:
      blocks(lines / 4) { number in
        """
        \((0..<6).map { "h\(number)-\($0).test" }.joined(separator: ", ")) {
          root * /srv/\(number)
          reverse_proxy /api/* 127.0.0.1:9000
        }
        """
      }
    case .caddyMatchers:
      site(lines / 5) {
        """
        @m\($0) {
          path /p\($0)/*
          header X-K\($0) s\($0)
        }
        reverse_proxy @m\($0) 127.0.0.1:9000
        """
      }
    case .caddyHandles:
      site(lines / 4) {
        """
        handle /p\($0)/* {
          root * /srv/\($0)
          reverse_proxy 127.0.0.1:9000
        }
        """
      }
    case .caddySnippets:
      blocks(lines / 8) {
        """
        (s\($0)) {
          header X-\($0) {args[0]}
          reverse_proxy 127.0.0.1:9000
        }
        h\($0).test {
          import s\($0) \($0)
          \($0 > 0 ? "import s\($0 - 1) 1" : "")
        }
        """
      }
    case .caddyNested:
      site(lines / 16) { number in
        (1...5).map { "handle_path /p\(number)\(String(repeating: "/d", count: $0))* {\nheader X-\($0) \(number)" }
          .joined(separator: "\n") + "\nreverse_proxy 127.0.0.1:9000\n}\n}\n}\n}\n}"
      }
    case .caddyErrors:
      site(lines / 6) {
        """
        reverse_proxy /p\($0)/* 127.0.0.1:9000
        handle_errors {
          @e\($0) expression `{err.status_code} == \(400 + $0 % 200) && {path}.startsWith("/p\($0)/")`
          rewrite @e\($0) /e\($0).html
          file_server @e\($0)
        }
        """
      }
    case .caddyProxies: site(lines) { "reverse_proxy /p\($0)/* 127.0.0.1:\(9000 + $0 % 99)" }
    case .caddyDeep: site(lines) { "reverse_proxy /api/v1/p\($0)/* 127.0.0.1:\(9000 + $0 % 99)" }
    case .caddyRedirects: site(lines, after: "reverse_proxy 127.0.0.1:9000\n") { "redir /p\($0) /q\($0)" }
    }
  }

  private static func gate(_ number: Int) -> String {
    switch number % 3 {
    case 0: "if ($cookie_c\(number % 50) = \"no\(number)\") { return 403; }\n"
    case 1: "if ($cookie_c\(number % 50) != \"yes\(number)\") { set $g\(number) 1; }\n"
    default: "if ($g\(number - 1) = 2) { return 444; }\n"
    }
  }

  private func blocks(_ count: Int, _ block: (Int) -> String) -> String {
    (0..<max(1, count)).map { block($0) + "\n" }.joined()
  }

  private func nginx(_ count: Int, _ block: (Int) -> String) -> String {
    "events {}\nhttp {\nserver_names_hash_max_size 65536;\n\(blocks(count, block))}\n"
  }

  private func server(_ count: Int, before: String = "", _ block: (Int) -> String) -> String {
    nginx(1) { _ in
      """
      server {
        listen 80;
        error_page 500 502 503 504 /50x.html;
        \(before)
        \(blocks(count, block))
        location = /50x.html { root /srv/pages; }
      }
      """
    }
  }

  private func site(_ count: Int, after: String = "", _ block: (Int) -> String) -> String {
    "a.test {\n\(blocks(count, block))\(after)}\n"
  }
}
