import Apache
import Diagnostics
import ProxyConfig
import TestSupport
import Testing
import Trace

/// Upstreams over ws, as httpd 2.4.65 answered.
@Suite struct WebsocketTests {
  private static func outcome(_ failure: Failure, _ more: String = "") -> Outcome {
    let files = MemoryFiles()
    let text = "\(more)ProxyPass /ws/ ws://127.0.0.1:9000/\nProxyPass / http://127.0.0.1:9000/\n"
    let model = ApacheModel(ApacheReader.read(Source(name: "/etc/apache2/apache2.conf", text: text), files: files))
    return ApacheTracer(model, files: files).trace(
      Request(host: "shop.example", target: "/ws/a"), failures: Failures(everywhere: failure))
  }

  @Test(
    "they are asked as those over HTTP are",
    arguments: [
      (Failure.refused, 503), (.closed, 502), (.timeout, 502), (.tooBigHeader, 502), (.garbage, 200),
      (.status(503), 503),
      (.none, 200),
    ])
  func likeHTTP(_ failure: Failure, _ status: Int) {
    let outcome = Self.outcome(failure)
    #expect(outcome.status == status && outcome.certainty == .exact)
  }

  @Test("what mod_proxy_wstunnel does by itself is not known")
  func ownTunnel() {
    let load = "LoadModule proxy_module modules/mod_proxy.so\nLoadModule proxy_http_module modules/mod_proxy_http.so\n"
    let tunnel = "LoadModule proxy_wstunnel_module modules/mod_proxy_wstunnel.so\n"
    #expect(Self.outcome(.closed, load).status == 502)
    #expect(Self.outcome(.closed, load + tunnel).status == 502)
    #expect(Self.outcome(.closed, load + tunnel + "ProxyWebsocketFallbackToProxyHttp Off\n").certainty != .exact)
  }
}
