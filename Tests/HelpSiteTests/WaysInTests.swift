import Content
import Testing

@testable import HelpSite

@Suite("Ways into the help site")
struct WaysInTests {
  @Test("the first page begins with the search, the doors and the path, and then the codes that are met most")
  func home() async throws {
    let files = try await FixtureSite().build()
    let page = try #require(files["index.html"])
    let parts = ["role=\"search\"", "class=\"doors\"", "class=\"stops\"", "id=\"page.common\"", "id=\"page.codes\""]
    let places = try parts.map { try #require(page.firstRange(of: $0), "\($0)").lowerBound }
    #expect(places == places.sorted())
    // Without causes there are no questions to lead to.
    #expect(page.contains("href=\"codes/index.html\"><b>I met an error</b>"))
    #expect(page.contains("href=\"articles/index.html\"><b>I run a site</b>") && !page.contains("I am on call"))
    #expect(page.contains("href=\"codes/index.html#at.edge-server\""))
    // No code of the fixture speaks of the front door alone.
    #expect(!page.contains("#at.edge\""))
    let codes = try #require(files["codes/index.html"])
    #expect(Markup(text: codes).ids.isSuperset(of: ["at.server", "at.edge-server"]))
    #expect(Crawl(files: files).deadLinks() == [])
  }

  @Test("a visitor is sent to what is written for visitors alone")
  func visitor() async throws {
    var fixture = FixtureSite()
    fixture.files["articles/start/visitors.md"] = "---\ntitle: For you\naudience: [visitor]\n---\nText.\n"
    let page = try #require(try await fixture.build()["index.html"])
    #expect(page.contains("href=\"articles/start/visitors/index.html\"><b>I met an error</b>"))
  }

  @Test("every page has one search box, in the bar or in the page")
  func boxes() async throws {
    var fixture = FixtureSite()
    fixture.baseURL = "https://example.com/help/"
    let files = try await fixture.build()
    for (path, page) in files where path.hasSuffix(".html") && !page.contains("http-equiv=\"refresh\"") {
      #expect(Markup(text: page).count(of: "role=\"search\"") == 1, "\(path)")
    }
    #expect(try #require(files["404.html"]).contains("<div id=\"page.near\" hidden></div>"))
  }

  @Test("visitors come first on a code's page; a code that the site answered itself stopped nowhere")
  func codePage() async throws {
    let files = try await FixtureSite().build()
    let page = try #require(files["codes/502/index.html"])
    let places = try ["id=\"for-visitors\"", "class=\"facts\"", "id=\"for-site-owners\""].map {
      try #require(page.firstRange(of: $0)).lowerBound
    }
    #expect(places == places.sorted())
    #expect(page.contains("<a class=\"anchor\" href=\"#for-visitors\" aria-label=\"Link to “For visitors”\">#</a>"))
    #expect(try #require(files["codes/404/index.html"]).contains("Nowhere: the site was reached"))
  }

  @Test("the colours are chosen before the page is painted, by a file of the site's own")
  func colours() async throws {
    let files = try await FixtureSite().build()
    let page = try #require(files["codes/502/index.html"])
    let script = try #require(page.firstRange(of: "<script src=\"../../assets/theme.js?v="))
    let sheet = try #require(page.firstRange(of: "<link rel=\"stylesheet\""))
    #expect(script.lowerBound < sheet.lowerBound && files["assets/theme.js"]?.contains("interlude:theme") == true)
    #expect(files["assets/site.css"]?.contains("[data-theme=dark]") == true)
  }

  @Test("the key, what is missed and what counts visits follow site.yaml, and the policy with them")
  func settings() async throws {
    let plain = try await FixtureSite().build()
    let page = try #require(plain["codes/502/index.html"])
    #expect(page.contains("data-slash=\"The / key opens the search\"") && !page.contains("data-misses"))
    var fixture = FixtureSite()
    fixture.settings += [
      "search: {slash: false, misses: 'https://forms.example.com/m'}",
      "analytics: {script: 'https://a.example.com/s.js', data: {domain: 'x\"y', api: z}, endpoint: 'https://b.example.com/e'}",
    ]
    let files = try await fixture.build()
    let told = try #require(files["codes/502/index.html"])
    #expect(!told.contains("data-slash") && told.contains("data-misses=\"https://forms.example.com/m\""))
    #expect(
      told.contains(
        "<script src=\"https://a.example.com/s.js\" defer data-api=\"z\" data-domain=\"x&quot;y\"></script>"))
    let policy = try #require(files["_headers"])
    #expect(policy.contains("script-src 'self' https://a.example.com; "))
    #expect(policy.contains("img-src 'self' data: https://b.example.com; "))
    #expect(policy.contains("connect-src 'self' https://forms.example.com https://b.example.com; "))
  }

  @Test("every page knows where words are explained, in its own language's folder")
  func glossary() async throws {
    let plain = try #require(try await FixtureSite().build()["codes/502/index.html"])
    #expect(!plain.contains("data-glossary"))
    var fixture = try FixtureSite.multilingual()
    fixture.settings.append("glossary: articles/causes/dns.md")
    let files = try await fixture.build()
    #expect(
      try #require(files["codes/502/index.html"]).contains("data-glossary=\"../../articles/causes/dns/index.html\""))
    #expect(
      try #require(files["de/codes/502/index.html"]).contains(
        "data-glossary=\"../../../de/articles/causes/dns/index.html\""))
  }
}
