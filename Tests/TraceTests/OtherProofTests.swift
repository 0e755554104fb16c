import Checks
import Diagnostics
import Proxies
import ProxyConfig
import Survey
import TestSupport
import Testing
import Trace

/// What is proved of configurations of HAProxy and httpd, and how they differ from one of nginx.
@Suite struct OtherProofTests {
  private static let stored =
    "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/html\r\nContent-Length: 13\r\n\r\n<h1>Down</h1>"

  private static func tracer(_ text: String, for name: String) throws -> any Tracer {
    var files = MemoryFiles()
    files.add("/etc/proxy.conf", Array(text.utf8))
    files.add("/srv/pages/50x.html", Array("<h1>Down</h1>".utf8))
    files.add("/srv/pages/503.http", Array(stored.utf8))
    files.add("/srv/www/index.html", Array("<h1>Home</h1>".utf8))
    files.add("/srv/www/docs/a.html", Array("<h1>A</h1>".utf8))
    files.add("/etc/langs.map", Array("en english\nde german\n".utf8))
    let proxy = try #require(ProxyList.proxy(named: name))
    let machine = Machine(files: files, prefix: proxy.usualPrefix, isWholeMachine: true, environment: [:])
    let config = proxy.tracer("/etc/proxy.conf", machine, isPlainVisitor: true)
    #expect(!config.tree.report.hasErrors, "\(config.tree.report.sorted.map(\.message))")
    return config.tracer
  }

  @Test("a virtual host of httpd's at a port that nothing here listens to is not passed over")
  func unheardPortsAreAsked() throws {
    let text = "<VirtualHost *:8888>\n  ProxyPass / http://127.0.0.1:9000/\n</VirtualHost>\n"
    for listen in ["", "Listen 80\n"] {
      let proof = Proof(of: try Self.tracer(listen + text, for: "apache"), file: "proxy.conf")
      #expect(proof.proved == 0)
      #expect(proof.counterexamples.contains { $0.question.request.port == 8888 })
    }
  }

  private static func haproxy(_ frontend: String, backends: String = "") -> String {
    let pages = [500, 502, 503, 504].map { "errorfile \($0) /srv/pages/503.http" }.joined(separator: "\n  ")
    return """
      defaults
        mode http
        timeout connect 1s
        timeout client 30s
        timeout server 30s
        \(pages)
      frontend web
        bind :80
        \(frontend.replacing("\n", with: "\n  "))
        default_backend app
      backend app
        server one 127.0.0.1:9000
        server two 127.0.0.1:9001
      \(backends)

      """
  }

  /// In which a service may answer 503 and its own words are thrown away.
  private static let emptied =
    "backend deep\n  http-response return status 503 if { status 503 }\n  server s 127.0.0.1:9002"

  private static func httpd(_ body: String) -> String {
    let modules = [
      "mpm_event", "authz_core", "authz_host", "alias", "dir", "mime", "setenvif", "headers", "rewrite", "proxy",
      "proxy_http",
    ].map { "LoadModule \($0)_module modules/mod_\($0).so" }.joined(separator: "\n")
    let pages = [500, 502, 503, 504].map { "ErrorDocument \($0) /errors/50x.html" }.joined(separator: "\n")
    return """
      ServerRoot /usr/lib/apache2
      Listen 80
      \(modules)
      DocumentRoot /srv/www
      <VirtualHost *:80>
      ServerName shop.example
      Alias /errors/ /srv/pages/
      <Directory /srv>
      Require all granted
      </Directory>
      \(pages)
      ProxyPass /errors/ !
      \(body)
      </VirtualHost>

      """
  }

  private static func proof(_ text: String, for name: String, also: Set<Proof.Also> = []) throws -> Proof {
    Proof(of: try tracer(text, for: name), file: "proxy.conf", also: also)
  }

  @Test(arguments: [
    "use_backend app if { path_beg /a } { req.hdr(host) -i shop.example }",
    "http-request set-path /base%[path] if { path_beg /old }",
    "http-request return status 200 content-type text/plain string ok if { path /healthz }",
    "acl bot hdr_sub(user-agent) -i bot spider\nhttp-request deny deny_status 503 if bot",
    "http-request set-var(txn.lang) req.hdr(accept-language),lower,language(\"de;en\",en),map_str(/etc/langs.map,en)\n"
      + "use_backend app if { var(txn.lang) german }",
    "use_backend %[req.hdr(host),lower,field(1,.)]", "http-request redirect scheme https if { path_beg /secure }",
    "acl near src 10.0.0.0/8\nhttp-request deny deny_status 503 if near { path_beg /admin }",
    "http-request deny deny_status 503 if { base_beg shop.example/private }",
  ])
  func pagesOfHAProxyAreProved(_ frontend: String) throws {
    let proof = try Self.proof(Self.haproxy(frontend), for: "haproxy")
    #expect(proof.holds && proof.proved == 1, "\(proof.text(isColored: false))")
  }

  @Test(arguments: [
    ("use_backend deep if { path_beg /deep }", "http://example.com/deep"),
    ("use_backend deep if { path_end .png }", "http://example.com/.png"),
    ("use_backend deep if { path_dir deep }", "http://example.com/deep/"),
    ("use_backend deep if { req.hdr(host) -m dom deep }", "http://deep/"),
    ("use_backend deep if { url_param(mode) deep }", "http://example.com/?mode=deep&"),
    ("use_backend deep if { method POST } { path_reg ^/in/[0-9]+$ }", "http://example.com/in/0"),
    (
      "http-request replace-path ^/in/(.*) /\\1\nuse_backend deep if { path /deep } !{ capture.req.uri -m beg /deep }",
      "http://example.com/in/deep"
    ),
    ("use_backend %[path,field(2,/)]", "http://example.com/deep"),
    ("use_backend deep if { req.hdr(x-mode) -i deep }", "http://example.com/"),
  ])
  func theShortestRequestThroughHAProxyIsShown(_ frontend: String, _ address: String) throws {
    let text = Self.haproxy(frontend, backends: Self.emptied)
    let proof = try Self.proof(text, for: "haproxy")
    let example = try #require(proof.counterexamples.first, "\(proof.text(isColored: false))")
    #expect(example.question.request.line.hasSuffix(" " + address), "\(proof.text(isColored: false))")
    #expect(try Self.tracer(text, for: "haproxy").trace(example.question).isBare)
  }

  /// What an answer depends on is either followed or told as left open; "never" is said of none of these.
  @Test(arguments: [
    "path,regsub(/,,g) deep", "path,upper /DEEP", "path,length 7", "path,word(2,/) deep", "src -m str 198.51.100.9",
    "req.body_len 7", "req.hdr(content-length) 7", "req.hdr(cookie) -m sub deep", "req.cook(mode) deep", "rand 7",
    "req.hdr(x-a),concat(,txn.b) deep", "path,url_dec /deep", "req.hdr_cnt(x-mode) 2", "req.hdr(x-mode,2) deep",
    "req.hdr(x-mode) -m reg ^d..p$", "base_reg ^a.*deep$", "lua.deep 1", "path_reg \\bdeep\\b", "ssl_fc_sni deep",
    "path,crc32 7", "date 7", "req.hdr_val(x-mode) 7", "urlp(mode),lower deep",
    "path,field(2,/),map_str(/etc/langs.map) german",
    "base deep.example/", "dst 10.0.0.1", "capture.req.uri -m end deep", "fc_http_major 2",
  ])
  func neverIsNotSaidOfWhatIsNotFollowedInHAProxy(_ condition: String) throws {
    let text = Self.haproxy("use_backend deep if { \(condition) }", backends: Self.emptied)
    let tracer = try Self.tracer(text, for: "haproxy")
    let proof = Proof(of: tracer, file: "proxy.conf")
    // Where no connection is encrypted, none has a name, and none speaks HTTP/2.
    let isImpossible = condition.hasPrefix("ssl_fc_sni") || condition.hasPrefix("fc_http_major")
    #expect(proof.holds == isImpossible || !proof.counterexamples.isEmpty, "\(proof.text(isColored: false))")
    #expect(isImpossible || proof.proved < proof.passes.count, "\(proof.text(isColored: false))")
  }

  @Test(arguments: [
    "ProxyPass / http://127.0.0.1:9000/",
    "ProxyPass /api http://127.0.0.1:9000/api\nProxyPass /img http://127.0.0.1:9001/",
    "RewriteEngine On\nRewriteRule ^/app/(.*)$ http://127.0.0.1:9000/$1 [P]",
    "RewriteEngine On\nRewriteCond %{HTTP_HOST} ^www\\.(.*)$ [NC]\nRewriteRule ^(.*)$ http://shop.example$1 [R=301,L]\n"
      + "ProxyPass / http://127.0.0.1:9000/",
    "<Location /in>\nRequire ip 10.0.0.0/8\n</Location>\nErrorDocument 403 /errors/50x.html\n"
      + "ProxyPass /in http://127.0.0.1:9000/",
    "FallbackResource /index.html\nProxyPass /api http://127.0.0.1:9000/",
    "RewriteEngine On\nRewriteCond %{REQUEST_URI} !^/errors/\nRewriteCond %{DOCUMENT_ROOT}%{REQUEST_URI} !-f\nRewriteRule ^/(.*)$ http://127.0.0.1:9000/$1 [P]",
    "<Proxy balancer://app>\nBalancerMember http://127.0.0.1:9000\nBalancerMember http://127.0.0.1:9001\n</Proxy>\n"
      + "ProxyPass / balancer://app/",
    "Redirect 301 /old /new\nProxyPass / http://127.0.0.1:9000/\nProxyErrorOverride On 502 503",
  ])
  func pagesOfHttpdAreProved(_ body: String) throws {
    let text = Self.httpd(body).replacing(
      "proxy_http_module modules/mod_proxy_http.so",
      with: "proxy_http_module modules/mod_proxy_http.so\nLoadModule slotmem_shm_module modules/mod_slotmem_shm.so\n"
        + "LoadModule proxy_balancer_module modules/mod_proxy_balancer.so\n"
        + "LoadModule lbmethod_byrequests_module modules/mod_lbmethod_byrequests.so")
    let proof = try Self.proof(text, for: "apache")
    #expect(proof.holds && proof.proved == proof.passes.count, "\(proof.text(isColored: false))")
  }

  @Test(arguments: [
    ("<Location /deep>\nErrorDocument 503 default\n</Location>\nProxyPass / http://127.0.0.1:9000/", "/deep"),
    (
      "<LocationMatch \"\\.png$\">\nErrorDocument 503 default\n</LocationMatch>\nProxyPass / http://127.0.0.1:9000/",
      "/.png"
    ),
    (
      "<If \"%{QUERY_STRING} =~ /mode=deep/\">\nErrorDocument 503 default\n</If>\nProxyPass / http://127.0.0.1:9000/",
      "/?mode=deep"
    ),
    (
      "RewriteEngine On\nRewriteRule ^/in/(.*)$ /deep/$1 [PT]\n<Location /deep>\nErrorDocument 503 default\n</Location>\n"
        + "ProxyPass /deep http://127.0.0.1:9000/", "/in/a"
    ),
  ])
  func theShortestRequestThroughHttpdIsShown(_ body: String, _ target: String) throws {
    let proof = try Self.proof(Self.httpd(body), for: "apache")
    let example = try #require(proof.counterexamples.first, "\(proof.text(isColored: false))")
    #expect(example.question.request.target.string == target, "\(proof.text(isColored: false))")
    #expect(try Self.tracer(Self.httpd(body), for: "apache").trace(example.question).isBare)
  }

  /// Each turns an error's page off for requests that are hard to find.
  @Test(arguments: [
    "%{REMOTE_ADDR} == '198.51.100.9'", "%{HTTP_COOKIE} =~ /deep/", "%{TIME_HOUR} == 7",
    "toupper(%{REQUEST_URI}) == '/DEEP'",
    "%{THE_REQUEST} =~ /deep/", "%{HTTP_HOST}.%{REQUEST_URI} == 'deep/deep'", "%{REQUEST_URI} =~ /\\bdeep\\b/",
    "%{REMOTE_USER} == 'deep'", "req('Content-Length') == '7'", "%{SERVER_ADDR} == '10.0.0.1'",
    "md5(%{REQUEST_URI}) == 'x'",
    "%{REQUEST_URI} =~ /^.(.).\\1$/", "%{QUERY_STRING} -gt 7", "-f '/srv/' . %{HTTP_HOST} . %{REQUEST_URI}",
  ])
  func neverIsNotSaidOfWhatIsNotFollowedInHttpd(_ condition: String) throws {
    let proof = try Self.proof(
      Self.httpd("<If \"\(condition)\">\nErrorDocument 503 default\n</If>\nProxyPass / http://127.0.0.1:9000/"),
      for: "apache")
    #expect(!proof.holds && proof.proved == 0, "\(proof.text(isColored: false))")
  }

  private static let nginx = """
    events {}
    http {
      client_max_body_size 0;
      server {
        listen 80;
        location / { proxy_pass http://127.0.0.1:9000; error_page 500 502 503 504 /50x.html; }
        location = /go { return 302 https://new.example/; }
        location = /50x.html { internal; root /srv/pages; }
      }
    }

    """

  /// What is the same but for the statuses that each has of its own for a failure.
  @Test(arguments: ["haproxy", "apache"]) func aMoveToNginxIsCompared(_ name: String) throws {
    let own =
      name == "haproxy"
      ? Self.haproxy("http-request redirect location https://new.example/ code 302 if { path /go }")
        .replacing("  server two 127.0.0.1:9001\n", with: "")
      : Self.httpd(
        "RedirectMatch 302 ^/go$ https://new.example/\nProxyPassMatch ^/go$ !\nProxyPass / http://127.0.0.1:9000/")
    let except =
      ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"].map(Exception.method) + [.path("/50x.html"), .path("/errors")]
    let old = try Self.tracer(own, for: name)
    let comparison = Comparison(old, try Self.tracer(Self.nginx, for: "nginx"), except: except)
    #expect(comparison.undecided.isEmpty, "\(comparison.text(isColored: false))")
    // To httpd a query of the visitor's goes along.
    let others = comparison.differences.filter { $0.failure == .none && !$0.question.request.target.hasPrefix("/go?") }
    #expect(others.isEmpty, "\(comparison.text(isColored: false))")
    for (from, to, target) in [
      ("127.0.0.1:9000", "127.0.0.1:9009", "/"), ("= /go", "/go", "/goa"),
    ] {
      let new = try Self.tracer(Self.nginx.replacing(from, with: to), for: "nginx")
      let found = Comparison(old, new, except: except).differences.filter { $0.failure == .none }
      #expect(found.contains { $0.question.request.target.string == target }, "\(from)")
    }
  }
}
