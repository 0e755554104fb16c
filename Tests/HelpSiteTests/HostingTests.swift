import Foundation
import Testing

@testable import HelpSite

@Suite("What hosts and search engines are told")
struct HostingTests {
  private func fixture(_ settings: String..., baseURL: String? = "https://example.com/help/") -> FixtureSite {
    var fixture = FixtureSite()
    fixture.baseURL = baseURL
    fixture.settings += settings
    return fixture
  }

  @Test("old addresses lead to the present one, in the words of each host")
  func moves() async throws {
    var fixture = fixture()
    fixture.files["articles/start/first.md"] =
      "---\ntitle: Begin here\naliases: [/articles/a b.c/, '/größe/']\n---\nText.\n"
    let files = try await fixture.build()
    let redirects = try #require(files["_redirects"])
    #expect(redirects.contains("/help/articles/old-down/ /help/articles/causes/down/ 301\n"))
    #expect(redirects.contains("/help/old.html /help/articles/causes/down/ 301\n"))
    #expect(redirects.contains("/help/articles/a%20b.c/ /help/articles/start/first/ 301\n"))
    let nginx = try #require(files["site-config/nginx.conf"])
    #expect(nginx.contains("location = \"/help/old.html\" { return 301 \"/help/articles/causes/down/\"; }"))
    #expect(nginx.contains("location = \"/help/größe/\" { return 301"))
    #expect(nginx.contains("location = \"/help/articles/a b.c\" { return 301"))
    let apache = try #require(files["site-config/apache.conf"])
    #expect(apache.contains(#"RedirectMatch 301 "^/help/old\.html$" "/help/articles/causes/down/""#))
    #expect(apache.contains(#"RedirectMatch 301 "^/help/articles/a b\.c/?$" "/help/articles/start/first/""#))
    let caddy = try #require(files["site-config/site.caddy"])
    #expect(caddy.contains("redir \"/help/old.html\" \"/help/articles/causes/down/\" 301"))
  }

  @Test("a site without old addresses has no list of them")
  func noMoves() async throws {
    var fixture = fixture()
    fixture.files["articles/causes/down.md"] = fixture.files["articles/causes/down.md"]?
      .replacing("aliases: [/articles/old-down/, /old.html]\n", with: "")
    let files = try await fixture.build()
    #expect(files["_redirects"] == nil && files["_headers"] != nil)
  }

  @Test("the policy allows the site's own files and nothing else; the form and the lone style are named")
  func policy() async throws {
    let strict =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
      + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    let files = try await fixture().build()
    for name in ["_headers", "site-config/nginx.conf", "site-config/apache.conf", "site-config/site.caddy"] {
      #expect(try #require(files[name]).contains(strict), "\(name)")
    }
    let form = try await fixture("feedback: https://forms.example.com:8443/a?b").build()
    #expect(try #require(form["_headers"]).contains("form-action 'self' https://forms.example.com:8443; "))
    let engine = try await fixture("search: {endpoint: 'https://search.example.com/indexes/help/search?a=b'}").build()
    #expect(try #require(engine["_headers"]).contains("connect-src 'self' https://search.example.com; "))
    let alone = try await fixture(baseURL: nil).build()
    #expect(try #require(alone["_headers"]).contains("style-src 'self' 'sha256-"))
  }

  @Test("structured data says what a page is, and no title gets out of it")
  func structuredData() async throws {
    var fixture = fixture()
    fixture.files["articles/causes/dns.md"] = "---\ntitle: '</script><b>&\"x'\n---\n## Names and numbers\n\nText.\n"
    let files = try await fixture.build()
    struct Data: Decodable {
      struct Item: Decodable { let name: String, item: String, position: Int }
      struct Part: Decodable {
        let type: String
        let headline: String?
        let dateModified: String?
        let itemListElement: [Item]?
        enum CodingKeys: String, CodingKey { case type = "@type", headline, dateModified, itemListElement }
      }
      let graph: [Part]
      enum CodingKeys: String, CodingKey { case graph = "@graph" }
    }
    func data(_ path: String) throws -> Data {
      let page = files[path] ?? ""
      guard let start = page.firstRange(of: "<script type=\"application/ld+json\">"),
        let end = page[start.upperBound...].firstRange(of: "</script>")
      else { return Data(graph: []) }
      return try JSONDecoder().decode(Data.self, from: Foundation.Data(page[start.upperBound..<end.lowerBound].utf8))
    }
    let dns = try data("articles/causes/dns/index.html")
    #expect(dns.graph.map(\.type) == ["TechArticle", "BreadcrumbList"])
    #expect(dns.graph[0].headline == "</script><b>&\"x")
    #expect(
      dns.graph[1].itemListElement?.map(\.item) == [
        "https://example.com/help/", "https://example.com/help/articles/", "https://example.com/help/articles/causes/",
        "https://example.com/help/articles/causes/dns/",
      ])
    #expect(try data("codes/502/index.html").graph[0].dateModified == "2026-02-03")
    #expect(try data("articles/causes/index.html").graph.count == 2)
    #expect(files["404.html"]?.contains("ld+json") == false)
    #expect(try await self.fixture(baseURL: nil).build()["codes/502/index.html"]?.contains("ld+json") == false)
  }

  @Test("the question whether a page helped is asked only where somebody wants to know")
  func feedback() async throws {
    #expect(try await fixture().build()["codes/502/index.html"]?.contains("method=\"post\"") == false)
    let files = try await fixture("feedback: https://forms.example.com/helpful").build()
    for (path, value) in [
      ("codes/502/index.html", "codes/502/"), ("articles/causes/dns/index.html", "articles/causes/dns/"),
    ] {
      let page = try #require(files[path])
      #expect(page.contains("method=\"post\" action=\"https://forms.example.com/helpful\""))
      #expect(page.contains("name=\"page\" value=\"\(value)\""))
    }
  }

  @Test("the list of codes is in two parts")
  func families() async throws {
    let page = try #require(try await fixture().build()["codes/502/index.html"])
    let (client, server) = (
      page.firstRange(of: "<summary>4xx</summary>"), page.firstRange(of: "<summary>5xx</summary>")
    )
    #expect(try #require(client).lowerBound < #require(server).lowerBound)
  }

  @Test("the script names what it needs, and is small")
  func script() async throws {
    let files = try await fixture().build()
    let page = try #require(files["codes/502/index.html"])
    #expect(page.contains("<script src=\"../../assets/site.js?v=") && page.contains("data-copied=\"Copied\""))
    #expect(try #require(files["assets/site.js"]).utf8.count < 9000)
  }
}
