import ProxyConfig
import Testing
import Trace

/// What nginx does the same by is one form, and nothing else is.
@Suite struct NormalFormTests {
  private static func form(_ body: String, in file: String = "/etc/nginx/nginx.conf") throws -> [UInt8] {
    var files = MemoryFiles()
    files.add("/etc/nginx/nginx.conf", Array("events {}\nhttp {\n\(body)\n}\n".utf8))
    files.add("/etc/nginx/one.conf", Array("location /one { return 204; } # of its own\n".utf8))
    files.add("/etc/nginx/none.conf", [])
    let model = NginxModel(NginxReader.read(file, files: files))
    return try #require(NginxTracer(model, files: files, prefix: "/srv").normalForm)
  }

  @Test(arguments: [
    ("server { listen 80; root /srv; }", "server\n{ # here\n root '/srv/'; listen \"80\"; }"),
    ("server { location /one { return 204; } index a; }", "server { index a; include one.conf; }"),
    (
      "server { location /a { deny all; } location ~ b { } location = /c { } }",
      "server { location = /c { } location ~ b { } location /a { deny all; } }"
    ),
    ("server { client_max_body_size 1m; }", "server { client_max_body_size 1024k; }"),
    (
      "server { location / { proxy_pass http://app; } }",
      "proxy_intercept_errors off; map $uri $spare { default 0; ~^/spare 1; } upstream spare { server 10.0.0.5; }\n"
        + "server { location / { proxy_intercept_errors OFF; proxy_pass http://app; } }"
    ),
    (
      "proxy_intercept_errors on; server { location / { proxy_pass http://app; } }",
      "server { proxy_intercept_errors on; location / { proxy_pass http://app; } } proxy_intercept_errors on;"
    ),
    (
      "server { include one.conf; }",
      "map $uri $spare { default 0; } server_tokens on; server { location /one { return 204; } }"
    ),
    (
      "map $uri $to { default app; } upstream app { server 10.0.0.5; } server { location / { proxy_pass http://$to; } }",
      "map $uri $to { default app; } upstream app { server 10.0.0.5; } upstream b { server 10.0.0.5; }\n"
        + "server { location / { proxy_pass http://$to; } }"
    ),
  ])
  func whatIsTheSameIsOneForm(_ one: String, _ other: String) throws {
    #expect(try Self.form(one) == Self.form(other))
  }

  @Test(arguments: [
    ("server { set $a 1; if ($a) { return 403; } }", "server { if ($a) { return 403; } set $a 1; }"),
    (
      "server { location ~ a { deny all; } location ~ b { } }", "server { location ~ b { } location ~ a { deny all; } }"
    ),
    ("server { server_name a.test; } server { root /b; }", "server { root /b; } server { server_name a.test; }"),
    ("server { allow 10.0.0.5; deny all; }", "server { deny all; allow 10.0.0.5; }"),
    (
      "server { location / { proxy_pass http://a; empty_gif; } }",
      "server { location / { empty_gif; proxy_pass http://a; } }"
    ),
    ("server { error_page 404 /a; error_page 404 /b; }", "server { error_page 404 /b; error_page 404 /a; }"),
    // A visitor can name the upstream, and a directive that nobody here knows the variable.
    (
      "server { location / { proxy_pass http://$host; } }",
      "upstream spare { server 10.0.0.5; } server { location / { proxy_pass http://$host; } }"
    ),
    (
      "map $uri $to { default app; } server { set $to $host; location / { proxy_pass http://$to; } }",
      "map $uri $to { default app; } upstream b { server 10.0.0.5; }\n"
        + "server { set $to $host; location / { proxy_pass http://$to; } }"
    ),
    (
      "map $uri $to { default app; } server { location / { proxy_pass http://a$to; } }",
      "map $uri $to { default app; } upstream aapp { server 10.0.0.5; } server { location / { proxy_pass http://a$to; } }"
    ),
    ("server_tokens build; server { server_tokens on; }", "server_tokens build; server { }"),
    ("server { who_knows spare; }", "map $uri $spare { default 0; } server { who_knows spare; }"),
    ("server { who_knows a; root /b; }", "server { root /b; who_knows a; }"),
    ("map $uri $a { ~x 1; ~y 2; } server { return 200 $a; }", "map $uri $a { ~y 2; ~x 1; } server { return 200 $a; }"),
    (
      "proxy_intercept_errors on; server { location / { proxy_intercept_errors off; } }",
      "proxy_intercept_errors on; server { location / { } }"
    ),
    ("server { if ($host = \"a\") { return 403; } }", "server { if ($host = \"a \") { return 403; } }"),
    ("server { return 200 \"a b\"; }", "server { return 200 a; }"),
    (
      "server { location / { content_by_lua_block { a() } } }", "server { location / { content_by_lua_block { b() } } }"
    ),
    ("server { include none.conf; }", "server { }"),
    ("server { root /; }", "server { root ''; }"),
  ])
  func whatIsNotTheSameIsAnotherForm(_ one: String, _ other: String) throws {
    #expect(try Self.form(one) != Self.form(other))
  }

  /// The block around a part of a configuration may set the flag, or name the upstream.
  @Test(arguments: [
    ("server { autoindex off; }", "server { }"),
    ("upstream spare { server 10.0.0.5; } server { }", "server { }"),
  ])
  func ofAPartLessIsKnown(_ one: String, _ other: String) throws {
    func form(_ text: String) throws -> [UInt8] {
      var files = MemoryFiles()
      files.add("/etc/nginx/sites/shop.conf", Array(text.utf8))
      let model = NginxModel(NginxReader.read("/etc/nginx/sites/shop.conf", files: files))
      return try #require(NginxTracer(model, files: files, prefix: "/srv").normalForm)
    }
    #expect(try form(one) != form(other))
  }
}
