import Content
import Foundation
import FoundationXML
import Testing

@Suite("Files that machines read")
struct MachineFileTests {
  private static func fixture() throws -> FixtureSite {
    var fixture = try FixtureSite.multilingual()
    fixture.baseURL = "https://help.example.com/a&b/"
    return fixture
  }

  @Test("sitemap and feed are well-formed and absolute")
  func wellFormed() async throws {
    let files = try await Self.fixture().build()
    for name in ["sitemap.xml", "feed.xml", "de/feed.xml", "ar/feed.xml"] {
      #expect(XMLParser(data: Data(try #require(files[name]).utf8)).parse(), "\(name)")
    }
    let sitemap = try #require(files["sitemap.xml"])
    #expect(
      sitemap.contains("<loc>https://help.example.com/a&amp;b/articles/causes/down/</loc><lastmod>2026-02-03</lastmod>")
    )
    let feed = try #require(files["feed.xml"])
    #expect(feed.contains("<title>Down &amp; &lt;out&gt;</title>"))
    #expect(feed.contains("<updated>2026-03-04T00:00:00Z</updated>"))
  }

  @Test("the sitemap lists what is translated, and every address it lists is a page")
  func sitemap() async throws {
    let files = try await Self.fixture().build()
    let addresses = try #require(files["sitemap.xml"]).matches(of: /<loc>([^<]*)<\/loc>/).map { String($0.output.1) }
    for address in addresses {
      let path = address.replacing("https://help.example.com/a&amp;b/", with: "").removingPercentEncoding ?? ""
      #expect(files[SitePath(path).file] != nil, "\(address)")
    }
    #expect(Set(addresses).count == addresses.count)
    #expect(
      addresses.contains { $0.hasSuffix("/de/codes/502/") } && !addresses.contains { $0.hasSuffix("/de/codes/504/") })
  }

  @Test("without a base URL there is no sitemap, feed or canonical address")
  func withoutBaseURL() async throws {
    let files = try await FixtureSite().build()
    #expect(files["sitemap.xml"] == nil && files["feed.xml"] == nil)
    #expect(files["robots.txt"] == "User-agent: *\nAllow: /\n")
    let page = try #require(files["codes/502/index.html"])
    #expect(!page.contains("canonical") && !page.contains("og:url") && !page.contains("feed.xml"))
  }

  @Test("codes.json is JSON and names files that exist")
  func catalogue() async throws {
    struct Catalogue: Decodable {
      struct Code: Decodable {
        struct Article: Decodable { let title: String, url: String }
        let code: Int, reason: String, url: String, markdown: String, article: Article
      }
      let codes: [Code]
    }
    let files = try await FixtureSite().build()
    let catalogue = try JSONDecoder().decode(Catalogue.self, from: Data(try #require(files["codes.json"]).utf8))
    #expect(catalogue.codes.map(\.code) == [404, 502, 504])
    for code in catalogue.codes {
      #expect(files[code.url] != nil && files[code.markdown] != nil && files[code.article.url] != nil)
    }
    #expect(catalogue.codes[1].article.title == "Down & <out>")
  }

  @Test("llms-full.txt holds every text once, with links that lead from the root; only where it is asked for")
  func fullText() async throws {
    #expect(try await FixtureSite().build()["llms-full.txt"] == nil)
    var fixture = try FixtureSite.multilingual()
    fixture.settings.append("fullText: true")
    let near = try await fixture.build()
    let text = try #require(near["llms-full.txt"])
    #expect(text.hasPrefix("# Fixture\n\n> What went wrong.\n"))
    for title in ["# 404 Not Found", "# 502 Bad Gateway", "# Down & \\<out\\>", "# DNS", "# Begin here", "# Causes"] {
      #expect(text.components(separatedBy: "\n\(title)\n").count == 2, "\(title)")
    }
    #expect(
      text.contains("Source: codes/502/index.html\n\n# 502")
        && text.contains("[there](articles/causes/dns/index.md#names"))
    #expect(text.contains("![flow](articles/causes/flow.svg)") || text.contains("[picture](articles/causes/flow.svg)"))
    #expect(try #require(near["de/llms-full.txt"]).contains("# Namen\n"))
    fixture.baseURL = "https://help.example.com/x/"
    let far = try #require(try await fixture.build()["llms-full.txt"])
    #expect(far.contains("Source: https://help.example.com/x/codes/502/\n"))
    #expect(far.contains("[there](https://help.example.com/x/articles/causes/dns/index.md#names-and-numbers)"))
  }

  @Test("every page has a Markdown twin, and the twins link to one another")
  func twins() async throws {
    let files = try await FixtureSite.multilingual().build()
    for path in files.keys
    where path.hasSuffix("/index.html") && !path.contains("old") && !path.contains("/alt/")
      && !path.hasSuffix("search/index.html")
    {
      #expect(files[path.replacing("index.html", with: "index.md")] != nil, "\(path)")
    }
    let twin = try #require(files["articles/causes/down/index.md"])
    #expect(twin.hasPrefix("# Down & \\<out\\>\n\n> The server stopped.\n\n"))
    #expect(twin.contains("[code](../../../codes/502/index.md#for-site-owners)"))
    #expect(twin.contains("[there](../dns/index.md#names-and-numbers)"))
    #expect(twin.contains("[here](#second)") && twin.contains("(../flow.svg)"))
  }

  @Test("llms.txt links to twins that exist")
  func languageModelIndex() async throws {
    let files = try await FixtureSite().build()
    let links = try #require(files["llms.txt"]).matches(of: /\]\(([^)]*)\)/).map { String($0.output.1) }
    #expect(links.count == 7)
    for link in links { #expect(files[link] != nil, "\(link)") }
  }
}
