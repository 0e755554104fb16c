import Apache
import Diagnostics
import ProxyConfig
import TestSupport
import Testing
import Trace

/// Whom httpd lets in where modules ask that nobody here knows, and where TLS is asked for.
@Suite struct LettingInTests {
  private static func outcome(_ text: String, _ question: Question) -> Outcome {
    let files = MemoryFiles()
    let model = ApacheModel(
      ApacheReader.read(
        Source(name: "/etc/apache2/apache2.conf", text: text + "\nProxyPass / http://127.0.0.1:9000/\n"), files: files))
    return ApacheTracer(model, files: files).trace(question)
  }

  @Test(
    "a plain visitor has what a foreign module asks for; of anybody else it is not known",
    arguments: [
      "AuthType openid-connect\nRequire valid-user", "AuthType shibboleth\nRequire shib-session",
      "Require claim role:staff", "<RequireAll>\nRequire all granted\nRequire not claim role:guest\n</RequireAll>",
    ])
  func foreignLogin(_ rules: String) {
    let request = Request(host: "shop.example")
    let text = "<Location />\n\(rules)\n</Location>"
    let plain = Self.outcome(text, .plainVisitor(request))
    #expect(plain.body == .upstream && plain.certainty == .exact)
    #expect(Self.outcome(text, Question(request)).certainty != .exact)
  }

  @Test("SSLRequireSSL turns plain HTTP away, and nobody else")
  func tlsRequired() {
    for rules in ["SSLRequireSSL", "Require ssl"] {
      let text = "<Location />\n\(rules)\n</Location>"
      #expect(Self.outcome(text, .plainVisitor(Request(host: "shop.example"))).status == 403)
    }
    let text = """
      <VirtualHost *:443>
      SSLEngine on
      <Location />
      SSLRequireSSL
      </Location>
      ProxyPass / http://127.0.0.1:9000/
      </VirtualHost>
      """
    #expect(
      Self.outcome(text, .plainVisitor(Request(scheme: .https, host: "shop.example", port: 443))).body == .upstream)
  }
}
