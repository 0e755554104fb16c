import Checks
import Diagnostics
import Foundation
import Proxies
import ProxyConfig
import Survey
import TestSupport
import Testing
import Trace

/// What is proved of a configuration, what is found against it, and what is left open.
@Suite struct ProofTests {
  private static func tracer(_ text: String) throws -> any Tracer {
    var files = MemoryFiles()
    files.add("/etc/nginx/nginx.conf", Array(text.utf8))
    files.add("/srv/pages/50x.html", Array("<h1>Down</h1>".utf8))
    files.add("/etc/nginx/list", Array("me:{PLAIN}secret\n".utf8))
    let proxy = try #require(ProxyList.proxy(named: "nginx"))
    let machine = Machine(files: files, prefix: proxy.usualPrefix, isWholeMachine: true, environment: [:])
    let config = proxy.tracer("/etc/nginx/nginx.conf", machine, isPlainVisitor: true)
    #expect(!config.tree.report.hasErrors)
    return config.tracer
  }

  private static func server(_ body: String, around: String = "") -> String {
    """
    events {}
    http {
      \(around)
      server {
        listen 80;
        server_name shop.example;
        error_page 500 502 503 504 /50x.html;
        location = /50x.html { internal; root /srv/pages; }
        \(body)
      }
    }

    """
  }

  private static func proof(_ body: String, around: String = "", also: Set<Proof.Also> = []) throws -> Proof {
    Proof(of: try tracer(server(body, around: around)), file: "nginx.conf", also: also)
  }

  @Test func aPageThatIsAlwaysThereIsProved() throws {
    let proof = try Self.proof(
      """
      location / { proxy_pass http://app:8080; }
      location ~ \\.php$ { fastcgi_pass unix:/run/php.sock; }
      location /old/ { rewrite ^/old/(.*)$ /new/$1 last; }
      """)
    #expect(proof.holds, "\(proof.text(isColored: false))")
    #expect(proof.passes.count == 2 && proof.proved == 2)
  }

  /// Each with the shortest request that shows it.
  @Test(arguments: [
    ("location / { proxy_pass http://app; }  location /a/ { proxy_pass http://b; error_page 404 /x; }", "GET", "/a/"),
    (
      "location / { proxy_pass http://app; error_page 502 504 @x; } location @x { root /srv/pages; try_files /50x.html =404; }",
      "POST", "/"
    ),
    (
      "location / { return 404; } location /in/ { rewrite ^/in/(.*)\\.html$ /deep/$1 last; return 403; } "
        + "location /deep/x/ { internal; error_page 504 /50x.html; proxy_pass http://b; }", "GET", "/in/x/.html"
    ),
    ("location / { proxy_pass http://app; if ($arg_debug = yes) { error_page 500 /x; } }", "GET", "/?debug=yes"),
    (
      "location / { if ($http_x_beta) { rewrite ^ /beta/ last; } return 404; } "
        + "location /beta/ { internal; proxy_pass http://b; error_page 500 /x; }", "GET", "/"
    ),
    // Ten rewrites of one path use up the redirects that the way to the page takes.
    (
      "location / { proxy_pass http://app; } location /old/ { rewrite ^/old/(.*)$ /$1 last; }", "GET",
      String(repeating: "/old", count: 10) + "/"
    ),
  ])
  func theShortestRequestIsShown(_ body: String, _ method: String, _ target: String) throws {
    let proof = try Self.proof(body)
    let example = try #require(proof.counterexamples.first, "\(proof.text(isColored: false))")
    #expect(example.question.request.method != "HEAD")
    #expect(method == "GET" ? example.question.request.method == "GET" : example.question.request.method != "GET")
    #expect(example.question.request.target.string == target, "\(proof.text(isColored: false))")
    #expect(example.command.hasPrefix("interlude trace nginx.conf --plain-visitor --request"))
    let again = try Self.tracer(Self.server(body)).trace(example.question)
    #expect(again.status == example.outcome.status && again.body == example.outcome.body)
  }

  @Test func whatLuaMayDoIsLeftOpen() throws {
    let proof = try Self.proof(
      """
      location / { proxy_pass http://app; }
      location /lua/ { content_by_lua_block { ngx.exec("/elsewhere") } }
      """)
    #expect(proof.counterexamples.isEmpty && !proof.undecided.isEmpty && !proof.holds)
  }

  @Test func moreCanBeAskedFor() throws {
    let proof = try Self.proof(
      """
      location / { proxy_pass http://app; error_page 502 =200 /50x.html; }
      location /kept/ { proxy_pass http://app; error_page 504 /kept.html; }
      location = /kept.html { root /srv/pages; try_files /50x.html =404; add_header Cache-Control "max-age=60" always; }
      """, also: [.status, .cache])
    let wrong = Set(proof.counterexamples.map(\.wrong))
    #expect(wrong.contains(.status) && wrong.contains(.cacheable), "\(proof.text(isColored: false))")
  }

  /// What an answer depends on is either followed or told as left open; "never" is said of none of these.
  @Test(arguments: [
    // A file below the root sends the request another way.
    "root /srv/pages; location / { if (-e $request_filename) { rewrite ^ /there/ last; } return 404; } "
      + "location /there/ { proxy_pass http://b; error_page 404 /x; }",
    "location / { if ($remote_addr = 198.51.100.9) { rewrite ^ /there/ last; } return 404; } "
      + "location /there/ { internal; proxy_pass http://b; error_page 404 /x; }",
    "location / { if ($content_length = 17) { rewrite ^ /there/ last; } return 404; } "
      + "location /there/ { internal; proxy_pass http://b; error_page 404 /x; }",
    "location / { valid_referers shop.example; if ($invalid_referer = '') { rewrite ^ /there/ last; } return 404; } "
      + "location /there/ { internal; proxy_pass http://b; error_page 404 /x; }",
    "location / { if ($near) { rewrite ^ /there/ last; } return 404; } "
      + "location /there/ { internal; proxy_pass http://b; error_page 404 /x; }",
    "location / { if ($http_referer ~ ^(.).*\\1$) { rewrite ^ /there/ last; } return 404; } "
      + "location /there/ { internal; proxy_pass http://b; error_page 404 /x; }",
    "location / { try_files /$host$uri @there; } location @there { proxy_pass http://b; error_page 404 /x; }",
  ])
  func neverIsNotSaidOfWhatIsNotFollowed(_ body: String) throws {
    let proof = try Self.proof(body, around: "geo $arg_from $near { default 0; 10.0.0.0/8 1; }")
    #expect(!proof.holds, "\(proof.text(isColored: false))")
    #expect(proof.proved == 0)
  }

  @Test func twoAddressesOfAPortAreToldFromEachOther() throws {
    let text = """
      events {}
      http {
        server { listen 80; listen [::]:80; server_name a.example; return 204; }
        server { listen [::]:80; server_name b.example; location / { proxy_pass http://app; } }
      }

      """
    let proof = Proof(of: try Self.tracer(text), file: "nginx.conf")
    let example = try #require(proof.counterexamples.first, "\(proof.text(isColored: false))")
    #expect(example.question.request.header("Host") == "b.example" && example.question.request.host.hasPrefix("["))
    #expect(proof.undecided.isEmpty)
  }

  @Test func whoPassesAFailingAuthServiceIsFoundAndNobodyElse() throws {
    let auth = "location = /auth { internal; proxy_pass http://auth; }"
    let app = "error_page 500 502 503 504 =200 /50x.html;"
    let fine = try Self.proof("\(auth) location / { auth_request /auth; proxy_pass http://app; \(app) }", also: [.auth])
    #expect(
      !fine.counterexamples.contains {
        $0.wrong == .passes && $0.question.circumstances.failures.byAddress["app:80"] != nil
      })
    let open = try Self.proof(
      """
      \(auth)
      location / { auth_request /auth; proxy_pass http://app; error_page 500 = @app; }
      location @app { proxy_pass http://app; }
      """, also: [.auth])
    let passing = open.counterexamples.filter { $0.wrong == .passes }
    #expect(!passing.isEmpty && passing.allSatisfy { $0.question.circumstances.failures.byAddress["auth:80"] != nil })
  }

  @Test func whatLuaSaysIsNotTakenForTheSame() throws {
    let lua = "location / { content_by_lua_block { ngx.say(1) } }"
    let comparison = Comparison(
      try Self.tracer(Self.server(lua)), try Self.tracer(Self.server(lua.replacing("say(1)", with: "exit(403)"))))
    #expect(comparison.differences.isEmpty && !comparison.isSame)
  }

  /// A list of passwords that is not there lets nobody in, and one that is new asks for one.
  @Test func whoMayPassIsCompared() throws {
    let open = Self.server("location / { return 200 in; }")
    let locked = open.replacing(
      "return 200 in;", with: "auth_basic x; auth_basic_user_file list; root /srv/pages; try_files /50x.html =404;")
    let old = open.replacing("return 200 in;", with: "root /srv/pages; try_files /50x.html =404;")
    let lost = locked.replacing(" list;", with: " lost;")
    for (one, other, status) in [(old, locked, 401), (locked, old, 200), (locked, lost, 403), (lost, locked, 401)] {
      let comparison = Comparison(try Self.tracer(one), try Self.tracer(other))
      #expect(comparison.undecided.isEmpty, "\(comparison.text(isColored: false))")
      let statuses = comparison.differences.map(\.new.outcome.status)
      #expect(statuses.contains(status), "\(comparison.text(isColored: false))")
    }
  }

  /// Texts that agree on one request may be made of different parts of it.
  @Test(arguments: [
    ("return 301 /a$http_x;", "return 301 /a$http_y;", false, 1),
    ("return 200 $arg_x;", "return 200 $arg_y;", false, 1),
    ("return 302 /b$uri;", "return 302 /b$request_uri;", false, 1), ("return 200 a$uri;", "return 200 a/x;", true, 0),
    ("return 200 $request_id$uri;", "return 200 $request_id/x;", true, 0),
    ("set $a 1$msec; return 200 $a;", "set $a 2$msec; return 200 $a;", false, 0),
  ])
  func textsAreComparedByTheirParts(_ one: String, _ other: String, _ areSame: Bool, _ differences: Int) throws {
    let place = "location = /x { \(one) }"
    let comparison = Comparison(
      try Self.tracer(Self.server(place)), try Self.tracer(Self.server(place.replacing(one, with: other))))
    #expect(comparison.isSame == areSame, "\(comparison.text(isColored: false))")
    #expect(comparison.differences.count == differences, "\(comparison.text(isColored: false))")
  }

  @Test func aListOfPasswordsOfAnotherMachineLetsVisitorsIn() throws {
    let text = Self.server("location / { auth_basic x; auth_basic_user_file /etc/secret/list; proxy_pass http://app; }")
      .replacing("error_page 500 502 503 504 /50x.html;", with: "error_page 401 403 /50x.html;")
    var files = MemoryFiles()
    files.add("/site/nginx.conf", Array(text.utf8))
    let proxy = try #require(ProxyList.proxy(named: "nginx"))
    for (isWholeMachine, isFound) in [(false, true), (true, false)] {
      let machine = Machine(
        files: files, prefix: proxy.usualPrefix, isWholeMachine: isWholeMachine, environment: [:])
      let tracer = proxy.tracer("/site/nginx.conf", machine, isPlainVisitor: true).tracer
      #expect(Proof(of: tracer, file: "nginx.conf").counterexamples.isEmpty != isFound)
    }
  }

  @Test func changesAreFoundAndRewritingsAreNot() throws {
    let old = Self.server(
      """
      location / { proxy_pass http://app; }
      location /api/ { proxy_pass http://api; }
      location /go { return 301 https://$host$request_uri; }
      """)
    let same = Self.server(
      """
      # the same
      location /go { return 301 https://$host$request_uri; }
      location /api/ { proxy_pass http://api; }
      location ~ ^/none-such(?!.) { proxy_pass http://app; }
      location / { proxy_pass http://app; }
      """)
    let comparison = Comparison(try Self.tracer(old), try Self.tracer(same))
    #expect(comparison.isSame, "\(comparison.text(isColored: false))")
    for (from, to, target) in [
      ("http://api", "http://app", "/api/"), ("location /go ", "location = /go ", "/goa"),
      ("$request_uri", "$uri", "/go?q=1"), ("502 503", "503", "/"),
    ] {
      let comparison = Comparison(try Self.tracer(old), try Self.tracer(old.replacing(from, with: to)))
      let difference = try #require(comparison.differences.first, "\(from) to \(to)")
      #expect(difference.question.request.target.string == target, "\(comparison.text(isColored: false))")
    }
    let moved = old.replacing("shop.example", with: "new.example").replacing(
      "listen 80", with: "listen 80 default_server")
    let both = moved + ""
    let excepted = Comparison(
      try Self.tracer(old + ""), try Self.tracer(both), except: [.host("shop.example"), .host("new.example")])
    #expect(excepted.isSame, "\(excepted.text(isColored: false))")
  }
}
