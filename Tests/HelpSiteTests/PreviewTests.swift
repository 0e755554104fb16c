import Content
import Testing

@testable import HelpSite

@Suite("Link previews")
struct PreviewTests {
  private func fixture(_ settings: String..., baseURL: String? = "https://example.com/help/") -> FixtureSite {
    var fixture = FixtureSite()
    fixture.baseURL = baseURL
    fixture.settings += settings
    return fixture
  }

  @Test("a page says its title, sentence, address and picture")
  func tags() async throws {
    let page = try #require(try await fixture().build()["articles/causes/down/index.html"])
    for tag in [
      "<meta property=\"og:type\" content=\"article\">",
      "<meta property=\"og:title\" content=\"Down &amp; &lt;out&gt;\">",
      "<meta property=\"og:description\" content=\"The server stopped.\">",
      "<meta property=\"og:url\" content=\"https://example.com/help/articles/causes/down/\">",
      "<meta property=\"og:image\" content=\"https://example.com/help/assets/card.png\">",
      "<meta property=\"og:image:width\" content=\"1200\">",
      "<meta name=\"twitter:card\" content=\"summary_large_image\">",
    ] { #expect(page.contains(tag), "\(tag)") }
  }

  @Test("without a base URL there is no address to name, neither the page's nor the picture's")
  func withoutAddress() async throws {
    let files = try await fixture(baseURL: nil).build()
    let page = try #require(files["articles/causes/down/index.html"])
    #expect(page.contains("og:title") && !page.contains("og:url") && !page.contains("og:image"))
    #expect(files["assets/card.png"] == nil)
  }

  @Test("the picture is a PNG of 1200 by 630 pixels and small enough to be fetched in passing")
  func picture() async throws {
    let outputs = try await fixture().outputs()
    let card = try #require(outputs.first { $0.path == "assets/card.png" }).bytes
    #expect(card.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) && card.count < 30_000)
    #expect(Array(card[12..<29]) == Array("IHDR".utf8) + [0, 0, 4, 176, 0, 0, 2, 118, 8, 3, 0, 0, 0])
    #expect(card.suffix(8) == [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
  }

  @Test("a picture of the site's own takes its place")
  func own() async throws {
    var fixture = fixture("card: share.png")
    fixture.files["share.png"] = "a picture"
    let files = try await fixture.build()
    #expect(files["share.png"] == "a picture" && files["assets/card.png"] == nil)
    let page = try #require(files["index.html"])
    #expect(page.contains("og:image\" content=\"https://example.com/help/share.png\"") && !page.contains("image:width"))
  }
}
