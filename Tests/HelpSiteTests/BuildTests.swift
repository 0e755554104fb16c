import Content
import Testing

@testable import HelpSite

@Suite("Building the help site")
struct BuildTests {
  @Test("files and their order do not depend on the number of jobs")
  func jobs() async throws {
    var fixture = try FixtureSite.multilingual()
    fixture.baseURL = "https://help.example.com/"
    let one = try await fixture.outputs(jobs: 1)
    #expect(try await fixture.outputs(jobs: 4) == one)
    #expect(one.count > 40)
  }

  @Test("404.html works at any depth")
  func notFound() async throws {
    let alone = try #require(try await FixtureSite().build()["404.html"])
    #expect(
      alone.contains("<style>") && Markup(text: alone).links.allSatisfy { $0.hasPrefix("#") || $0.contains("://") })
    #expect(alone.contains("<meta name=\"robots\" content=\"noindex\">"))
    var fixture = FixtureSite()
    fixture.baseURL = "https://example.com/help/"
    let page = try #require(try await fixture.build()["404.html"])
    #expect(page.contains("href=\"/help/index.html\"") && page.contains("href=\"/help/assets/site.css?v="))
    #expect(!page.contains("<style>"))
  }

  @Test("a page's size does not grow with the site")
  func growth() async throws {
    func page(articles: Int) async throws -> String {
      var fixture = FixtureSite()
      for number in 0..<articles {
        fixture.files["articles/many/a\(number).md"] = "---\ntitle: Article \(1000 + number)\n---\nText.\n"
      }
      return try #require(try await fixture.build()["articles/many/a5/index.html"])
    }
    let (some, many) = (try await page(articles: 150), try await page(articles: 300))
    #expect(abs(many.utf8.count - some.utf8.count) < 100)
    #expect(many.contains("All 300 articles"))
    #expect(Markup(text: many).count(of: "aria-current") == 1)
  }

  @Test("nor with the number of topics")
  func topics() async throws {
    func page(topics: Int) async throws -> String {
      var fixture = FixtureSite()
      for number in 1000..<1000 + topics {
        fixture.files["articles/t\(number)/a.md"] = "---\ntitle: Article \(number)\n---\nText.\n"
      }
      return try #require(try await fixture.build()["articles/t1100/a/index.html"])
    }
    let (some, many) = (try await page(topics: 150), try await page(topics: 260))
    #expect(abs(many.utf8.count - some.utf8.count) < 100)
    #expect(Markup(text: many).count(of: "aria-current") == 1)
  }

  @Test("an empty topic tree makes a site, too")
  func smallest() async throws {
    var fixture = FixtureSite()
    fixture.files = fixture.files.filter { ["logo.svg", "errors/504.md", "articles/causes/down.md"].contains($0.key) }
    fixture.files["articles/causes/down.md"] = "---\ntitle: Down\n---\n## First\n\nText.\n"
    fixture.files["errors/504.md"] = fixture.files["errors/504.md"]?.replacing("related: [502]", with: "related: []")
      .replacing("(../articles/causes/dns.md)", with: "(../articles/causes/down.md)")
    let files = try await fixture.build()
    #expect(Crawl(files: files).deadLinks() == [])
    #expect(files["tags/index.html"] == nil)
  }

  @Test("a tag that one article alone has leads nowhere; another's page lists its articles")
  func singleTag() async throws {
    let files = try await FixtureSite().build()
    let article = try #require(files["articles/causes/down/index.html"])
    #expect(article.contains("href=\"../../../tags/server/index.html\">server</a>"))
    #expect(article.contains("<span class=\"chip\">C++ &amp; co</span>"))
    #expect(files["tags/server/index.html"] != nil && files["tags/c-co/index.html"] == nil)
    let tags = try #require(files["tags/index.html"])
    #expect(tags.contains("server") && !tags.contains("C++"))
  }

  @Test(
    "tags become paths",
    arguments: [
      ("PHP-FPM", "tags/php-fpm/"), ("C++ & co", "tags/c-co/"), ("Größe", "tags/größe/"), ("…", "tags/tag/"),
      (" a / b ", "tags/a-b/"),
    ])
  func tags(_ name: String, _ path: String) {
    #expect(Tag.path(of: name).text == path)
  }

  @Test("the tab's icon has the accent of either scheme")
  func icon() async throws {
    let icon = try #require(try await FixtureSite().build()["assets/icon.svg"])
    #expect(icon.contains("<style>svg{color:#0b6e6e}@media(prefers-color-scheme:dark){svg{color:#"))
  }

  @Test("the style sheet is small")
  func styleSheet() async throws {
    let files = try await FixtureSite().build()
    #expect(try #require(files["assets/site.css"]).utf8.count <= 24_000)
    // What a search shows is styled by a file that is fetched with the search.
    #expect(
      try #require(files["assets/search.css"]).contains(".panel")
        && files["assets/site.css"]?.contains(".panel{") == false)
  }
}
