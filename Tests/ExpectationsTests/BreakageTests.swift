import Diagnostics
import Expectations
import Testing

/// What was recorded while all was well holds at once, and no longer once a page is broken, however that happens.
@Suite("Recorded expectations")
struct BreakageTests {
  struct Breakage: Sendable, CustomTestStringConvertible {
    let what: String
    let machine: TestMachine
    /// False when there is nothing to break.
    let change: @Sendable (inout TestMachine) -> Bool

    var testDescription: String { "\(machine.proxy): \(what)" }

    init(_ machine: TestMachine, _ what: String, _ change: @escaping @Sendable (inout TestMachine) -> Bool) {
      (self.machine, self.what, self.change) = (machine, what, change)
    }

    init(_ machine: TestMachine, _ what: String, _ old: String, _ new: String) {
      self.init(machine, what) { $0.replace(old, new) }
    }
  }

  static let breakages: [Breakage] = [
    .init(.nginx, "the page is deleted") { $0.files.removeValue(forKey: "/srv/pages/50x.html") != nil },
    .init(.nginx, "the page belongs to somebody else and nobody may read it") {
      $0.modes["/srv/pages/50x.html"] = 0
      return true
    },
    .init(
      .nginx, "the page is proxied", "internal; root /srv/pages;",
      "internal; proxy_pass http://127.0.0.1:9000;"),
    .init(.nginx, "the status is masked", "503 504 /50x", "503 504 =200 /50x"),
    .init(.nginx, "a code is no longer listed", "500 502 503 504 /50x", "500 503 504 /50x"),
    .init(.nginx, "an inner error_page drops the outer ones", "location / {", "location / { error_page 404 /50x.html;"),
    .init(.nginx, "the root moves", "root /srv/pages", "root /srv/page"),
    .init(.nginx, "answers are no longer intercepted", "proxy_intercept_errors on", "proxy_intercept_errors off"),
    .init(
      .nginx, "a regular expression steals the page", "location = /50x.html { internal;",
      "location ~ \\.html$ { proxy_pass http://127.0.0.1:9001; } location /50x.html { internal;"),
    .init(.nginx, "the page may be kept", " add_header Cache-Control no-store always;", ""),
    .init(.nginx, "the page is kept from visitors", "{ internal; root", "{ internal; deny all; root"),
    .init(.nginx, "the error is redirected elsewhere", "504 /50x.html", "504 https://status.example/"),
    .init(.nginx, "the wait gets longer", "proxy_read_timeout 20s", "proxy_read_timeout 60s"),
    .init(.caddy, "the page is deleted") { $0.files.removeValue(forKey: "/srv/pages/50x.html") != nil },
    .init(.caddy, "the status is masked", "\t\tfile_server\n", "\t\tfile_server {\n\t\t\tstatus 200\n\t\t}\n"),
    .init(.caddy, "the page is proxied", "\t\tfile_server\n", "\t\treverse_proxy 127.0.0.1:9000\n"),
    .init(.caddy, "the page may be kept", "\t\theader Cache-Control no-store\n", ""),
    .init(.caddy, "nothing limits the wait", "response_header_timeout 10s", "dial_timeout 10s"),
    .init(.haproxy, "a page is no longer named", "  errorfile 503 /etc/haproxy/503.http\n", ""),
    .init(.haproxy, "the status is masked") {
      $0.files["/etc/haproxy/503.http"] = "HTTP/1.1 200 OK\r\nCache-Control: no-store\r\n\r\ndown"
      return true
    },
    .init(.haproxy, "the page may be kept") {
      $0.files["/etc/haproxy/503.http"] = "HTTP/1.1 503 Service Unavailable\r\n\r\ndown"
      return true
    },
    .init(.haproxy, "the wait gets longer", "timeout server 30s", "timeout server 5m"),
    .init(.apache, "the page is deleted") { $0.files.removeValue(forKey: "/srv/pages/50x.html") != nil },
    .init(.apache, "the page is proxied", "ProxyPass /errors/ !\n", ""),
    .init(.apache, "the page is kept from visitors", "Require all granted", "Require all denied"),
    .init(.apache, "the error is redirected elsewhere", "503 /errors/50x.html", "503 https://status.example/"),
    .init(.apache, "answers are no longer intercepted", "ProxyErrorOverride On", "ProxyErrorOverride Off"),
  ]

  @Test("hold at once, and reach every place and every failure", arguments: TestMachine.all)
  func sound(_ machine: TestMachine) throws {
    let text = machine.recorded()
    let (run, mistakes) = machine.run(text)
    #expect(mistakes.sorted.map(\.message) == [])
    let whole = try #require(run)
    #expect(whole.results.count >= 7)
    #expect(whole.report.sorted.map(\.message) == [], "\(text)")
    let summary = TestFormat.text.rendered([whole], tool: .init(name: "t", version: "1", address: "a"))
    #expect(!summary.contains("not tested"), "\(summary)")
  }

  @Test("fail with a place of the configuration once a page is broken", arguments: breakages)
  func broken(_ breakage: Breakage) throws {
    let text = breakage.machine.recorded()
    var machine = breakage.machine
    let isBroken = breakage.change(&machine)
    #expect(isBroken, "there was nothing to break")
    let (run, mistakes) = machine.run(text)
    #expect(mistakes.sorted.map(\.message) == [])
    let whole = try #require(run)
    #expect(whole.failed > 0, "nothing was noticed")
    for problem in whole.report.sorted {
      #expect(problem.place.source.name == "tests.yaml" && !problem.place.range.isEmpty)
      #expect(problem.related.contains { $0.place.source.name == machine.config }, "\(problem.message) has no place")
    }
  }
}
