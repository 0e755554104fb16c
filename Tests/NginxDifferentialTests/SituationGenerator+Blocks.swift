import Foundation
import TestSupport
import Trace

/// Blocks of many lines: scripts, headers, limits, nested locations.
extension SituationGenerator {
  /// What a level of any kind may say.
  mutating func common(isServer: Bool) -> String {
    var text = ""
    for _ in 0..<random.pick([0, 1, 1, 2, 3]) { text += errorPage() }
    text += maybe(25) { g in
      "\(g.random.pick(["proxy", "proxy", "grpc", "fastcgi"]))_intercept_errors \(g.random.pick(["on", "on", "off"]));\n"
    }
    text += maybe(15) { g in "recursive_error_pages \(g.random.pick(["on", "on", "off"]));\n" }
    text += maybe(12) { $0.access() }
    text += maybe(10) { g in "client_max_body_size \(g.random.pick(["0", "1k", "1", "20", "1M"]));\n" }
    text += maybe(15) { $0.looks() }
    text += maybe(8) { $0.redirects() }
    text += maybe(10) { g in
      g.random.pick([
        "index index.html;\n", "index none.html index.html;\n", "index $folder.html index.html /502.html;\n",
        "index none.html;\nindex index.html;\n", "index /a/b;\n", "index dir;\n", "index index.php index.html;\n",
      ])
    }
    text += maybe(6) { g in "autoindex \(g.random.pick(["on", "off"]));\n" }
    text += maybe(5) { g in
      g.random.pick([
        "proxy_next_upstream off;\n", "proxy_next_upstream error timeout invalid_header http_502 http_503 http_404;\n",
        "proxy_next_upstream http_500 non_idempotent;\n", "proxy_next_upstream_tries 1;\n",
      ])
    }
    text += maybe(4) { g in
      g.random.pick([
        "proxy_cache off;\n", "proxy_buffering off;\n", "proxy_http_version 1.1;\n", "proxy_set_header Host $host;\n",
        "proxy_pass_request_body off;\nproxy_set_header Content-Length \"\";\n", "proxy_hide_header X-A;\n",
        "proxy_ignore_client_abort on;\n", "proxy_redirect off;\n", "proxy_method GET;\n", "aio threads;\n",
        "sendfile on;\n", "tcp_nopush on;\n", "output_buffers 1 32k;\n", "server_tokens off;\n",
        "open_file_cache off;\n",
      ])
    }
    return text
  }

  /// What changes how a file looks: types, character sets, compression, filters, tags.
  mutating func looks() -> String {
    random.pick([
      "gzip on;\n", "gzip on;\ngzip_min_length 1;\n",
      "gzip on;\ngzip_types *;\ngzip_proxied any;\ngzip_min_length 0;\n",
      "gzip_static on;\n", "gzip_static always;\n", "ssi on;\n", "ssi on;\nssi_types *;\n",
      "sub_filter nothing something;\n", "sub_filter nothing something;\nsub_filter_types text/plain;\n",
      "add_before_body /x.html;\n", "addition_types *;\nadd_after_body /a/b;\n", "etag off;\n",
      "default_type text/html;\n", "types { text/html html; application/json json; }\n", "types { }\n",
      "types { text/x-a HTML; text/x-b txt; }\ndefault_type text/x-c;\n", "charset utf-8;\n",
      "charset utf-8;\ncharset_types text/plain text/x-b;\n", "charset off;\n", "charset $flag;\n",
      "expires 1h;\n", "expires max;\n", "expires epoch;\n", "if_modified_since before;\n", "max_ranges 1;\n",
      "add_header X-Aa \"$request_method $uri\" always;\n", "add_header X-P $page;\nadd_header X-Q $mode always;\n",
      "add_header X-U \"$upstream_status\" always;\n", "add_header Retry-After $upstream_http_retry_after always;\n",
      "add_header X-L $lang always;\nadd_header X-E $is_error always;\n", "chunked_transfer_encoding off;\n",
      "override_charset on;\ncharset utf-8;\n", "slice 1k;\n", "ssi_last_modified on;\nssi on;\n", "userid on;\n",
    ])
  }

  mutating func redirects() -> String {
    random.pick([
      "absolute_redirect off;\n", "port_in_redirect off;\n", "server_name_in_redirect on;\n",
      "server_name_in_redirect on;\nport_in_redirect off;\n", "absolute_redirect on;\n",
    ])
  }

  mutating func access() -> String {
    let address = random.pick([
      "deny all;\n", "allow all;\n", "deny 127.0.0.1;\n", "allow 10.0.0.0/8;\ndeny all;\n", "",
    ])
    let password = random.pick([
      "", "auth_basic \"x\";\nauth_basic_user_file users;\n", "auth_basic $flag;\nauth_basic_user_file users;\n",
      "auth_basic off;\n",
    ])
    let service = random.pick(["", "", "auth_request /auth;\n", "auth_request off;\n", "auth_request /missing;\n"])
    let both = random.pick(["", "satisfy any;\n", "satisfy all;\n"])
    let set =
      service.contains("/auth")
      ? random.pick(["", "auth_request_set $seen $upstream_status;\nadd_header X-Seen $seen always;\n"]) : ""
    return address + password + service + both + set
  }

  mutating func errorPage() -> String {
    let codes = random.pick([
      "500 502 503 504", "502", "502 504", "404", "403 404", "401", "500", "413", "405", "503", "400 404 405 413 416",
      "301 302",
      "497", "412", "404 500 502", "403", "429 503", "418 599", "502 404 401 403",
    ])
    let change = random.pick(["", "", "", "", "= ", "=200 ", "=503 ", "=404 ", "=302 ", "=201 ", "=307 ", "=500 "])
    let target = random.pick(
      [
        "/502.html", "/$page.html", "/pages/$status.html", "/$lang/502.html", "/502.$ext", "@n1", "@n2", "@n3",
        "@nowhere",
        "$new_uri", "/a/b", "/index.php?e=$status&u=$uri", "https://status.test/$status?u=$request_uri",
        "/err/502.html?",
        "/x.html?$args", "/missing", "/dir", "/dir/", "/private/x", "/loop", "/auth", "$mode", "/pages/404.html",
        "/big.txt",
        "/502.html?a?b", "\"/a b\"", "/%61/b", "@$flag", "/login?next=$request_uri", "/api/v1/e", "/x.jpg", "/up",
        "$uri",
        "/empty.html", "http://$host$request_uri", "/$host/502.html", "/$is_error.html", "/503.html",
      ] + captures.map { "/\($0)/502.html" })
    return "error_page \(codes) \(change)\(target);\n"
  }

  /// Several lines of the rewrite module, one after the other.
  mutating func script(isServer: Bool, lines: ClosedRange<Int>) -> String {
    (0..<random.number(lines)).map { _ in
      random.chance(45) ? ifBlock(isServer: isServer) : statement(isServer: isServer, inIf: false)
    }.joined()
  }

  mutating func statement(isServer: Bool, inIf: Bool) -> String {
    switch random.number(0...9) {
    case 0...2:
      return random.pick([
        "set $a 1;\n", "set $a \"$a$1\";\n", "set $b $uri;\n", "set $a \"\";\n", "set $b \"${a}x$args\";\n",
        "set $a $page;\n", "set $args \"x=1\";\n", "set $args \"$args&z=2\";\n", "set $c \"$1-$2\";\n",
        "set $b /a/b;\n",
        "set $a 0;\n", "set $c $mode;\n", "set $limit_rate 1000000;\n",
      ])
    case 3...6:
      let from = random.pick([
        "^/(.*)$", "^/a/(.*)$", "^/api/(v\\d)/(.*)$", "^/shop/(\\d+)$", "^(.*)/$", "^/old/(?<name>.*)$", "\\.html$",
        "^",
        "^/(?!pages)(.*)$", "^/index\\.php(/.*)?$", "^/loop$", "^/blog/([^/]+)$", "^/(up|dir)", "//", "^/deep(/.*)$",
        "(?i)\\.HTML$", "^/files/(.*)\\.(\\w+)$", "\"^/(\\w{2,4})/(.*)$\"",
      ])
      let to = random.pick([
        "/pages/$1", "/$1", "/a/$1", "/$1/$2", "/502.html", "/index.php?p=$1", "/api/v1/$1?", "$b", "/loop", "/$c",
        "/dir/", "/x.html?q=$1&r=$2?", "https://new.test/$1", "$scheme://$host/$1", "/deep$1", "$new_uri",
        "/go/$1?$args",
        "/shop/$name", "/big.txt", "/up/$1", "/private/x", "?only=1", "/dir", "/%25$1",
      ])
      return
        "rewrite \(from) \(to)\(random.pick(["", " last", " last", " break", " break", " redirect", " permanent"]));\n"
    case 7: return random.chance(60) ? "break;\n" : "set $b /x.html;\n"
    case 8 where !inIf: return "set $c $request_uri;\n"
    default: return random.chance(inIf ? 80 : 40) ? returnLine() : "set $a 2;\n"
    }
  }

  mutating func returnLine() -> String {
    let code = random.pick([400, 401, 403, 404, 405, 410, 418, 429, 500, 502, 503, 504])
    return random.pick([
      "return \(code);\n", "return \(code);\n", "return \(code) \"\(text())\";\n",
      "return 200 \"$uri|$args|$a|$b|$c\";\n",
      "return 301 /a/b;\n", "return 302 $new_uri;\n", "return 307 https://x.test$request_uri;\n", "return 204;\n",
      "return http://x.test/y;\n", "return 302 \"$scheme://$host:$server_port/a\";\n", "return 444;\n",
      "return 303 a/b;\n",
      "return 200 \"$page $mode $flag $lang $ext $folder $is_error $new_uri\";\n", "return 200;\n",
      "return 404 $new_uri;\n",
      "return 200 \"$document_root $request_filename\";\n", "return 308 $b;\n", "return 500 $a;\n",
      "return 200 \"$server_addr:$server_port $server_name $proxy_host$proxy_port $upstream_http_x $sent_http_x_y\";\n",
    ])
  }

  mutating func ifBlock(isServer: Bool) -> String {
    let condition = random.pick([
      "$a", "$a = 1", "$a != 1", "$uri ~ ^/a/(.*)$", "$uri ~* \"^/(api|shop)/(.+)$\"",
      "$request_method !~ ^(GET|HEAD)$",
      "-f $document_root/503.html", "!-f $request_filename", "-e $request_filename", "-d $request_filename",
      "$flag = on",
      "$mode", "$is_write", "$new_uri", "$is_error", "$host ~ ^www\\.(.*)$", "$args ~ x=(\\d)",
      "$http_x_test ~ (?<cap>.)",
      "$lang != err", "$request_uri ~ \"//\"", "$uri !~ ^/pages/", "$b = $uri", "$folder", "$arg_x",
      "!-d $document_root/dir",
      "$page = 502", "$scheme = http", "$server_port !~ ^80$", "$http_accept ~* json", "$invalid_referer",
      "$request_filename ~ \\.html$", "-x $document_root/dir", "$cookie_x = abc", "$content_length = 20", "$ext = json",
    ])
    var body = ""
    for _ in 0..<random.pick([1, 1, 1, 2, 2, 3]) {
      if isServer || random.chance(50) {
        body += statement(isServer: isServer, inIf: true)
      } else {
        body += random.pick([
          errorPage(), errorPage(), "proxy_pass http://127.0.0.1:\(upstream());\n", "root files/pages;\n",
          "add_header X-If \"\(text())\" always;\n", "set $a if;\n", "charset koi8-r;\n", "gzip off;\n",
          "expires off;\n",
          "fastcgi_pass 127.0.0.1:\(deadPort());\n", "proxy_pass http://$backend;\n", "proxy_pass http://pair;\n",
          "limit_rate 1m;\n", "gzip on;\n", "root \(directory)/files/$folder;\n",
        ])
      }
    }
    return "if (\(condition)) {\n\(ConfigGenerator.withoutRepeats(body))}\n"
  }

  mutating func deadPort() -> Int {
    random.pick(upstreams.filter { [.refused, .timeout, .closed].contains($0.failure) }).port
  }

  mutating func tryFiles() -> String {
    let first = random.pick([
      "$uri", "$uri $uri/", "$uri.html $uri", "/pages$uri", "/$lang$uri $uri", "$uri/index.html $uri", "/$1", "$a $b",
      "/$page.html", "$new_uri", "$uri/ /dir/", "/none", "/dir/ $uri", "/$ext", "/a$uri$is_args$args", "$uri$args",
    ])
    let last = random.pick([
      "=404", "=403", "=502", "@n1", "@n2", "@n3", "/index.php?$args", "/index.html", "/index.php$is_args$args",
      "$new_uri",
      "/up/x?u=$uri", "@nowhere", "=200", "/dir/", "/$page.html", "/a/b?x", "=500", "/502.html", "=444", "=301",
    ])
    return "try_files \(first) \(last);\n"
  }

  /// What makes the answer.
  mutating func content(isPlain: Bool) -> String {
    switch random.number(0...13) {
    case 0...3: return "proxy_pass http://127.0.0.1:\(upstream());\n"
    case 4: return "proxy_pass http://$backend;\n"
    case 5: return "proxy_pass http://\(random.pick(["pair", "one"]));\n"
    case 6:
      return isPlain
        ? "proxy_pass http://127.0.0.1:\(upstream())/base/;\n" : "proxy_pass http://127.0.0.1:\(upstream());\n"
    case 7: return "fastcgi_pass 127.0.0.1:\(deadPort());\n"
    case 8: return "grpc_pass 127.0.0.1:\(deadPort());\n"
    case 9: return random.chance(50) ? "uwsgi_pass 127.0.0.1:\(deadPort());\n" : "scgi_pass 127.0.0.1:\(deadPort());\n"
    case 10: return returnLine()
    case 11: return "proxy_pass http://127.0.0.1:\(upstream())$request_uri;\n"
    default: return ""
    }
  }

  mutating func body(depth: Int, isPlain: Bool, canNest: Bool, name: String) -> String {
    var text = common(isServer: false)
    text += maybe(35) { $0.script(isServer: false, lines: 1...4) }
    text += maybe(30) { $0.tryFiles() }
    text += maybe(10) { _ in "internal;\n" }
    text += content(isPlain: isPlain)
    text += maybe(8) { g in
      let inner = g.random.pick([
        "deny all;\n", "allow 127.0.0.1;\ndeny all;\n", "proxy_pass http://127.0.0.1:\(g.upstream());\n",
        "auth_basic x;\nauth_basic_user_file users;\n", "deny all;\nproxy_pass http://one;\n", "allow all;\n",
      ])
      return
        "limit_except \(g.random.pick(["GET", "POST", "GET POST", "PUT DELETE", "OPTIONS PROPFIND"])) {\n\(inner)}\n"
    }
    if canNest, depth < 3 {
      for _ in 0..<random.pick([0, 0, 0, 1, 1, 2]) { text += location(depth: depth + 1, below: name) }
    }
    return text
  }

  /// A location somewhere below another one.
  mutating func location(depth: Int, below: String) -> String {
    let isRegex = random.chance(below == "~" ? 100 : 40)
    if isRegex {
      let pattern = random.pick([
        "\\.html$", "^/a/(\\w+)(/.*)?$", "\\.(txt|php)$", "^/deep/(?<one>\\w)/(?<two>.*)$", "^/files/(.+)$",
        "^/(shop|blog)/",
        "[^/]$", "/$", "^/api/v(\\d+)", "\"^/\\w{3,5}/\"", "b", "\\.(?<suffix>\\w+)$",
      ])
      let files =
        random.chance(25)
        ? random.pick([
          "alias \(directory)/files/$1;\n", "alias \(directory)/files$1/;\n", "root files/$1;\n",
          "alias \(directory)/files/dir/index.html;\n",
          "alias files/$uri;\n",
        ]) : ""
      return "location \(random.pick(["~", "~*"])) \(pattern) {\n"
        + ConfigGenerator.withoutRepeats(files + body(depth: depth, isPlain: false, canNest: true, name: "~")) + "}\n"
    }
    let name =
      below
      + (below.isEmpty
        ? random.pick([
          "/", "/a", "/a/", "/deep/", "/api/", "/api", "/shop", "/dir/", "/blog/", "/x.html", "/files/", "/pages/",
          "/up", "/up/",
        ])
        : random.pick(["a", "/a", "a/", "b/", "/", "x", ".html"]))
    let modifier = random.pick(["", "", "", "= ", "^~ "])
    let files =
      random.chance(25)
      ? random.pick([
        "alias \(directory)/files/;\n", "alias \(directory)/files/pages/;\n", "alias files/dir;\n",
        "root files/pages;\n",
        "alias \(directory)/files/$folder/;\n", "alias \(directory)/files/x.html;\n",
      ]) : ""
    return "location \(modifier)\(name) {\n"
      + ConfigGenerator.withoutRepeats(files + body(depth: depth, isPlain: true, canNest: modifier != "= ", name: name))
      + "}\n"
  }

  mutating func named(_ name: String) -> String {
    "location \(name) {\n" + ConfigGenerator.withoutRepeats(body(depth: 3, isPlain: false, canNest: false, name: ""))
      + "}\n"
  }
}
