import Foundation
import Testing

/// What a page rests on stands at its foot: a reader can tell which release a claim was seen on, and when.
@Suite("Sources of a page")
struct EvidenceTests {
  private static let seen = """
    sources:
      - https://nginx.org/a
      - https://nginx.org/b
      - {what: "answers & <faults>", program: nginx, version: "1.22.1", date: 2026-11-24}
      - {what: timers, program: nginx, version: "1.22.1", date: 2026-11-25, url: "https://nginx.org/b"}
      - {program: Caddy, version: "2.11", date: 2026-11-24}
    """

  private static func site() throws -> FixtureSite {
    var fixture = try FixtureSite.multilingual()
    let list = "sources: [https://nginx.org/a, https://nginx.org/b]"
    let article = try #require(fixture.files["articles/causes/down.md"])
    #expect(article.contains(list))
    fixture.files["articles/causes/down.md"] = article.replacing(list, with: seen)
    let code = try #require(fixture.files["errors/502.md"])
    fixture.files["errors/502.md"] = code.replacing("reviewed: 2026-02-03\n", with: "reviewed: 2026-02-03\n\(seen)\n")
    return fixture
  }

  /// The part of the page with the sources.
  private static func section(_ page: String?) throws -> Substring {
    let page = try #require(page)
    let end = try #require(page.range(of: "<ul class=\"sources\">")).lowerBound
    let start = try #require(page[..<end].range(of: "<section>", options: .backwards)).lowerBound
    let close = try #require(page[end...].range(of: "</section>")).lowerBound
    return page[start..<close]
  }

  @Test("the programs, each once with its version, then what was seen, when, and where it can be read")
  func article() async throws {
    let section = try Self.section(try await Self.site().build()["articles/causes/down/index.html"])
    #expect(
      section.contains(
        "<p class=\"seen\">Seen on <span><bdi>nginx 1.22.1</bdi></span> <span><bdi>Caddy 2.11</bdi></span></p>"))
    #expect(
      section.contains(
        "<li><span>answers &amp; &lt;faults&gt;</span> <span><bdi>nginx 1.22.1</bdi></span> <span><time datetime=\"2026-11-24\">2026-11-24</time></span> </li>"
      ))
    #expect(
      section.contains(
        "<li><span>timers</span> <span><bdi>nginx 1.22.1</bdi></span> <span><time datetime=\"2026-11-25\">2026-11-25</time></span> <a href=\"https://nginx.org/b\">nginx.org/b</a></li>"
      ))
    // The text links to the other address itself, so only one of the bare ones is left.
    #expect(section.matches(of: /<li><a href/).count == 1 && section.contains("nginx.org/a</a>"))
  }

  @Test("a code's page and the catalogue for programs name them, too")
  func code() async throws {
    let files = try await Self.site().build()
    let section = try Self.section(files["codes/502/index.html"])
    #expect(section.contains("Seen on <span><bdi>nginx 1.22.1</bdi></span>"))
    let catalogue = try #require(files["codes.json"])
    #expect(catalogue.contains("\"nginx 1.22.1\"") && catalogue.contains("\"https://nginx.org/a\""))
  }

  @Test("in a script that runs from right to left each name keeps its own direction")
  func rightToLeft() async throws {
    let section = try Self.section(try await Self.site().build()["ar/articles/causes/down/index.html"])
    #expect(section.contains("<span><bdi>nginx 1.22.1</bdi></span> <span><bdi>Caddy 2.11</bdi></span>"))
  }

  @Test("what was only read has no line of programs")
  func read() async throws {
    let section = try Self.section(try await FixtureSite().build()["articles/causes/down/index.html"])
    #expect(!section.contains("class=\"seen\"") && section.contains("nginx.org/a"))
  }
}
