import Diagnostics
import ProxyConfig
import Testing
import Trace

/// What upstreams are sent, and what a cache does about those that fail. That it is so, upstreams that echo tell in the
/// tests against real servers.
@Suite struct AskedTests {
  private func nginx(_ text: String) -> NginxTracer {
    let files = MemoryFiles(["/etc/nginx/nginx.conf": "events {}\nhttp {\n\(text)\n}\n"])
    return NginxTracer(NginxModel(NginxReader.read("/etc/nginx/nginx.conf", files: files)), files: files)
  }

  private func asked(_ text: String, _ line: String, _ failures: Failures = Failures()) throws -> [Outcome.Asked] {
    let request = try #require(Request(line, headers: [.init("X-Debug", "1")]))
    return nginx(text).trace(request, failures: failures).asked
  }

  @Test("the location's name gives way to the path of proxy_pass, and headers are those of the innermost level")
  func nginxProxy() throws {
    let sent = try asked(
      """
      proxy_set_header X-Outer 1;
      server { location /api/ { proxy_set_header Host $host; proxy_set_header X-Debug "";
        proxy_set_header X-Path $uri; proxy_pass http://127.0.0.1:9000/v1/; } }
      """, "GET http://shop.example/api/cart%20x?a=1")
    #expect(sent.map(\.address) == ["127.0.0.1:9000"])
    #expect(sent.first?.uri == "/v1/cart%20x?a=1")
    #expect(sent.first?.host == "shop.example")
    #expect(sent.first?.headers.contains(.init("x-path", "/api/cart x")) == true)
    #expect(sent.first?.headers.contains { $0.name == "x-outer" } == false)
    #expect(sent.first?.dropped.contains("x-debug") == true)
  }

  @Test("a path that nobody changed goes on as it came; after `rewrite … break` the path of proxy_pass does not count")
  func unparsedURI() throws {
    let plain = try asked("server { location / { proxy_pass http://a.example:81; } }", "GET http://x.example/a%2Fb")
    #expect(plain.first?.uri == "/a%2Fb")
    #expect(plain.first?.host == "a.example:81")
    let broken = try asked(
      "server { location /a { rewrite ^/a/(.*)$ /$1 break; proxy_pass http://127.0.0.1:9000/z/; } }",
      "GET http://x.example/a/b")
    #expect(broken.first?.uri == "/b")
  }

  @Test("a header that is set twice, once to nothing, is sent")
  func setTwice() throws {
    let sent = try asked(
      """
      server { location / { proxy_set_header Host ""; proxy_set_header X-Debug ""; proxy_set_header Host $host;
        proxy_set_header X-Debug 2; proxy_pass http://127.0.0.1:9000; } }
      """, "GET http://shop.example/")
    #expect(sent.first?.host == "shop.example")
    #expect(sent.first?.headers == [.init("x-debug", "2"), .init("connection", "close")])
    #expect(sent.first?.dropped.contains { $0 == "host" || $0 == "x-debug" } == false)
  }

  @Test("each peer that is tried is named, and the service that says who may pass comes first")
  func order() throws {
    let sent = try asked(
      """
      upstream app { server 10.0.0.1:80; server 10.0.0.2:80; }
      server { location / { auth_request /auth; proxy_pass http://app; }
        location = /auth { proxy_method GET; proxy_pass http://10.0.0.9/check; } }
      """, "POST http://x.example/cart", Failures(byAddress: ["10.0.0.1:80": .refused, "10.0.0.2:80": .refused]))
    #expect(sent.map(\.address) == ["10.0.0.9:80", "10.0.0.1:80", "10.0.0.2:80"])
    #expect(sent.map(\.uri) == ["/check", "/cart", "/cart"])
    #expect(sent.map(\.method) == ["GET", "POST", "POST"])
  }

  @Test("what depends on something unknowable is left open, and the answer is as certain as before")
  func unknown() throws {
    let request = try #require(Request("GET http://x.example/"))
    let outcome = nginx(
      "server { location / { proxy_set_header X-Id $request_id; proxy_set_header Host $ssl_server_name;"
        + " proxy_pass http://127.0.0.1:9000/$request_id; } }"
    ).trace(request, failures: Failures(everywhere: .refused))
    #expect(outcome.asked.first?.headers.contains { $0.name == "x-id" } == false)
    #expect(outcome.asked.first?.uri == nil)
  }

  @Test("FastCGI gets parameters")
  func fastCGI() throws {
    let sent = try asked(
      """
      server { root /srv; location ~ \\.php$ { fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
        fastcgi_param QUERY_STRING $query_string if_not_empty; fastcgi_pass 127.0.0.1:9000; } }
      """, "GET http://x.example/a.php")
    #expect(sent.first?.wireProtocol == .fastcgi)
    #expect(sent.first?.headers == [.init("SCRIPT_FILENAME", "/srv/a.php")])
  }

  @Test(
    "an old copy answers for a failure that proxy_cache_use_stale lists",
    arguments: [
      (Circumstances.Cache.stale, 200), (.empty, 502),
    ])
  func staleCopy(_ cache: Circumstances.Cache, _ status: Int) throws {
    let tracer = nginx(
      """
      proxy_cache_path /tmp/c keys_zone=z:1m;
      server { location / { proxy_cache z; proxy_cache_use_stale error; proxy_pass http://127.0.0.1:9000; } }
      """)
    let request = try #require(Request("GET http://x.example/"))
    let failing = Circumstances(Failures(everywhere: .refused), cache: cache)
    let outcome = tracer.trace(Question(request, failing))
    #expect(outcome.certainty == .exact)
    #expect(outcome.status == status)
    #expect(tracer.trace(request, failures: Failures(everywhere: .refused)).certainty != .exact)
  }

  @Test("header_up sees the visitor's request, and the proxy's own rewrite decides the path")
  func caddy() throws {
    let text = """
      :80 {
      	handle_path /api/* {
      		reverse_proxy 127.0.0.1:9000 {
      			header_up X-Was {http.request.orig_uri}
      			header_up -X-Debug
      			header_up Host {upstream_hostport}
      		}
      	}
      }
      """
    let files = MemoryFiles(["/etc/caddy/Caddyfile": text])
    let config = CaddyReader.read("/etc/caddy/Caddyfile", files: files)
    var request = try #require(Request("GET http://x.example/api/cart?a=1", headers: [.init("X-Debug", "1")]))
    request.client = "203.0.113.7"
    let sent = CaddyTracer(config, files: files).trace(request, failures: Failures()).asked
    #expect(sent.map(\.address) == ["127.0.0.1:9000"])
    #expect(sent.first?.uri == "/cart?a=1")
    #expect(sent.first?.host == "127.0.0.1:9000")
    #expect(sent.first?.headers.contains(.init("x-was", "/api/cart?a=1")) == true)
    #expect(sent.first?.headers.contains(.init("x-forwarded-for", "203.0.113.7")) == true)
    #expect(sent.first?.dropped.contains("x-debug") == true)
  }
}
