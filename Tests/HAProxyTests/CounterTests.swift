import Diagnostics
import HAProxy
import ProxyConfig
import Testing
import Trace

/// Rules that ask tables how often somebody has come.
@Suite struct CounterTests {
  @Test(
    "a plain visitor has not been counted; of anybody else it is not known",
    arguments: [
      "src,table_http_req_rate(visits) gt 20", "dst_port,table_http_req_rate(visits) gt 20",
      "int(80),table_conn_cnt(visits),add(1) gt 1", "src,in_table(visits)",
    ])
  func nobodyYet(_ condition: String) {
    let text = """
      defaults
        mode http
      frontend www
        bind :80
        http-request return status 429 if { \(condition) }
        default_backend app
      backend app
        server one 127.0.0.1:8080
      backend visits
        stick-table type ip size 1m expire 30s store http_req_rate(10s),conn_cnt

      """
    let files = MemoryFiles(["/etc/haproxy/haproxy.cfg": text])
    let tracer = HAProxyTracer(
      HAProxyModel(HAProxyReader.read("/etc/haproxy/haproxy.cfg", files: files), files: files))
    let plain = tracer.trace(.plainVisitor(Request(host: "www.example.com")))
    #expect(plain.body == .upstream && plain.certainty == .exact)
    #expect(tracer.trace(Question(Request(host: "www.example.com"))).certainty != .exact)
  }
}
