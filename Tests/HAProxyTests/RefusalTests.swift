import Checks
import Diagnostics
import Foundation
import HAProxy
import ProxyConfig
import TestSupport
import Testing
import Trace

/// Lines that HAProxy refuses, and lines that only look so; where HAProxy is installed it is asked as well.
@Suite struct RefusalTests {
  static let refused = [
    "reqrep ^x y", "reqiadd X:\\ y", "rspadd X:\\ y", "block if TRUE", "redisp", "clitimeout 5", "grace 5",
    "appsession X len 5 timeout 5", "option forceclose", "option http-tunnel", "timeout client 15x",
    "timeout client 5S",
    "bind 127.0.0.1:$PORT",
    "nope", "option nope", "timeout nope 3s", "timeout client abc", "mode foo", "balance nope", "retry-on nope", "bind",
    "bind 127.0.0.1:99999", "server s", "server s 127.0.0.1:1 nope", "server q 127.0.0.1:1\n  server q 127.0.0.1:1",
    "errorfile 503", "errorfile 503 DIR/page.html", "errorfile 418 DIR/503.http", "errorfile 503 DIR/nope",
    "errorfile 502 503 DIR/503.http", "errorfile 503 DIR/wrong-length.http", "errorfile 503 DIR/large.http",
    "http-error status 503 errorfile DIR/large.http",
    "errorfiles", "errorfiles nope",
    "errorfiles nope 503", "errorloc 503", "http-error", "http-error status 418",
    "http-error status 503 file DIR/page.html",
    "http-error status 503 content-type text/html file DIR/nope", "http-error status 503 errorfiles nope",
    "use_backend nope if TRUE", "default_backend nope", "monitor-uri", "monitor fail", "acl a",
    "http-request nope", "http-request deny if nope", "http-request deny if { nope x }",
    "http-request deny if { path,nope x }", "http-request deny if { path_beg /x", "http-request deny trailing",
    "http-request deny if { path -m nope x }", "http-request deny if { path -m reg ( }",
    "http-request deny if { path -f DIR/nope }", "http-request deny deny_status 418", "http-request set-header X",
    "http-request set-header X %[nope]", "http-request set-header X %[path", "http-request set-header X %zz",
    "http-request redirect location", "http-request redirect location /x code 300", "http-request return status 700",
    "http-request return status 503 string x", "http-request return status 503 file DIR/page.html",
    "http-request set-path %[path,map(DIR/nope)]", "http-request set-var(foo.x) path",
    "http-request set-timeout server",
    "http-request set-status 418", "acl a!b path /x", "server a/b 127.0.0.1:1", "http-response nope",
    "\nfrontend g\n  server q 127.0.0.1:9", "\nfrontend g\n  default-server check", "\nfrontend g\n  retry-on 503",
    "\nbackend c\n  declare capture request len 10",
  ]
  static let taken = [
    "errorfile 503 DIR/503.http", "errorfile 503 DIR/empty.http", "errorfile 503 DIR/fits.http",
    "errorfile 503 DIR/503.http extra", "errorfile 408 /dev/null",
    "retries x", "timeout client 15min", "timeout client 1d2",
    "http-error status 503", "http-request deny if", "http-request deny if !{ path /a } || METH_GET", "use_backend b",
    "acl if path /x", "option redispatch x", "monitor fail if TRUE",
    "http-request set-header X \"100%% $HOME '#' \\\" \"",
    "http-request deny if { path -i -m beg -- -x } # comment", "no option redispatch",
    "http-request set-var(txn.x) path,lower",
    "http-request sc-inc-gpc0(0) if { path /x }", "http-request set-timeout server 5s",
    "server s 127.0.0.1:1 source 127.0.0.1 usesrc 127.0.0.1:1000", "source 127.0.0.1 interface lo",
    "http-request set-timeout tunnel int(3),mul(1000) if { path /x }",
    "http-response set-status 418 reason \"a teapot\"", "tcp-request content accept if TRUE",
    "http-request return status 404 content-type text/plain lf-string \"%[path] %HM %{+Q}r %ci\"",
  ]

  private static let head = """
    frontend f
      bind 127.0.0.1:8080
      default_backend b
    backend b
      mode http
      server q 127.0.0.1:9
    listen l
      mode http
      bind 127.0.0.1:8081

    """

  private static func check(_ line: String, _ isRefused: Bool) async throws {
    try await TemporaryFolder.with("haproxy") { try check(line, isRefused, in: $0.path) }
  }

  private static func check(_ line: String, _ isRefused: Bool, in path: String) throws {
    let files = [
      "503.http": "HTTP/1.1 503 X\r\nContent-Length: 2\r\n\r\nhi", "page.html": "<h1>hi</h1>", "empty.http": "",
      "fits.http": "HTTP/1.1 503 X\r\nA: b\r\n\r\n" + String(repeating: "x", count: 16269),
      "large.http": "HTTP/1.1 503 X\r\nA: b\r\n\r\n" + String(repeating: "x", count: 16270),
      "wrong-length.http": "HTTP/1.1 503 X\r\nContent-Length: 3\r\n\r\nhi",
    ]
    for (name, text) in files { try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8) }
    let text = head + "  " + line.replacing("DIR", with: path) + "\n"
    let config = path + "/haproxy.cfg"
    try text.write(toFile: config, atomically: false, encoding: .utf8)
    let model = HAProxyModel(HAProxyReader.read(config, files: DiskFiles()), files: DiskFiles())
    let problems = model.tree.report.sorted
    #expect(model.tree.report.hasErrors == isRefused, "\(problems.map(\.message))")
    // The place is on the line that is wrong.
    let start = head.utf8.count
    for problem in problems { #expect(problem.place.range.lowerBound >= start) }
    guard HAProxyProcess.binary != nil else { return }
    let refusal = try HAProxyProcess.refusal(of: config)
    #expect((refusal != nil) == isRefused, "\(refusal ?? "taken")")
  }

  @Test(arguments: refused) func isRefused(_ line: String) async throws { try await Self.check(line, true) }
  @Test(arguments: taken) func isTaken(_ line: String) async throws { try await Self.check(line, false) }

  @Test("the .cfg files of a folder are one configuration, in the order of their names")
  func folder() {
    let files = MemoryFiles([
      "/etc/haproxy/conf.d/20-app.cfg": "backend app\n  server a 127.0.0.1:1\n",
      "/etc/haproxy/conf.d/10-www.cfg":
        "defaults\n  mode http\nfrontend www\n  bind :80\n  default_backend app\n",
      "/etc/haproxy/conf.d/README": "none of it",
    ])
    let tree = HAProxyReader.read("/etc/haproxy/conf.d", files: files)
    #expect(tree.sources.map(\.name) == ["/etc/haproxy/conf.d/10-www.cfg", "/etc/haproxy/conf.d/20-app.cfg"])
    #expect(HAProxyModel(tree, files: files).tree.report.sorted.map(\.message) == [])
  }

  @Test("files that are named in a row are one configuration, and each alone is not")
  func severalFiles() {
    var machine = Machine(
      files: MemoryFiles([
        "/etc/haproxy/haproxy.cfg": "defaults\n  mode http\nfrontend www\n  bind :80\n  default_backend app\n",
        "/srv/app.cfg": "backend app\n  server a 127.0.0.1:1\n",
      ]))
    func problems() -> [String] {
      HAProxyProxy().load("/etc/haproxy/haproxy.cfg", machine).tree.report.sorted.map(\.message)
    }
    #expect(problems() != [])
    machine.furtherFiles = ["/srv/app.cfg"]
    #expect(problems() == [])
    #expect(HAProxyProxy().load("/etc/haproxy/haproxy.cfg", machine).coverage.places == 1)
    machine.furtherFiles = ["/srv/gone.cfg"]
    #expect(problems() == ["/srv/gone.cfg does not exist"])
  }

  @Test("a server that answers rubbish where HTTP/2 was to begin was not reached: 503, as HAProxy 2.6 says")
  func rubbishForHTTP2() {
    func status(_ options: String) -> Int {
      let text = "defaults\n  mode http\nlisten www\n  bind :80\n  server a 127.0.0.1:9000\(options)\n"
      let files = MemoryFiles(["/etc/haproxy/haproxy.cfg": text])
      let model = HAProxyModel(HAProxyReader.read("/etc/haproxy/haproxy.cfg", files: files), files: files)
      return HAProxyTracer(model).trace(Request(host: "a.example"), failures: Failures(everywhere: .garbage)).status
    }
    #expect(status(" proto h2") == 503)
    #expect(status(" proto h1") == 502)
    #expect(status("") == 502)
  }

  @Test("a request that is held back is thrown away: its page knows nothing of it, as one that is denied does")
  func heldBack() throws {
    func page(_ rule: String) -> Outcome.Body {
      let text = """
        defaults
          mode http
          http-error status 500 content-type text/plain lf-string "at %[path] of %[hdr(host)]"
        frontend www
          bind :80
          http-request \(rule) deny_status 500

        """
      let files = MemoryFiles(["/etc/haproxy/haproxy.cfg": text])
      let model = HAProxyModel(HAProxyReader.read("/etc/haproxy/haproxy.cfg", files: files), files: files)
      return HAProxyTracer(model).trace(Request(host: "a.example", target: "/x"), failures: Failures()).body
    }
    #expect(page("deny") == .inline("at /x of a.example"))
    #expect(page("tarpit") == .inline("at  of "))
  }

  @Test func damageOfAFile() {
    func problems(_ text: String) -> [String] {
      HAProxyReader.read([Source(name: "h.cfg", text: text)]).report.sorted.map(\.id)
    }
    #expect(problems("global\n  daemon") == ["haproxy-refuses"])
    #expect(problems("bind :80\nfrontend f\n") == ["unknown-directive"])
    #expect(problems("global\n  node \"open\n") == ["haproxy-refuses"])
    #expect(problems(".if feature(OPENSSL) && !streq(\"a\",b)\nglobal\n  daemon\n.else\n  nope\n.endif\n") == [])
    #expect(problems(".if 1\nglobal\n") == ["haproxy-refuses"])
  }
}
