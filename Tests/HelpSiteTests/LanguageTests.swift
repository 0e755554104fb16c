import Testing

@Suite("Several languages")
struct LanguageTests {
  @Test("a brand that is written otherwise in a language is so on its pages, and as in the default language on others")
  func names() async throws {
    var fixture = try FixtureSite.multilingual()
    fixture.settings = fixture.settings.map { $0.hasPrefix("name: ") ? "name: {en: Example, ar: مثال}" : $0 }
    let files = try await fixture.build()
    let page = try #require(files["ar/codes/502/index.html"])
    #expect(page.contains(" · مثال</title>") && !page.contains("Example</title>"))
    #expect(try #require(files["de/codes/502/index.html"]).contains(" · Example</title>"))
    #expect(try #require(files["ar/llms.txt"]).hasPrefix("# مثال\n"))
  }

  @Test("a description that nobody translated says its language, so that its full stop stands where that language ends")
  func description() async throws {
    var fixture = try FixtureSite.multilingual()
    fixture.settings = fixture.settings.filter { !$0.hasPrefix("description: ") }
    fixture.settings.append("description: {en: What errors mean., de: Was Fehler bedeuten.}")
    let files = try await fixture.build()
    let lede = "<p class=\"lede\""
    #expect(try #require(files["ar/index.html"]).contains(lede + " lang=\"en\" dir=\"auto\">What errors mean.</p>"))
    #expect(try #require(files["de/index.html"]).contains(lede + ">Was Fehler bedeuten.</p>"))
    #expect(try #require(files["index.html"]).contains(lede + ">What errors mean.</p>"))
  }

  @Test("a page without a translation shows the original with a notice")
  func fallback() async throws {
    let files = try await FixtureSite.multilingual().build()
    let page = try #require(files["de/articles/causes/down/index.html"])
    #expect(page.contains("<p class=\"notice\">"))
    #expect(page.contains("<div class=\"prose\" lang=\"en\" dir=\"ltr\">"))
    #expect(page.hasPrefix("<!doctype html>\n<html lang=\"de\""))
    let translated = try #require(files["de/articles/causes/dns/index.html"])
    #expect(!translated.contains("class=\"notice\"") && translated.contains("Namen und Nummern"))
  }

  @Test("a link to a heading that the translation names otherwise leads to its page")
  func headings() async throws {
    let files = try await FixtureSite.multilingual().build()
    let page = try #require(files["de/articles/causes/down/index.html"])
    #expect(page.contains("<a href=\"../dns/index.html\">there</a>"))
    #expect(files["articles/causes/down/index.html"]?.contains("../dns/index.html#names-and-numbers") == true)
  }

  @Test("what exists only in a translation has its place there")
  func ownArticles() async throws {
    let files = try await FixtureSite.multilingual().build()
    #expect(files["de/articles/causes/neu/index.html"] != nil && files["articles/causes/neu/index.html"] == nil)
    #expect(files["de/articles/alt/index.html"]?.contains("url=../causes/neu/index.html") == true)
  }

  @Test("search engines learn which pages are translations of one another")
  func alternates() async throws {
    var fixture = try FixtureSite.multilingual()
    fixture.baseURL = "https://help.example.com/"
    let files = try await fixture.build()
    let page = try #require(files["codes/502/index.html"])
    #expect(page.contains("<link rel=\"alternate\" hreflang=\"de\" href=\"https://help.example.com/de/codes/502/\">"))
    #expect(
      page.contains("hreflang=\"x-default\" href=\"https://help.example.com/codes/502/\"")
        && !page.contains("<link rel=\"alternate\" hreflang=\"ar\""))
    let copy = try #require(files["ar/codes/502/index.html"])
    #expect(copy.contains("<link rel=\"canonical\" href=\"https://help.example.com/codes/502/\">"))
  }

  @Test("a language whose locale has no strings of the site gets no pages")
  func withoutStrings() async throws {
    var fixture = try FixtureSite.multilingual()
    let german = try #require(fixture.files["locales/de.yaml"])
    let start = try #require(german.firstRange(of: "\nsite:\n"))
    let end = try #require(german[start.upperBound...].firstRange(of: "\ncodes:"))
    fixture.files["locales/de.yaml"] = String(german[..<start.lowerBound] + "\n" + german[end.lowerBound...])
    let files = try await fixture.build()
    #expect(!files.keys.contains { $0.hasPrefix("de/") } && files["ar/index.html"] != nil)
  }

  @Test("call-outs are titled in the language of their text")
  func callouts() async throws {
    var fixture = try FixtureSite.multilingual()
    let note = "\n> [!NOTE]\n> Text.\n"
    fixture.files["articles/causes/dns.md"]? += note
    fixture.files["articles/causes/dns.de.md"]? += note
    let files = try await fixture.build()
    let title = "<p class=\"callout-title\">"
    #expect(try #require(files["articles/causes/dns/index.html"]).contains(title + "Note</p>"))
    #expect(try #require(files["de/articles/causes/dns/index.html"]).contains(title + "DE Note</p>"))
    #expect(try #require(files["ar/articles/causes/dns/index.html"]).contains(title + "Note</p>"))
  }
}
