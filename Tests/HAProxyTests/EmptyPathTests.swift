import Diagnostics
import HAProxy
import ProxyConfig
import Testing
import Trace

/// What is left when a rule takes the whole path away, as HAProxy 2.6.12 sent it on.
@Suite struct EmptyPathTests {
  @Test("a path that a rule leaves nothing of is none, so that no test of it holds")
  func nothingLeft() throws {
    let text = """
      defaults
        mode http
      frontend www
        bind :80
        default_backend app
      backend app
        http-request replace-path /app(/.*)? \\1
        http-request set-header X-Empty yes if { path -m len 0 }
        http-request set-header X-Found yes if { path -m found }
        http-request set-header X-Base %[base]
        http-request set-path / if { path -m len 0 }
        server one 127.0.0.1:8080

      """
    let files = MemoryFiles(["/etc/haproxy/haproxy.cfg": text])
    let model = HAProxyModel(HAProxyReader.read("/etc/haproxy/haproxy.cfg", files: files), files: files)
    func asked(_ target: ByteText) throws -> Outcome.Asked {
      let outcome = HAProxyTracer(model).trace(Request(host: "www.example.com", target: target), failures: Failures())
      return try #require(outcome.asked.first)
    }
    for (target, sent) in [("/app", ""), ("/app?x=1", "?x=1"), ("/app/a", "/a")] {
      let request = try asked(ByteText(target))
      #expect(request.uri?.string == sent)
      #expect(request.headers.contains { $0.name.lowercased() == "x-found" } == (target == "/app/a"))
      #expect(!request.headers.contains { $0.name.lowercased() == "x-empty" })
    }
  }
}
