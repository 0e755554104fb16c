import Content
import Testing

@Suite("Links of the help site")
struct LinkTests {
  @Test("every link and anchor leads somewhere, on disk and without a base URL")
  func withoutBaseURL() async throws {
    let files = try await FixtureSite().build()
    #expect(Crawl(files: files).deadLinks() == [])
  }

  @Test("every link and anchor leads somewhere in three languages below a base URL")
  func multilingual() async throws {
    var fixture = try FixtureSite.multilingual()
    fixture.baseURL = "https://help.example.com/deep/er/"
    let files = try await fixture.build()
    #expect(Crawl(files: files).deadLinks(rootPath: "/deep/er/") == [])
  }

  @Test("no page but 404.html names a path from the server's root")
  func relative() async throws {
    var fixture = try FixtureSite.multilingual()
    fixture.baseURL = "https://help.example.com/"
    for (path, text) in try await fixture.build() where path.hasSuffix(".html") && !path.hasSuffix("404.html") {
      #expect(Markup(text: text).links.filter { $0.hasPrefix("/") } == [], "\(path)")
    }
  }

  @Test("pages obey a content security policy without exceptions")
  func noInlineCode() async throws {
    for (path, text) in try await FixtureSite.multilingual().build() where path.hasSuffix(".html") {
      if !path.hasSuffix("404.html") { #expect(!text.contains("<style"), "\(path)") }
      // Scripts are files of the site; what stands in the page is data.
      for tag in text.matches(of: /<script[^>]*>/).map(\.output) {
        #expect(tag.hasPrefix("<script src=\"") || tag == "<script type=\"application/ld+json\">", "\(path): \(tag)")
      }
      #expect(!text.contains("javascript:"), "\(path)")
      #expect(text.firstMatch(of: /<[^>]*\s(style|on[a-z]+)=/) == nil, "\(path)")
    }
  }

  @Test("every page has a language, a direction, one title, one first-level heading and no id twice")
  func anatomy() async throws {
    for (path, text) in try await FixtureSite.multilingual().build() where path.hasSuffix(".html") {
      let page = Markup(text: text)
      let direction = path.hasPrefix("ar/") ? "rtl" : "ltr"
      #expect(text.contains(" dir=\"\(direction)\">\n<head>"), "\(path)")
      #expect(page.count(of: "<h1") == 1 && page.count(of: "<title>") == 1, "\(path)")
      #expect(page.count(of: "<main") == 1, "\(path)")
      #expect(page.values(of: "id").count == page.ids.count, "\(path)")
    }
  }

  @Test("the sidebar marks the current page, once")
  func current() async throws {
    let files = try await FixtureSite().build()
    for path in [
      "codes/502/", "codes/", "articles/", "articles/causes/", "articles/causes/dns/", "articles/start/first/",
    ] {
      let text = try #require(files[SitePath(path).file])
      #expect(Markup(text: text).count(of: "aria-current=\"page\"") == 1, "\(path)")
      #expect(!text.contains("\u{1}") && !text.contains("\u{2}"), "\(path)")
    }
    #expect(
      files["articles/causes/dns/index.html"]?.contains("<a href=\"../dns/index.html\" aria-current=\"page\">DNS")
        == true)
  }

  @Test("old addresses lead to the article")
  func aliases() async throws {
    let files = try await FixtureSite().build()
    #expect(files["articles/old-down/index.html"]?.contains("content=\"0; url=../causes/down/index.html\"") == true)
    #expect(files["old.html"]?.contains("content=\"0; url=articles/causes/down/index.html\"") == true)
  }

  @Test("what the text links to itself is not listed below it again")
  func noRepetition() async throws {
    let text = try #require(try await FixtureSite().build()["articles/causes/down/index.html"])
    #expect(Markup(text: text).count(of: "href=\"https://nginx.org/b\"") == 1)
    #expect(Markup(text: text).count(of: "href=\"https://nginx.org/a\"") == 1)
  }

  @Test("authors' words are text, not markup")
  func escaping() async throws {
    let text = try #require(try await FixtureSite().build()["articles/causes/down/index.html"])
    #expect(text.contains("<h1>Down &amp; &lt;out&gt;</h1>"))
    #expect(text.contains("connect() failed &lt;111&gt;"))
    #expect(!text.contains("<out>"))
  }
}
