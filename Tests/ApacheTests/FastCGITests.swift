import Apache
import Diagnostics
import ProxyConfig
import TestSupport
import Testing
import Trace

/// PHP-FPM and the like behind httpd 2.4, as a real one answered.
@Suite struct FastCGITests {
  @Test("a header line that is too long ends as an empty 500, whatever page there is for it")
  func tooBigHeader() {
    let text = """
      ProxyErrorOverride On
      ErrorDocument 500 "our words"
      ErrorDocument 503 "our words"
      ProxyPass / fcgi://127.0.0.1:9000/srv/app/

      """
    let files = MemoryFiles()
    let model = ApacheModel(ApacheReader.read(Source(name: "/etc/apache2/apache2.conf", text: text), files: files))
    func outcome(_ failure: Failure) -> Outcome {
      ApacheTracer(model, files: files).trace(Request(host: "shop.example"), failures: Failures(everywhere: failure))
    }
    let empty = outcome(.tooBigHeader)
    #expect(empty.status == 500 && empty.body == .none)
    // It has the type that the script had named before, if any.
    #expect(!empty.headers.contains { $0.name == "content-type" })
    #expect(outcome(.garbage).body == .inline("our words"))
    #expect(outcome(.status(500)).body == .inline("our words"))
  }
}
