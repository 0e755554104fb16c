import Testing

@testable import Content
@testable import ProxySnippets

/// The configuration of proxies that fill pages in: what differs, for those whose pages are made or named here. The
/// others are held to the real servers.
@Suite("Configuration for pages that proxies fill in")
struct LiveConfigTests {
  private static let page = """
    <!doctype html>
    <p style="width:100%">502</p>
    <!--#if expr="$unique_id" --><div><dt>Reference</dt><dd dir="ltr"><!--#echo var="unique_id" --></dd></div><!--#endif -->
    <div><dt>Time</dt><dd dir="ltr"><!--#config timefmt="%Y-%m-%d %H:%M:%S" --><!--#echo var="date_gmt" --> UTC</dd></div>
    <!--#if expr="$interlude_host" --><div><dt>Site \\</dt><dd dir="ltr"><!--#echo var="interlude_host" --></dd></div><!--#endif -->
    </html>
    """

  private static let files: [String: String] = {
    var pack = ConfigTests.pack
    pack.isLive = true
    for language in pack.languages {
      for code in [500, 502, 503] { pack.contents["live/ssi/\(language)/\(code).html"] = Array(page.utf8) }
    }
    return Dictionary(
      uniqueKeysWithValues: ProxySnippets.files(pack).map { file in
        (String(file.path.dropFirst("error-pages/config/".count)), String(decoding: file.bytes, as: UTF8.self))
      })
  }()

  @Test("Envoy gets formats: its own operators, and every other per cent sign doubled; the host's row is the filter's")
  func envoy() throws {
    let page = try #require(Self.files["envoy/live/pt-BR/502.html"])
    #expect(
      page == """
        <!doctype html>
        <p style="width:100%%">502</p>
        <div><dt>Reference</dt><dd dir="ltr">%START_TIME(%s%6f)%-%CONNECTION_ID%</dd></div>
        <div><dt>Time</dt><dd dir="ltr">%START_TIME(%Y-%m-%d %H:%M:%S)% UTC</dd></div>
        %DYNAMIC_METADATA(interlude:host)%
        </html>
        """)
    let bootstrap = try #require(Self.files["envoy/envoy.yaml"])
    #expect(bootstrap.contains("[\"pt-BR\"] = \"<div><dt>Site \\\\</dt><dd dir=\\\"ltr\\\">\","))
    for match in bootstrap.matches(of: /filename: "\/var\/www\/error-pages\/config\/([^"]*)"/) {
      #expect(Self.files[String(match.output.1)] != nil, "\(match.output.1)")
    }
    #expect(!bootstrap.contains("x-request-id"))
  }

  @Test("the page service in Kubernetes is given the pages that it fills in, under the names of the others")
  func kubernetes() throws {
    let text = try #require(Self.files["kubernetes/kustomization.yaml"])
    #expect(text.contains("  - 502.html=../../live/ssi/zh-Hans/502.html\n  - ../../zh-Hans/502.json\n"))
    // There is none for this code.
    #expect(text.contains("  - ../../zh-Hans/404.html\n"))
  }

  @Test("without the setting nothing of it is there")
  func off() {
    #expect(!ConfigTests.files.keys.contains { $0.contains("live") })
    for (name, text) in ConfigTests.files { #expect(!text.contains("/live/"), "\(name)") }
  }
}
