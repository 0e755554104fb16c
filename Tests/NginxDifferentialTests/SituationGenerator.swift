import Foundation
import ProxyConfig
import TestSupport
import Trace

/// Whatever writes a configuration and requests for it.
protocol CaseWriter {
  mutating func makeCase() -> GeneratedCase
}

extension ConfigGenerator: CaseWriter {}

/// Writes configurations as people do: each server is put together from whole situations (maintenance switch, login
/// service, chain of fallbacks, languages …), which then get into each other's way.
///
/// `ConfigGenerator` strews single directives; this one strings many of them together in one block.
struct SituationGenerator: CaseWriter {
  var random: SeededRandom
  let upstreams: [(port: Int, failure: Failure)]
  let directory: String
  let port: Int
  var texts = 0
  var captures: [String] = []

  init(random: SeededRandom, upstreams: [(port: Int, failure: Failure)], directory: String, port: Int) {
    self.random = random
    self.upstreams = upstreams
    self.directory = directory
    self.port = port
  }

  mutating func makeCase() -> GeneratedCase {
    let isTLS = random.chance(4)
    var http =
      maps()
      + "upstream pair { server 127.0.0.1:\(upstream()) max_fails=0; server 127.0.0.1:\(upstream()) max_fails=0 backup; }\n"
    http += "upstream one { server 127.0.0.1:\(upstream()); keepalive 2; }\n"
    http += maybe(25) { $0.errorPage() }
    http += maybe(20) { _ in "proxy_intercept_errors on;\n" }
    http += maybe(12) { _ in "recursive_error_pages on;\n" }
    http += maybe(30) { _ in "root files;\n" }
    http += maybe(25) { $0.looks() }
    let names = [
      "one.test www.one.test", "~^(?<tenant>[a-z]+)\\.two\\.test$", "*.three.test three.test", "mail.*", "_",
      "~^(www\\.)?(?<domain>.+)$", "\"\" two.test", ".four.test",
    ]
    let chosen = Array(names.shuffled(using: &random).prefix(random.number(1...3)))
    for (index, name) in chosen.enumerated() {
      let isDefault = random.chance(20) && index == chosen.count - 1
      http += server(name, isDefault: isDefault, isTLS: isTLS)
    }
    if isTLS { http += "ssl_certificate cert.pem;\nssl_certificate_key key.pem;\n" }
    var made = GeneratedCase(port: port)
    made.files["nginx.conf"] = """
      daemon off; pid nginx.pid; error_log stderr crit; worker_processes 1;
      events { worker_connections 512; }
      http {
      access_log off; proxy_connect_timeout 1500ms; proxy_read_timeout 700ms; grpc_read_timeout 700ms;
      fastcgi_read_timeout 700ms; uwsgi_read_timeout 700ms; scgi_read_timeout 700ms;
      client_body_temp_path tmp; proxy_temp_path tmp1; fastcgi_temp_path tmp2; uwsgi_temp_path tmp3; scgi_temp_path tmp4;
      keepalive_timeout 0; server_names_hash_bucket_size 128;
      \(http)}

      """
    if isTLS { (made.files["cert.pem"], made.files["key.pem"]) = (TestCertificate.certificate, TestCertificate.key) }
    made.requests = (0..<12).map { _ in request() }
    return made
  }

  func maps() -> String {
    var copy = self
    let ports = (0..<3).map { _ in copy.upstream() }
    return """
      map $uri $page { default 502; ~^/a/(?<item>\\w+) $item; /x.html 404; ~*^/UP one; }
      map $http_x_test $backend { default 127.0.0.1:\(ports[0]); a 127.0.0.1:\(ports[1]); ~^10 pair; ~*API 127.0.0.1:\(ports[2]); }
      map $request_method $is_write { default 0; POST 1; PUT 1; ~^P 2; }
      map "$is_write:$http_x_test" $mode { "1:a" both; "~^1:" write; ~:(?<test>.+)$ test-$test; default ""; }
      map $uri $new_uri { /x.html /a/b; ~^/go/(?<where>.*)$ /a/$where; ~^/up(?<rest>/.*)?$ /pages$rest; default ""; }
      map $http_accept $ext { default html; ~json json; "~*text/plain" txt; }
      map $http_accept_language $lang { default err; ~^de pages; ~*^fr one.test; volatile; }
      map $host $folder { hostnames; .two.test pages; *.three.test a; mail.* dir; default ""; }
      map $status $is_error { ~^[45] 1; default 0; volatile; }
      map $arg_x $flag { 1 on; "" none; default off; "\\~x" tilde; }

      """
  }

  mutating func upstream() -> Int { random.pick(upstreams).port }

  mutating func maybe(_ percent: Int, _ make: (inout SituationGenerator) -> String) -> String {
    random.chance(percent) ? make(&self) : ""
  }

  mutating func text() -> String {
    texts += 1
    return "words \(texts)"
  }

  private mutating func server(_ name: String, isDefault: Bool, isTLS: Bool) -> String {
    captures = name.contains("?<tenant>") ? ["$tenant"] : name.contains("?<domain>") ? ["$domain"] : []
    let host = random.pick(["127.0.0.1:", "127.0.0.1:", "127.0.0.1:", "", "*:"])
    var text =
      "server {\nlisten \(isTLS ? "127.0.0.1:" : host)\(port)\(isTLS ? " ssl" : "")\(isDefault ? " default_server" : "");\n"
    text += "server_name \(name);\n"
    text += "location = /never { set $a 1; set $b 1; set $c 1; rewrite ^/(?<name>x)$ /y; }\n"
    text += maybe(75) { g in
      "root \(g.random.pick(["files", "files", "\(g.directory)/files", "files/$folder", "files/pages/../"]));\n"
    }
    text += common(isServer: true)
    text += maybe(30) { $0.script(isServer: true, lines: 1...3) }
    var locations: [String] = []
    for _ in 0..<random.number(2...5) { locations.append(contentsOf: situation()) }
    locations += (0..<random.number(0...3)).map { _ in location(depth: 0, below: "") }
    locations += ["@n1", "@n2", "@n3"].filter { _ in random.chance(85) }.map { named($0) }
    var heads: Set<String> = []
    for block in locations {
      guard block.hasPrefix("location") else {
        text += block
        continue
      }
      let head = block.prefix { $0 != "{" }.replacingOccurrences(of: "^~", with: "").filter { $0 != " " }
      if heads.insert(head).inserted { text += block }
    }
    return ConfigGenerator.withoutRepeats(text) + "}\n"
  }

  mutating func request() -> Request {
    let paths = ConfigGenerator.paths + ConfigGenerator.morePaths + Self.paths + Self.paths
    let hosts = [
      "one.test", "www.one.test", "shop.two.test", "a.three.test", "mail.org", "two.test", "x.four.test", "none.test",
      "WWW.One.Test:81", "a.two.test.", "four.test",
    ]
    var headers: [Request.Header] = [.init("Host", random.pick(hosts))]
    if random.chance(35) { headers.append(.init("X-Test", random.pick(["a", "b", "api", "10.1.2.3", "one", "1"]))) }
    if random.chance(20) { headers.append(.init("Accept", random.pick(["application/json", "text/plain", "*/*"]))) }
    if random.chance(15) { headers.append(.init("Accept-Language", random.pick(["de", "fr,de", "en"]))) }
    if random.chance(20) {
      headers.append(
        .init(
          "Accept-Encoding",
          random.pick(["gzip", "gzip, deflate, br", "br;q=1, gzip;q=0", "identity", "GZIP;q=0.5", "*"])))
    }
    if random.chance(4) { headers.append(.init("Via", "1.1 proxy")) }
    if random.chance(30) {
      var other = ConfigGenerator(random: random, upstreams: upstreams, directory: directory, port: port)
      headers += other.rarerHeaders().filter { header in !headers.contains { $0.name == header.name } }
      random = other.random
    }
    let method = random.pick([
      "GET", "GET", "GET", "GET", "GET", "GET", "HEAD", "POST", "POST", "PUT", "DELETE", "OPTIONS", "PROPFIND", "PURGE",
    ])
    let length = ["POST", "PUT"].contains(method) ? random.pick([0, 1, 20, 1024, 1025, 5000]) : 0
    return Request(
      method: method, host: "127.0.0.1", port: port, target: .init(random.pick(paths)), headers: headers,
      bodyLength: length, headersAreComplete: true)
  }

  static let paths = [
    "/", "/a/b", "/a/b/c.txt", "/a/b2/c.txt", "/files/a/b.html", "/files/dir", "/files/", "/login", "/auth", "/shop/12",
    "/shop/12/", "/shop/x", "/api/v1/users", "/api", "/api/", "/old/page", "/go/up/x", "/x.html", "/dir", "/dir/",
    "/dir/sub", "/dir/sub/", "/dir/sub/x.txt", "/pages/a", "/img/x.jpg", "/big.txt", "/one.test/", "/deep/a/b/c.html",
    "/deep/a", "/deep/", "/deep/a/b/", "/private/x", "/private/", "/private/index.html", "/502.html", "/503.html",
    "/index.html", "/index.php", "/index.php/a/b?x=1", "/blog/post?x=1&y=a%20b", "/blog//post", "/blog/a%2fb",
    "/status/404", "/loop", "/loop/1", "/%64ir/", "/a%0ab", "/a%25b", "/x.HTML", "/err/502.html", "/?x=1", "/?x=2",
    "/secret.html", "/empty.html", "/up?x=on", "/lang/502.html", "/test.html?_=1", "/a b", "/.hidden", "/dir/.",
  ]
}

extension ConfigGenerator {
  /// Leaves out what a block says twice and nginx takes once; blocks inside it stay as they are.
  static func withoutRepeats(_ text: String) -> String {
    let repeatable: Set<Substring> = [
      "error_page", "add_header", "allow", "deny", "set", "return", "rewrite", "break", "if", "types", "location",
      "auth_request_set", "index", "limit_except", "}", "proxy_set_header", "sub_filter",
    ]
    var seen: Set<Substring> = []
    var depth = text.hasPrefix("server {") ? -1 : 0
    return text.split(separator: "\n").filter { line in
      let isOwn = depth == 0
      depth += line.count { $0 == "{" } - line.count { $0 == "}" }
      guard isOwn else { return true }
      let name = line.prefix { $0 != " " && $0 != ";" }
      return repeatable.contains(name) || seen.insert(name == "alias" ? "root" : name).inserted
    }.map { $0 + "\n" }.joined()
  }
}
