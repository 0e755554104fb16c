import Foundation
import ProxyConfig
import TestSupport
import Trace

/// Constructs that few configurations have, and headers that few requests have.
extension ConfigGenerator {
  /// Every static file was last changed at this second, so that a request can name its tag.
  static let fileTime = 1_700_000_000

  static let morePatterns = [
    "^/(?!up)", "(?i)\\.HTML$", "^/([^/]+)/(.*?)/?$", "\\.(?:jpe?g|html?)$", "^/\\w+$", "^/(a|b)(?=/)", "(?<!x)\\.html",
    "^(?P<p>/.*)/$", "[[:alpha:]]+\\.txt", "^/a/(?:b|c)/?", "\\d+", ".", "^/$", "^/(.)\\1", "\\bup\\b", "^/[^.]*$",
    "\\x2ehtml", "\\/a", "^/(?<dir>[^/]*)/(?<rest>.*)$", "^/((a)|(b)|(dir))/", "^/a*?b?/", "(?>a+)b", "^/[a-d]++",
    "\\A/a", "b\\z", "^/(?:(up)|dir)", "[^\\x00-\\x7F]", "^/(?i:UP)/", "^/\\S+\\.\\w+$", "(^/a|^/b)$", "^/%", "^/a\\sb",
  ]

  static let morePaths = [
    "/a%2f..%2fup/x", "/.%2e/a", "/a/%2e", "/%5c", "/a;b", "/a,b", "/%C3%A9", "/a%", "/a%2", "/a/b%3Fx", "/%2f%2fa",
    "/a%20b/", "/a/b/../../dir/", "/dir/./", "/a/...", "/x.HTML", "/x.html/", "/502.html/", "/one.test/502.html",
    "/files", "/a:b", "/a@b", "/a&b=c", "/a?b=%41&x=1&arg=2", "/a/b#frag", "/a|b", "/aa", "/bb/", "/up/%2e%2e/a",
    "/dir/sub/x.txt", "/dir/sub/", "/err/index.html", "/A", "/a/b/c/d/e/f", "/?x=1", "/?", "/a/?/b", "/a=b",
    "/big.txt", "/big.txt?x=1", "/index.html",
  ]

  mutating func rarerHTTP() -> String {
    var text = ""
    text += sometimes(15) { g in
      g.hasGeo = true
      return "geo \(g.random.pick(["", "", "$arg_ip ", "$http_x_test "]))$geo {\n"
        + g.random.pick(["default 0;\n", "", "default /404.html;\n"])
        + g.random.pick([
          "127.0.0.0/8 1;\n", "127.0.0.1 /502.html;\n10.0.0.0/8 2;\n", "10.1.0.0/16 3;\n10.0.0.0/8 1;\n",
        ])
        + g.random.pick(["", "", "proxy 127.0.0.1;\n", "proxy 127.0.0.0/8;\nproxy_recursive;\n"]) + "}\n"
    }
    text += sometimes(6) { g in
      "geo $geo2 {\nranges;\ndefault d;\n10.0.0.0-10.1.255.255 r1;\n127.0.0.0-127.0.0.255 r2;\n}\n"
    }
    text += sometimes(12) { g in
      g.hasParts = true
      return
        "split_clients \"$request_uri\" $part { \(g.random.pick(["50% a;\n* b;\n", "12.5% a;\n12.5% b;\n*  \"\";\n", "0.5% x;\n99% y;\n"])) }\n"
    }
    text += sometimes(10) { g in
      g.random.pick([
        "set_real_ip_from 127.0.0.1;\n", "set_real_ip_from 127.0.0.0/8;\nreal_ip_header X-Forwarded-For;\n",
        "set_real_ip_from 127.0.0.1;\nset_real_ip_from 10.0.0.0/8;\nreal_ip_header X-Forwarded-For;\nreal_ip_recursive on;\n",
        "set_real_ip_from 10.0.0.1;\nreal_ip_header X-Test;\n",
      ])
    }
    text += sometimes(10) { g in
      let name = "m9"
      g.addMap(name)
      return
        "map $host $\(name) {\nhostnames;\ndefault d;\none.test /502.html;\n*.test t;\n.two.test 1;\nthree.* /404.html;\n}\n"
    }
    text += sometimes(6) { _ in "underscores_in_headers on;\n" }
    text += sometimes(6) { _ in "ignore_invalid_headers off;\n" }
    text += sometimes(4) { _ in "large_client_header_buffers 2 1k;\n" }
    text += sometimes(4) { _ in "error_page 400 404 413 494 /502.html;\n" }
    return text
  }

  mutating func rarerLevel(isServer: Bool) -> String {
    var text = ""
    text += sometimes(5) { g in
      g.random.pick([
        "valid_referers one.test *.two.test;\n", "valid_referers none blocked server_names two.*;\n",
        "valid_referers none x.test ~\\.test/a;\n", "valid_referers blocked three.test/a;\n",
      ])
    }
    text += sometimes(5) { g in
      "auth_basic \"\(g.random.pick(["x", "$host", "off"]))\";\nauth_basic_user_file \(g.random.pick(["users", "users", "nousers"]));\n"
    }
    text += sometimes(4) { _ in "satisfy any;\n" }
    text += sometimes(4) { _ in "etag off;\n" }
    text += sometimes(4) { g in "if_modified_since \(g.random.pick(["off", "before", "exact"]));\n" }
    text += sometimes(4) { g in "max_ranges \(g.random.pick(["0", "1", "2"]));\n" }
    text += sometimes(4) { g in "autoindex on;\nautoindex_format \(g.random.pick(["html", "json", "xml", "jsonp"]));\n"
    }
    text += sometimes(4) { _ in "proxy_request_buffering off;\n" }
    text += sometimes(3) { g in
      g.random.pick(["deny 10.0.0.0/8;\nallow all;\n", "allow 10.0.0.5;\ndeny all;\n", "deny ::1;\nallow all;\n"])
    }
    text += sometimes(4) { g in
      g.random.pick([
        "expires 1h;\n", "expires -1;\n", "add_header X-Geo \"$upstream_status/$upstream_addr\" always;\n",
        "add_header X-Multi a;\nadd_header X-Multi b always;\n", "add_header \"X-Empty\" \"\";\n",
        "charset utf-8;\ncharset_types *;\n", "default_type \"\";\n", "default_type text/html;\n",
      ])
    }
    text += sometimes(3) { g in "error_page \(g.moreErrorPage());\n" }
    text += sometimes(isServer ? 0 : 2) { _ in "limit_rate 1m;\n" }
    text += sometimes(2) { _ in "disable_symlinks off;\n" }
    text += sometimes(2) { _ in "open_file_cache max=10;\n" }
    text += sometimes(2) { _ in "log_not_found off;\nlog_subrequest on;\n" }
    text += sometimes(2) { _ in "msie_padding off;\nchunked_transfer_encoding off;\n" }
    text += sometimes(isServer ? 0 : 3) { _ in "limit_except GET { auth_basic x; auth_basic_user_file users; }\n" }
    return text
  }

  /// nginx takes most directives once on a level only.
  static func withoutDuplicates(_ text: String) -> String {
    let repeatable: Set<Substring> = [
      "error_page", "add_header", "allow", "deny", "set", "return", "rewrite", "valid_referers", "if", "types",
      "mirror",
      "limit_req", "location", "include", "listen", "}",
    ]
    var seen: Set<Substring> = []
    return text.split(separator: "\n").filter { line in
      let name = line.prefix { $0 != " " && $0 != ";" }
      return repeatable.contains(name) || seen.insert(name).inserted
    }.map { $0 + "\n" }.joined()
  }

  mutating func moreErrorPage() -> String {
    let codes = random.pick([
      "404", "500 502 503 504", "400 401 402 403 404 405 413 414 415 416", "412 416", "401 403", "413", "405 501",
      "301 302 303", "304", "408 444", "494 495 496 497", "500", "502 504", "431 451 511", "00502", "300 399 599",
    ])
    let override = random.pick([
      "", "", "", " =", " =200", " =0", " =307", " =308", " =303", " =401", " =599", " =00200", " =204", " =304",
      " =999", " =206", " =416",
    ])
    let target = random.pick([
      "/50x.html", "/502.html?$args", "/err/$status.html", "/502.html#x", "\"/a b\"", "$scheme://$host/moved", "//x/y",
      "ftp://a/b", "\"\"", "$arg_u", "/%35%30%32.html", "/502.html?", "/pages/$host/502.html", "@n1", "/dir", "/", "?x",
      "mailto:x", "$uri", "/502.html$is_args$args", "/$1", "$document_uri.html", "/auth$request_uri", "/x.jpg",
    ])
    return codes + override + " " + target
  }

  mutating func moreConditions() -> [String] {
    var all = [
      "($request_method = HEAD)", "($cookie_x ~ ^a)", "($invalid_referer)", "($http_range)", "($remote_user = u)",
      "($upstream_status = 502)", "($content_length)", "($content_type)", "($query_string ~ \"x=(\\w+)\")",
      "($http_referer ~ two)", "($remote_addr ~ ^10\\.)", "($scheme = http)", "($server_port)", "($document_uri ~ a)",
      "($http_user_agent)", "($arg_y)", "($request ~ HTTP/1)", "($uri = /a)", "($host ~ ^(\\w+)\\.test$)",
      "($proxy_add_x_forwarded_for ~ 10)", "($https = on)", "($limit_rate)", "(!-e $document_root/nothing)",
      "($request_completion)", "($server_protocol = HTTP/1.1)", "($realip_remote_addr = 127.0.0.1)",
    ]
    if hasGeo { all += ["($geo)", "($geo = 1)"] }
    if hasParts { all += ["($part = a)", "($part)"] }
    return all
  }

  static let moreReturns = [
    "return 200 \"$remote_addr|$remote_user|$upstream_status|$upstream_addr|$invalid_referer|$proxy_add_x_forwarded_for\";\n",
    "return 200 \"$http_cookie|$cookie_x|$content_length|$content_type|$request|$server_port|$scheme|$https\";\n",
    "return 404 \"$document_uri|$query_string|$realip_remote_addr|$limit_rate|$pipe|$arg_x$arg_X|$http_x_test\";\n",
    "return 301 $uri/;\n", "return 302 ?x=1;\n", "return 307 //other/x;\n", "return 308 \"\";\n", "return 418;\n",
    "return 413;\n", "return 416;\n", "return 304;\n", "return 201 made;\n", "return 206 part;\n",
    "return 505;\n", "return 451;\n", "return 0;\n", "return 999 x;\n", "return 302 $http_referer;\n",
  ]

  mutating func rarerHeaders() -> [Request.Header] {
    var headers: [Request.Header] = []
    let time = "Tue, 14 Nov 2023 22:13:20 GMT"
    let tag = "\"\(String(Self.fileTime, radix: 16))-\(String(random.pick([14, 16, 11, 200]), radix: 16))\""
    func times(_ percent: Int, _ name: String, _ values: [String]) {
      if random.chance(percent) { headers.append(.init(name, random.pick(values))) }
    }
    times(
      8, "Range",
      [
        "bytes=0-4", "bytes=-3", "bytes=2-", "bytes=0-0,2-3", "bytes=900-", "bytes=5-1", "bytes=x", "bits=0-1",
        "bytes=0-0, 1-1, 2-2", "bytes=0-99999", "bytes=-0", "bytes= 1 - 3 ",
      ])
    times(2, "If-Range", [tag, time, "\"x\"", "Mon, 01 Jan 2001 00:00:00 GMT"])
    times(4, "If-None-Match", [tag, "*", "\"x\"", "W/\(tag)", "\"x\", \(tag)", "\"x\" , W/\(tag) , \"y\""])
    times(4, "If-Modified-Since", [time, "Mon, 01 Jan 2001 00:00:00 GMT", "Fri, 01 Jan 2038 00:00:00 GMT", "nonsense"])
    times(2, "If-Match", [tag, "*", "\"x\"", "W/\(tag)"])
    times(2, "If-Unmodified-Since", [time, "Mon, 01 Jan 2001 00:00:00 GMT", "Fri, 01 Jan 2038 00:00:00 GMT"])
    times(3, "Expect", ["100-continue", "100-Continue", "other"])
    times(
      8, "Authorization",
      [
        "Basic dTpw", "Basic dTp3cm9uZw==", "Basic czpw", "Basic dDpw", "Basic YTpw", "Basic bm9ib2R5OnA=", "Bearer x",
        "Basic", "basic  dTpw", "Basic dTpw=", "Basic !!", "Basic Onh4", "Basic Yzpw",
      ])
    times(
      6, "Referer",
      [
        "http://one.test/", "https://www.two.test/a", "http://evil.test/one.test", "junk", "http://three.test/ab",
        "http://two.test:81/x", "http://x.test/a/b",
      ])
    times(
      5, "X-Forwarded-For",
      [
        "10.0.0.5", "10.0.0.5, 192.0.2.1", "192.0.2.1, 10.1.0.9", "junk", "127.0.0.1", "[::1]:80, 10.0.0.5:99",
        "10.0.0.5 ,",
      ])
    times(3, "X-Real-IP", ["10.0.0.5", "192.0.2.9", "junk"])
    times(4, "Cookie", ["x=abc; y=1", "y=2;x=ab", "X=a"])
    times(2, "X_Test", ["under"])
    times(2, "Content-Type", ["application/json", "text/plain"])
    times(2, "User-Agent", ["probe"])
    times(2, "Accept-Encoding", ["gzip", "identity"])
    times(1, "Upgrade", ["websocket", "h2c"])
    return headers
  }
}
