import Checks
import Diagnostics
import Proxies
import ProxyConfig
import Survey
import TestSupport
import Testing
import Trace

/// What is proved of a Caddyfile, and how it differs from another or from nginx.
@Suite struct CaddyProofTests {
  private static func tracer(_ text: String, for name: String = "caddy") throws -> any Tracer {
    let path = name == "caddy" ? "/etc/caddy/Caddyfile" : "/etc/nginx/nginx.conf"
    var files = MemoryFiles()
    files.add(path, Array(text.utf8))
    files.add("/srv/pages/50x.html", Array("<h1>Down</h1>".utf8))
    files.add("/srv/pages/404.html", Array("<h1>Gone</h1>".utf8))
    files.add("/srv/site/index.html", Array("<h1>Home</h1>".utf8))
    files.add("/srv/site/a.php", Array("<?php".utf8))
    let proxy = try #require(ProxyList.proxy(named: name))
    let machine = Machine(files: files, prefix: proxy.usualPrefix, isWholeMachine: true, environment: [:])
    let config = proxy.tracer(path, machine, isPlainVisitor: true)
    #expect(!config.tree.report.hasErrors, "\(config.tree.report.sorted.map(\.message))")
    return config.tracer
  }

  private static let pages = """
    handle_errors {
      root * /srv/pages
      rewrite * /50x.html
      file_server
    }
    """

  private static func site(_ body: String) -> String { "http:// {\n\(body)\n\(pages)\n}\n" }

  private static let limit = "transport http {\n response_header_timeout 60s\n }"

  private static func proof(_ body: String) throws -> Proof {
    Proof(of: try tracer(site(body)), file: "Caddyfile")
  }

  /// Each with the part of the configuration that sends requests to the upstream.
  @Test(arguments: [
    "reverse_proxy 127.0.0.1:9000 {\n \(limit)\n }",
    "handle /api/* {\n uri strip_prefix /api\n reverse_proxy 127.0.0.1:9000 127.0.0.1:9001 {\n \(limit)\n }\n }",
    "handle_path /app/* {\n root * /srv/site\n try_files {path} /index.html\n file_server\n }\n"
      + "reverse_proxy 127.0.0.1:9000 {\n \(limit)\n }",
    "@beta header X-Beta yes\nroute {\n reverse_proxy @beta 127.0.0.1:9000 {\n \(limit)\n }\n respond \"hello {path}\"\n}",
    "@near remote_ip 10.0.0.0/8\nreverse_proxy @near 127.0.0.1:9000 {\n \(limit)\n }",
    "@user path_regexp user ^/u/([a-z]+)$\nrewrite @user /users/{re.user.1}\n"
      + "reverse_proxy /users/* 127.0.0.1:9000 {\n \(limit)\n }",
    "reverse_proxy 127.0.0.1:9000 {\n \(limit)\n @bad status 5xx\n handle_response @bad {\n"
      + " root * /srv/pages\n rewrite * /50x.html\n file_server\n }\n }",
  ])
  func aPageThatIsAlwaysThereIsProved(_ body: String) throws {
    let proof = try Self.proof(body)
    #expect(proof.holds && proof.passes.count == 1 && proof.proved == 1, "\(proof.text(isColored: false))")
  }

  /// Each with the shortest request that shows it.
  @Test(arguments: [
    // Nothing limits the wait.
    ("reverse_proxy 127.0.0.1:9000", "GET", "/", Failure.timeout),
    (
      "handle /a/* {\n reverse_proxy 127.0.0.1:9000 {\n \(limit)\n @bad status 503\n handle_response @bad {\n respond 503\n }\n }\n }",
      "GET", "/a/", .status(503)
    ),
    (
      "@deep path_regexp ^/in/(.*)\\.html$\nhandle @deep {\n reverse_proxy 127.0.0.1:9000\n }\nhandle {\n respond 404\n }",
      "GET",
      ".html", .timeout
    ),
    (
      "@debug query debug=yes\nroute {\n reverse_proxy @debug 127.0.0.1:9000\n respond hello\n}", "GET", "debug=yes",
      .timeout
    ),
    // The page for 504 is there, that for others is not.
    (
      "reverse_proxy 127.0.0.1:9000 {\n \(limit)\n @bad status 4xx\n handle_response @bad {\n root * /srv/pages\n"
        + " rewrite * /{rp.status_code}.html\n file_server {\n pass_thru\n }\n respond 400\n }\n }", "GET", "/",
      .status(400)
    ),
  ])
  func theShortestRequestIsShown(_ body: String, _ method: String, _ target: String, _ failure: Failure) throws {
    let proof = try Self.proof(body)
    let example = try #require(
      proof.counterexamples.first { $0.failure == failure }, "\(proof.text(isColored: false))")
    #expect(example.question.request.target.string.contains(target) && example.question.request.method == method)
    let again = try Self.tracer(Self.site(body)).trace(example.question)
    #expect(again.status == example.outcome.status && again.body == example.outcome.body)
  }

  @Test func whoPassesAFailingForwardAuthIsFoundAndNobodyElse() throws {
    func passing(_ more: String) throws -> [Proof.Counterexample] {
      let body =
        "forward_auth 127.0.0.1:9091 {\n uri /check\n \(more)\n \(Self.limit)\n }\n"
        + "reverse_proxy 127.0.0.1:9000 {\n \(Self.limit)\n }"
      let proof = Proof(of: try Self.tracer(Self.site(body)), file: "Caddyfile", also: [.auth])
      return proof.counterexamples.filter { $0.wrong == .passes }
    }
    #expect(try passing("").isEmpty)
    let found = try passing("@down status 5xx\n handle_response @down {\n header X-Auth down\n }")
    let example = try #require(found.first)
    #expect(example.failure == .status(503) || example.failure == .status(500), "\(example.failure)")
    #expect(found.allSatisfy { $0.question.circumstances.failures.byAddress["127.0.0.1:9091"] != nil })
  }

  /// What an answer depends on is either followed or told as left open; "never" is said of none of these.
  @Test(arguments: [
    "@x vars {env.MODE} maintenance", "@x expression {env.MODE} == \"maintenance\"",
    "@x vars {system.hostname} a",
    "@x expression {http.request.remote.host} == \"198.51.100.9\"", "@x expression {remote_host}.startsWith(\"198.\")",
    "@x expression remote_ip('198.51.100.9')", "@x client_ip {env.OFFICE}",
    "@x expression {time.now.unix} > 3",
    "@x expression size({path}) == 7", "@x expression {path} > \"/m\"", "@x expression {query.a} + {query.b} == \"cd\"",
    "vars mode {query.mode}\n@x vars {http.vars.mode} deep", "vars mode {header.X-Mode}\n@x vars mode deep",
    "map {path} {kind} {\n ~^/(.)/(.*)$ \"${2}${1}\"\n default none\n }\n@x vars {kind} ba",
    "@x path_regexp \\bword\\b", "@y path_regexp ^/(.)(.)x\nrewrite @y /q{re.1}\n@x path /qq",
    "root * /srv/site\n@x {\n file {path}.php\n }", "root * /srv/{host}\n@x {\n file {path}\n }",
    "root * /srv/site\n@x {\n file {\n try_files {path} {query.f}\n }\n }",
    "request_header X-Mode {path}\n@x header X-Mode *deep*", "@x header Cookie *deep*",
    "@x expression {http.request.cookie.mode} == \"deep\"", "method {query.m}\n@x method PURGE",
    "uri replace a b\n@x path /bb", "uri path_regexp /+(a) /$1b\n@x path /ab", "@x host {query.h}",
    "@x expression {http.request.uuid}.startsWith(\"0\")", "@x path /*/deep/*", "@x path *.deep", "@x not path /a* /b*",
    "@x host *.deep.example", "@x expression host('deep.example') || path('/deep')",
    "@x expression {labels.1} == \"deep\"",
    "@x expression {path.1} == \"deep\"", "@x expression {file} == \"deep\"", "@x expression {dir} == \"/deep/\"",
    "@x expression {http.request.uri.path.file.ext} == \".deep\"",
    "@x expression {http.request.body} == \"deep\"", "@x expression {header.Content-Length} == \"7\"",
  ])
  func neverIsNotSaidOfWhatIsNotFollowed(_ condition: String) throws {
    let proof = try Self.proof("\(condition)\nroute {\n reverse_proxy @x 127.0.0.1:9000\n respond hello\n}")
    #expect(!proof.holds && proof.proved == 0, "\(proof.text(isColored: false))")
  }

  private static let nginx = """
    events {}
    http {
      client_max_body_size 0;
      server {
        listen 80;
        location / { proxy_pass http://127.0.0.1:9000; error_page 502 503 504 /50x.html; }
        location = /go { return 302 https://new.example$request_uri; }
        location = /50x.html { internal; root /srv/pages; }
      }
    }

    """
  private static let alike = site(
    "redir /go https://new.example{uri} 302\nreverse_proxy 127.0.0.1:9000 {\n \(limit)\n }")

  private static func comparison(_ caddy: String, isBack: Bool = false) throws -> Comparison {
    let (one, other) = (try tracer(nginx, for: "nginx"), try tracer(caddy))
    // To nginx a file is nothing to send by POST, its page's own address is internal, and it minds capitals.
    let except =
      ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"].map(Exception.method) + [
        .path("/50x.html"), .path("/G"), .path("/gO"),
      ]
    return isBack ? Comparison(other, one, except: except) : Comparison(one, other, except: except)
  }

  @Test(arguments: [false, true]) func whatIsMovedToAnotherProxyIsTheSame(_ isBack: Bool) throws {
    let comparison = try Self.comparison(Self.alike, isBack: isBack)
    // Rubbish is passed on by nginx and refused by Caddy, which sends whoever asks for the page as a folder away.
    let others = comparison.differences.filter {
      $0.failure != .garbage && !$0.question.request.target.hasSuffix("50x.html/")
    }
    #expect(others.isEmpty, "\(comparison.text(isColored: false))")
    #expect(comparison.undecided.isEmpty, "\(comparison.text(isColored: false))")
  }

  @Test(arguments: [
    ("127.0.0.1:9000", "127.0.0.1:9001", "/"), ("https://new.example{uri}", "https://new.example{path}", "/go?q=1"),
    ("/go ", "/go/* ", "/go"), ("/50x.html\n", "/missing.html\n", "/"), ("http:// {", "http://one.example {", "/"),
  ])
  func whatIsMovedWronglyIsFound(_ from: String, _ to: String, _ target: String) throws {
    let comparison = try Self.comparison(Self.alike.replacing(from, with: to))
    let difference = try #require(comparison.differences.first, "\(comparison.text(isColored: false))")
    #expect(difference.question.request.target.string == target, "\(comparison.text(isColored: false))")
  }
}
