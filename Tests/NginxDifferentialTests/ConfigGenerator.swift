import Foundation
import ProxyConfig
import TestSupport
import Trace

/// A configuration made up at random, with the files it serves and the requests to try on it.
struct GeneratedCase {
  var files: [String: String] = [:]
  var port: Int
  var requests: [Request] = []
}

/// Writes random valid nginx configurations out of every construct that decides what a visitor sees.
struct ConfigGenerator {
  var random: SeededRandom
  let upstreams: [(port: Int, failure: Failure)]
  let directory: String
  let port: Int
  var texts = 0
  /// How often the rarer constructs turn up, in percent of the usual.
  var intensity = 100
  var namedLocations: [String] = []
  var groups: [String] = []
  var likesGroups = false
  var maps: [String] = []
  var includes: [String: String] = [:]
  /// Upstreams that speak FastCGI, SCGI and uwsgi, by module.
  var gateways: [String: [(port: Int, failure: Failure)]] = [:]
  var hasGeo = false
  var hasParts = false
  /// Peers are left alone after failing, so that only the first request to a fresh server can be told.
  var hasTiredPeers = false

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

  mutating func makeRequest() -> Request {
    let method = random.pick([
      "GET", "GET", "GET", "GET", "GET", "GET", "GET", "GET", "GET", "HEAD", "POST", "POST", "POST", "PUT", "DELETE",
      "OPTIONS", "PATCH", "MKCOL", "TRACE", "get", "FOO",
    ])
    let length = ["POST", "PUT"].contains(method) ? random.pick([0, 5, 900, 1500, 9000]) : random.chance(4) ? 3000 : 0
    var headers: [Request.Header] = [
      .init("Host", random.chance(85) ? random.pick(Array(Self.hosts.prefix(5))) : random.pick(Self.hosts))
    ]
    if random.chance(1) { headers.append(.init("X-Long", String(repeating: "l", count: 9000))) }
    if random.chance(30) { headers.append(.init("X-Test", random.pick(["a", "b", "api", "10.1.2.3", "127.0.0.1"]))) }
    if random.chance(40) { headers += rarerHeaders() }
    return Request(
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

  mutating func inlineText() -> String {
    texts += 1
    return "text \(texts)"
  }

  mutating func makeMap(_ index: Int) -> String {
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

  mutating func makeGroup(_ index: Int) -> String {
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
}
