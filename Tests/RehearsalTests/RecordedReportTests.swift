import Foundation
import TestSupport
import Testing

extension RehearsalTests {
  /// What a page might try once it stands in a report.
  private static let hostile = """
    <h1>Down</h1>"></iframe></figure><script>document.title = 'ours'</script>
    <LINK rel=preconnect href=http://127.0.0.1:9><iframe src=http://127.0.0.1:9></iframe>
    <meta http-equiv=refresh content="0;url=http://127.0.0.1:9">\u{202E}
    """

  @Test(
    "a report is one page that no page in it breaks out of, and is replaced whole or not at all",
    .enabled(if: isOn, "set INTERLUDE_SERVERS=1"), .safetyNet)
  func report() async throws {
    var sample = RehearsedSample.small
    sample.files = ["pages/50x.html": Self.hostile, "notes.html": "<p>Somebody's notes."]
    guard let binary = sample.binary else { return }
    try await TemporaryFolder.with("rehearsal") { folder in
      try sample.write(to: folder)
      let page = folder.appending(path: "drill.html")
      func rehearse(_ config: String, _ target: String) async throws -> Command {
        try await Command.run(
          Interlude.binary,
          ["rehearse", config, "--binary", binary, "--proxy", "nginx", "--quick", "--record", target], in: folder)
      }
      let result = try await rehearse(sample.file, "drill.html")
      if result.errors.contains("refuses a private place") { return }
      #expect(result.status < 2 && result.errors.contains("drill.html holds the report"), "\(result.errors)")
      let text = try String(contentsOf: page, encoding: .utf8)
      #expect(text.hasPrefix("<!doctype html>") && text.hasSuffix("</html>\n"))
      for part in [
        "default-src 'none'", "sandbox=\"\"", "srcdoc=\"&lt;h1&gt;Down", "shop.example location /", "nginx ",
      ] {
        #expect(text.contains(part), "\(part)")
      }
      // In the file itself there is nothing that runs or is loaded.
      for part in ["<script", "<link", "<meta http-equiv=refresh", "src=http", "src=\"", "url("] {
        #expect(!text.contains(part) || part == "src=http" && text.contains("src=http://127.0.0.1:9&gt;"), "\(part)")
      }
      #expect(text.contains("srcdoc=\"") && text.contains("&lt;x-LINK") && text.contains("&lt;x-iframe"))

      for (config, target) in [
        ("no-such.conf", "drill.html"), (sample.file, sample.file), (sample.file, "notes.html"), (sample.file, "pages"),
        (sample.file, "no/such.html"),
      ] {
        let refused = try await rehearse(config, target)
        #expect(refused.status == 2 && !refused.errors.isEmpty, "\(target)")
      }
      // A configuration that the proxy refuses.
      try Data("events {} http { no_such_directive; }".utf8).write(to: folder.appending(path: "bad.conf"))
      #expect(try await rehearse("bad.conf", "drill.html").status == 2)
      #expect(try String(contentsOf: page, encoding: .utf8) == text)
      #expect(try String(contentsOf: folder.appending(path: "notes.html"), encoding: .utf8) == "<p>Somebody's notes.")
    }
  }
}
