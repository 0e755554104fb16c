import Foundation
import ProxyConfig
import Trace

/// A configuration made up at random, with the files it serves and the requests to try on it.
struct GeneratedCase {
  var files: [String: String] = [:]
  var port: Int
  var requests: [TraceRequest] = []
}

/// Writes random valid nginx configurations out of every construct that decides what a visitor sees.
struct ConfigGenerator {
  var random: SeededRandom
  let upstreams: [(port: Int, failure: Failure)]
  let directory: String
  let port: Int
  private var texts = 0
  /// How often the rarer constructs turn up, in percent of the usual.
  private var intensity = 100
  private var namedLocations: [String] = []
  private var groups: [String] = []
  private var likesGroups = false
  private var maps: [String] = []
  private var includes: [String: String] = [:]
  /// Upstreams that speak FastCGI, SCGI and uwsgi, by module.
  var gateways: [String: [(port: Int, failure: Failure)]] = [:]
  var hasGeo = false
  var hasParts = false
  /// Peers are left alone after failing, so that only the first request to a fresh server can be told.
  private var hasTiredPeers = false

  init(random: SeededRandom, upstreams: [(port: Int, failure: Failure)], directory: String, port: Int) {
    self.random = random
    self.upstreams = upstreams
    self.directory = directory
    self.port = port
  }

  static let paths = [
    "/", "/a", "/a/", "/a/b", "/a/b/", "/a/b/c.txt", "/err/502.html", "/502.html", "/404.html", "/pages/502.html",
    "/up",
    "/up/", "/up/x", "/dir", "/dir/", "/dir/sub", "/x.php", "/x.html", "/empty.html", "/secret.html", "/missing",
    "/a%20b", "/a//b", "/a/./b", "/a/../up/x", "/%61/b", "/a+b", "/A/B", "/a/b?x=1", "/up/x?x=a%20b&y=2", "/dir?q=1",
    "/go/now",
    "/up/a%20b+c?x=1", "/../a", "/a/..", "/a/../../b", "/a/.", "/a/b/..", "/a/%2e%2e/up/x", "/%zz", "/a%00b", "/a%3fb",
    "/a%23b", "/a%2Fb", "/go/x%26y",
    "/link", "/pipe", "/a/b?", "/a/b??x", "/a.b/", "/UP/x", "/up/../dir/", "//a", "///", "/dir/index.html", "/api",
    "/pages/", "/err/", "/err",
    "/a/b/x/y", "/upx", "/dirx", "/a/bb", "/go/", "/go", "/go/where%20to?q", "/zip.html", "/x.jpg", "/.hidden",
    "/a/b.html",
  ]
  static let hosts = [
    "one.test", "two.test", "www.two.test", "x.three.test", "mail.four.test", "other.test", "ONE.test", "two.test:99",
    "one.test.", "a.b.three.test", "three.test", "five.example", "a..b", "x y", "",
  ]
  static let codes = [400, 401, 403, 404, 405, 413, 418, 429, 500, 502, 503, 504]

  mutating func makeCase() -> GeneratedCase {
    namedLocations = ["@n1", "@n2"]
    intensity = random.pick([20, 70, 100, 100, 200, 350])
    let likesGroups = random.chance(25)
    self.likesGroups = likesGroups
    var http = ""
    for index in 0..<random.number(0...2) { http += makeMap(index) }
    for index in 0..<(likesGroups ? 3 : random.number(0...2)) { http += makeGroup(index) }
    http += sometimes(15) { $0.errorPage() }
    http += sometimes(15) { _ in "proxy_intercept_errors on;\n" }
    http += sometimes(8) { _ in "recursive_error_pages on;\n" }
    http += sometimes(15) { _ in "root files;\n" }
    http += sometimes(8) { _ in "client_max_body_size 1k;\n" }
    http += sometimes(10) { _ in "types { text/html html; text/plain txt; }\n" }
    http += sometimes(10) { _ in "default_type application/x-odd;\n" }
    http += sometimes(10) { _ in "add_header X-Http h;\n" }
    http += sometimes(6) { _ in "charset utf-8;\n" }
    http += sometimes(10) { _ in "split_clients $uri$request_uri $split { 100% s; }\n" }
    http += sometimes(15) { _ in
      "limit_req_zone $binary_remote_addr zone=lr:1m rate=9999r/s;\nlimit_req zone=lr burst=9999 nodelay;\n"
    }
    http += rarerHTTP()
    let count = random.number(1...3)
    let names = [
      "one.test", "two.test www.two.test", "*.three.test", "~^(?<sub>[a-z]+)\\.four\\.test$", ".three.test",
      "five.* four.test", "~test$", "\"\" _",
    ]
    var order = Array(names.shuffled(using: &random).prefix(count))
    if random.chance(30) { order[0] = "" }
    for (index, name) in order.enumerated() {
      http += makeServer(name, isDefault: index == count - 1 && random.chance(20))
    }
    let text = """
      daemon off; pid nginx.pid; error_log stderr crit; worker_processes 1;
      events { worker_connections 512; }
      http {
      access_log off; proxy_connect_timeout 1500ms; proxy_read_timeout 700ms; fastcgi_read_timeout 700ms; uwsgi_read_timeout 700ms;
      scgi_read_timeout 700ms; grpc_read_timeout 700ms; memcached_read_timeout 700ms; client_body_temp_path tmp; proxy_temp_path tmp1; fastcgi_temp_path tmp2;
      uwsgi_temp_path tmp3; scgi_temp_path tmp4; keepalive_timeout 0; server_names_hash_bucket_size 128;
      \(http)}

      """
    var made = GeneratedCase(port: port)
    made.files = includes
    made.files["nginx.conf"] = text
    made.requests = (0..<(hasTiredPeers ? 1 : 10)).map { _ in makeRequest() }
    return made
  }

  private mutating func makeRequest() -> TraceRequest {
    let method = random.pick([
      "GET", "GET", "GET", "GET", "GET", "GET", "GET", "GET", "GET", "HEAD", "POST", "POST", "POST", "PUT", "DELETE",
      "OPTIONS", "PATCH", "MKCOL", "TRACE", "get", "FOO",
    ])
    let length = ["POST", "PUT"].contains(method) ? random.pick([0, 5, 900, 1500, 9000]) : random.chance(4) ? 3000 : 0
    var headers: [TraceRequest.Header] = [
      .init("Host", random.chance(85) ? random.pick(Array(Self.hosts.prefix(5))) : random.pick(Self.hosts))
    ]
    if random.chance(1) { headers.append(.init("X-Long", String(repeating: "l", count: 9000))) }
    if random.chance(30) { headers.append(.init("X-Test", random.pick(["a", "b", "api", "10.1.2.3", "127.0.0.1"]))) }
    if random.chance(40) { headers += rarerHeaders() }
    return TraceRequest(
      method: method, host: "127.0.0.1", port: port,
      target: random.chance(1)
        ? ByteText("/a/" + String(repeating: "x", count: 9000))
        : .init(random.pick(random.chance(75) ? Self.paths : Self.morePaths)),
      headers: headers, bodyLength: length,
      headersAreComplete: true)
  }

  mutating func addMap(_ name: String) { maps.append(name) }

  mutating func sometimes(_ percent: Int, _ make: (inout ConfigGenerator) -> String) -> String {
    random.chance(percent * intensity / 100) ? make(&self) : ""
  }

  private mutating func inlineText() -> String {
    texts += 1
    return "text \(texts)"
  }

  private mutating func makeMap(_ index: Int) -> String {
    let name = "m\(index)"
    maps.append(name)
    let source = random.pick([
      "$uri", "$status", "$http_x_test", "$request_uri", "$request_method", "$arg_x", "$host$uri",
    ])
    var text = "map \(source) $\(name) {\n"
    if random.chance(70) { text += "default \(random.pick(["1", "\"\"", "0", "/502.html", "html"]));\n" }
    if random.chance(20) { text += "volatile;\n" }
    for key in ["~^/a", "/502.html", "502", "~*^/UP", "~^/(?<cap\(index)>.)", "a", "POST", "~b$"].shuffled(
      using: &random
    ).prefix(3) {
      text += "\(key) \(random.pick(["1", "0", "\"\"", "/404.html", "x$uri", "err"]));\n"
    }
    return text + "}\n"
  }

  private mutating func makeGroup(_ index: Int) -> String {
    let name = "group\(index)"
    groups.append(name)
    var text = "upstream \(name) {\n"
    if random.chance(8) {
      text += random.pick(["ip_hash;\n", "least_conn;\n", "hash $uri;\n", "hash $arg_x consistent;\n", "random;\n"])
    }
    let isTired = likesGroups && random.chance(30)
    if isTired { hasTiredPeers = true }
    let noBackups = text.contains("ip_hash") || text.contains("hash $") || text.contains("random")
    let failures = likesGroups ? random.pick([1, 2, 2, 3, 4]) : random.pick([1, 1, 2, 3])
    let shared = random.pick(upstreams).port
    for peer in 0..<failures {
      let isBackup = peer > 0 && !noBackups && random.chance(60)
      let port = isBackup || random.chance(30) ? random.pick(upstreams).port : shared
      text +=
        "server 127.0.0.1:\(port)\(isTired ? random.pick(["", " max_fails=1", " max_fails=2", " weight=3"]) : " max_fails=0")\(isBackup ? " backup" : "")\(random.chance(10) && peer > 0 ? " down" : "");\n"
    }
    return text + "}\n"
  }

  private mutating func makeServer(_ name: String, isDefault: Bool) -> String {
    var text =
      "server {\nlisten \(isDefault || random.chance(85) ? "127.0.0.1:" : "")\(port)\(isDefault ? " default_server" : "");\n"
    text += sometimes(4) { _ in "merge_slashes off;\n" }
    if !name.isEmpty { text += "server_name \(name);\n" }
    text += sometimes(70) { _ in "root files;\n" }
    text += level(isServer: true, prefix: "", modifier: "")
    text += sometimes(12) { $0.rewriteLine(isServer: true) }
    text += sometimes(8) { $0.ifBlock(isServer: true) }
    text += sometimes(5) { $0.tryFiles() }
    text += sometimes(4) { $0.returnLine() }
    text += sometimes(10) { $0.include { $0.errorPage() + $0.location("/inc", depth: 1) } }
    var used: Set<String> = []
    for _ in 0..<random.number(2...7) {
      let block = location("", depth: 0)
      let head = block.prefix { $0 != "{" }
      if used.insert(Self.normalized(String(head))).inserted { text += block }
    }
    for named in namedLocations where random.chance(70) {
      text += "location \(named) {\n\(locationBody(depth: 2, prefix: "", modifier: "@"))}\n"
    }
    return text + "}\n"
  }

  /// Two prefix locations of one name are a duplicate, `^~` or not.
  private static func normalized(_ head: String) -> String {
    head.replacingOccurrences(of: "^~", with: "").filter { $0 != " " && $0 != "\"" }
  }

  private mutating func include(_ make: (inout ConfigGenerator) -> String) -> String {
    let name = "inc/\(includes.count).conf"
    let text = make(&self)
    includes[name] = text
    return random.chance(50) ? "include \(name);\n" : "include inc/\(includes.count - 1)*.conf;\n"
  }

  mutating func location(_ base: String, depth: Int) -> String {
    let names = [
      "/", "/a", "/a/", "/a/b", "/up/", "/up", "/err/", "/502.html", "/pages/", "/dir/", "/dir", "/x.php", "/404.html",
      "/empty.html", "/go/",
    ]
    let patterns = ["\\.html$", "\\.(php|txt)$", "^/a", "^/(?<word>up|dir)/?(.*)$", "/b$", "^/([a-z]+)/", "\\.HTML$"]
    var modifier = random.pick(["", "", "", "=", "^~", "~", "~*"])
    if !base.isEmpty, random.chance(50) { modifier = "" }
    let name: String
    if modifier.hasPrefix("~") {
      name = random.pick(random.chance(70) ? patterns : Self.morePatterns)
    } else if base.isEmpty {
      name = random.pick(names)
    } else {
      name = base + random.pick(["", "b", "/b", "502.html", "x/"])
    }
    if modifier == "", depth == 0, random.chance(2) { return "location \(name) { }\n" }
    if !modifier.isEmpty, random.chance(15), !name.contains("$"), !name.contains("{") {
      return "location \(modifier)\(name) {\n"
        + locationBody(depth: depth, prefix: modifier.hasPrefix("~") ? "~" : name, modifier: modifier) + "}\n"
    }
    let head =
      "location \(modifier.isEmpty ? "" : modifier + " ")\(name.contains("$") || name.contains("{") ? "\"\(name)\"" : name) "
    return head + "{\n" + locationBody(depth: depth, prefix: modifier.hasPrefix("~") ? "~" : name, modifier: modifier)
      + "}\n"
  }

  private mutating func locationBody(depth: Int, prefix: String, modifier: String) -> String {
    var text = level(isServer: false, prefix: prefix, modifier: modifier)
    text += sometimes(12) { $0.rewriteLine(isServer: false) }
    text += sometimes(12) { $0.ifBlock(isServer: false) }
    text += sometimes(modifier == "@" ? 8 : 18) { $0.tryFiles() }
    switch random.number(0...9) {
    case 0...4: text += passLine(isPlain: !prefix.hasPrefix("~") && modifier != "@")
    case 5: text += returnLine()
    default: break
    }
    text += sometimes(text.contains("limit_except") ? 0 : 4) { g in
      "limit_except \(g.random.pick(["GET", "POST", "GET POST"])) { \(g.random.pick(["deny all;", "deny all;", "proxy_pass http://127.0.0.1:\(g.random.pick(g.upstreams).port);"])) }\n"
    }
    if depth < 2, modifier != "@", modifier != "=", random.chance(25) {
      if prefix == "~" {
        text +=
          "location ~ \(random.pick(["b", "html$", "^/a"])) {\n\(locationBody(depth: 2, prefix: "~", modifier: "~"))}\n"
      } else {
        text += location(prefix, depth: depth + 1)
        if random.chance(30) {
          text +=
            "location ~ \(random.pick(["b", "html$", "c"])) {\n\(locationBody(depth: 2, prefix: "~", modifier: "~"))}\n"
        }
      }
    }
    text += sometimes(4) { $0.include { $0.errorPage() } }
    return text
  }

  /// What servers and locations have in common.
  private mutating func level(isServer: Bool, prefix: String, modifier: String) -> String {
    var text = ""
    for _ in 0..<random.pick([0, 0, 1, 1, 2]) { text += errorPage() }
    text += sometimes(isServer ? 30 : 15) { g in
      "\(g.random.pick(["proxy", "proxy", "fastcgi", "uwsgi", "grpc", "scgi"]))_intercept_errors \(g.random.pick(["on", "on", "off"]));\n"
    }
    text += sometimes(12) { g in "recursive_error_pages \(g.random.pick(["on", "off"]));\n" }
    text += sometimes(isServer ? 0 : 12) { _ in "internal;\n" }
    text += sometimes(6) { g in
      g.random.pick([
        "deny all;\n", "allow all;\n", "deny 127.0.0.1;\n", "allow 127.0.0.0/8;\ndeny all;\n", "deny 10.0.0.0/8;\n",
      ])
    }
    text += sometimes(3) { g in
      g.random.pick(["auth_basic \"x\";\nauth_basic_user_file users;\n", "auth_basic off;\n"])
    }
    text += sometimes(6) { g in "auth_request \(g.random.pick(["/up/x", "/a/b", "/go/now", "off", "/dir/"]));\n" }
    text += sometimes(3) { _ in "satisfy any;\n" }
    text += sometimes(8) { g in "client_max_body_size \(g.random.pick(["0", "1k", "10", "1m"]));\n" }
    text += sometimes(8) { g in
      "index \(g.random.pick(["index.html", "none.html index.html", "none.html", "/502.html", "b none.html"]));\n"
    }
    text += sometimes(likesGroups ? 30 : 5) { g in
      "proxy_next_upstream \(g.random.pick(["off", "error timeout http_503 http_404", "error timeout invalid_header http_500 http_502 non_idempotent", "timeout", "http_500 http_503 http_429 http_403", "invalid_header error", "error non_idempotent"]));\n"
    }
    text += sometimes(4) { _ in "proxy_next_upstream_tries 2;\n" }
    text += sometimes(3) { g in
      g.random.pick(["absolute_redirect off;\n", "port_in_redirect off;\n", "server_name_in_redirect on;\n"])
    }
    text += sometimes(4) { _ in "autoindex on;\n" }
    text += sometimes(5) { g in
      g.random.pick([
        "add_header X-One 1;\n", "add_header X-Two 2 always;\n", "add_header X-Uri $uri always;\n",
        "add_header X-Status $status always;\n",
      ])
    }
    text += sometimes(4) { g in
      g.random.pick([
        "default_type text/x-made;\n", "types { text/x-t html php; }\n", "types { }\ndefault_type text/html;\n",
      ])
    }
    text += sometimes(2) { _ in "gzip_static always;\n" }
    text += sometimes(2) { _ in "mirror /up/x;\n" }
    text += sometimes(2) { _ in "charset koi8-r;\n" }
    text += rarerLevel(isServer: isServer)
    text = Self.withoutDuplicates(text)
    if isServer { return text }
    switch random.number(0...9) {
    case 0...1:
      text += "root \(random.pick(["files", "\(directory)/files", "files/pages", "files/$host", "files/"]));\n"
    case 2 where modifier == "~" || modifier == "~*":
      text += "alias \(directory)/files/\(random.pick(["pages/502.html", "$1", "", "a/$1"]));\n"
    case 2 where modifier != "@":
      text += "alias \(directory)/files/\(random.pick(["pages/", "pages", "", "a/", "dir/index.html"]));\n"
    default: break
    }
    return text
  }

  mutating func errorPage() -> String {
    let codes = (0..<random.number(1...4)).map { _ in String(random.pick(Self.codes)) }
    let extra = random.chance(8) ? " " + random.pick(["301", "302", "408", "494", "497"]) : ""
    let override = random.pick(["", "", "", "", "=", "=200", "=503", "=404", "=302", "=301", "=204"])
    let target = random.pick([
      "/502.html", "/502.html", "/err/502.html", "/pages/502.html", "/404.html", "/missing", "@n1", "@n2", "@none",
      "/a/b", "/up/x", "/dir/",
      "/dir", "https://elsewhere.test/x", "502.html", "/$status.html", "/502.html?code=$status", "/a/b?x=1",
      "/empty.html", "/go/now",
      maps.isEmpty ? "/x.html" : "$\(random.pick(maps))", "http://$host$request_uri", "/secret.html", "//a", "/A%20b",
      "@$http_x_test",
      hasGeo ? "/$geo" : "/x.jpg", hasParts ? "/$part" : "/a",
    ])
    return "error_page \(codes.joined(separator: " "))\(extra) \(override.isEmpty ? "" : override + " ")\(target);\n"
  }

  private mutating func passLine(isPlain: Bool) -> String {
    let port = random.pick(upstreams).port
    if likesGroups, random.chance(60) { return "proxy_pass http://\(random.pick(groups));\n" }
    switch random.number(0...11) {
    case 0: return "fastcgi_pass 127.0.0.1:\(gatewayPort("fastcgi"));\n"
    case 1: return "uwsgi_pass 127.0.0.1:\(gatewayPort("uwsgi"));\n"
    case 2: return "scgi_pass 127.0.0.1:\(gatewayPort("scgi"));\n"
    case 3: return "grpc_pass grpc://127.0.0.1:\(grpcPort());\n"
    case 4 where !groups.isEmpty: return "proxy_pass http://\(random.pick(groups));\n"
    case 5: return "set $target 127.0.0.1:\(port);\nproxy_pass http://$target;\n"
    case 6 where isPlain: return "proxy_pass http://127.0.0.1:\(port)/z/;\n"
    case 8 where random.chance(30):
      return random.pick([
        "proxy_pass $arg_x;\n", "proxy_pass http://$host:\(port);\n", "proxy_pass http://$arg_x;\n",
        "proxy_pass http://127.0.0.1:\(port)$request_uri;\n",
      ])
    case 9 where random.chance(20):
      return random.pick([
        "empty_gif;\n", "set $memcached_key k;\nmemcached_pass 127.0.0.1:\(deadPort());\n", "stub_status;\n",
      ])
    case 7: return "proxy_pass http://unix:\(directory)/no.sock;\n"
    default: return "proxy_pass http://127.0.0.1:\(port);\n"
    }
  }

  private mutating func gatewayPort(_ module: String) -> Int {
    if let ports = gateways[module], random.chance(60) { return random.pick(ports).port }
    return deadPort()
  }

  private mutating func deadPort() -> Int {
    random.pick(upstreams.filter { [.refused, .timeout, .closed, .garbage].contains($0.failure) }).port
  }

  private mutating func grpcPort() -> Int {
    random.pick(upstreams.filter { [.refused, .timeout, .closed].contains($0.failure) }).port
  }

  private mutating func returnLine() -> String {
    if random.chance(20) { return random.pick(Self.moreReturns) }
    return random.pick([
      "return \(random.pick(Self.codes));\n", "return \(random.pick([200, 404, 503, 502])) \"\(inlineText())\";\n",
      "return \(random.pick([301, 302, 303, 307, 308])) \(random.pick(["/up/x", "https://elsewhere.test$request_uri", "/a b".replacing(" ", with: ""), "$scheme://$host$uri"]));\n",
      "return 200 \"$uri|$args|$status|$request_method|$1|$host|$is_args|$document_root|$request_filename\";\n",
      "return 302 /to/$1$2;\n", "return 503 \"$request_uri $server_name $arg_x $scheme\";\n", "return 204;\n",
      "return 444;\n", "return 200;\n", "return https://elsewhere.test/y;\n",
      "return 502 \"\";\n", "return \(random.pick([499, 408, 301, 599, 422]));\n",
    ])
  }

  private mutating func tryFiles() -> String {
    let words = (0..<random.number(1...3)).map { _ in
      random.pick([
        "$uri", "$uri/", "$uri.html", "/pages$uri", "/502.html", "/none", "/dir/", "$uri/index.html", "/a$uri",
      ])
    }
    let last = random.pick([
      "=404", "=502", "=503", "@n1", "@n2", "/index.html", "/502.html", "/a/b?x=$uri", "/up/x", "/missing", "$uri",
      "@none", "=500", "/pages$uri", "=200",
    ])
    return "try_files \(words.joined(separator: " ")) \(last);\n"
  }

  private mutating func rewriteLine(isServer: Bool) -> String {
    let from =
      random.chance(15)
      ? random.pick(Self.morePatterns)
      : random.pick([
        "^/a(.*)$", "^/up/(.*)$", "^(/.*)\\.html$", "^/(\\w+)/(.*)$", "^", "/b$", "^/go/(?<where>.*)$", "\\.php$",
      ])
    let to = random.pick([
      "/up/$1", "/502.html", "/pages$1", "/a/b", "/dir/", "/$2/$1", "/a/b?y=$1", "/err/502.html?",
      "https://elsewhere.test/$1", "/x.html", "/go/$1?z=1", "/missing",
      "$scheme://$host/n$1", "/a/b?y=$1&q=$arg_x?", "/up/$uri", "/x?$args", "/pages/$1?a?b=$1", "/$1", "$1",
      "/up/x?u=$request_uri",
    ])
    let flag = random.pick(["", " last", " break", " break", " redirect", " permanent", " last"])
    return "rewrite \(from) \(to)\(flag);\n"
  }

  private mutating func ifBlock(isServer: Bool) -> String {
    var conditions = [
      "($uri ~ ^/a(.*))", "($request_method = POST)", "($http_x_test)", "($http_x_test = a)", "($uri ~* \\.HTML$)",
      "($host != one.test)", "(-f $request_filename)",
      "(!-e $request_filename)", "(-d $request_filename)", "($args)", "($request_uri ~ up)", "(!-f $document_root$uri)",
      "($uri !~ ^/5)", "($arg_x = 1)", "($status = 000)",
      "(-f \(directory)/files/502.html)", "($remote_addr = 127.0.0.1)", "($request_method !~ ^(GET|HEAD)$)",
      "($is_args)", "( $host = \"one.test\" )", "($uri ~* \"^/(up|dir)/(.*)\")", "(-e $document_root/502.html)",
      "($status != 502)", "($http_x_test !~* A)", "($document_root ~ files)", "(!-d $request_filename)",
      "(-x $request_filename)", "($args ~ ^x=(.+)$)",
    ]
    if !maps.isEmpty { conditions.append("($\(random.pick(maps)))") }
    if random.chance(40) { conditions = moreConditions() }
    var body = random.pick([
      returnLine(), rewriteLine(isServer: isServer), "set $x 1;\n", "break;\n", "set $args z=1;\n",
      "set $v \"v$1\";\nreturn 200 \"v=$v\";\n",
    ])
    if !isServer {
      body = random.pick([
        body, errorPage(), errorPage(), "root files/pages;\n",
        "proxy_pass http://127.0.0.1:\(random.pick(upstreams).port);\n", "add_header X-In-If 1 always;\n",
      ])
    }
    return "if \(random.pick(conditions)) {\n\(body)}\n"
  }
}
