import Testing

@testable import HelpSite

@Suite("The command that confirms a cause, above its text")
struct FirstCheckTests {
  static let front = "title: Down\ncodes: [502]\ncause: down\nrelated: [dns.md]\nsources: [https://nginx.org/a]\n"

  private func page(_ confirm: String, front: String = front) async throws -> String {
    var fixture = FixtureSite()
    fixture.files["articles/causes/down.md"] =
      "---\n\(front)---\nIntroduction.\n\n## Symptom\n\n```log\na line\n```\n\n## Confirm\n\n\(confirm)\n## Fix\n\n```shell\nmend\n```\n\n## Prevent\n\nText.\n"
    // What leads to headings of the article that stood there.
    fixture.files["errors/502.md"] = FixtureSite.definition(502, "Bad Gateway", "edge-server", "later", related: [504])
      .replacing("#first", with: "#fix")
    for code in [404, 504] {
      fixture.files["errors/\(code).md"] = fixture.files["errors/\(code).md"]?.replacing("#first", with: "#fix")
    }
    return try #require(try await fixture.build()["articles/causes/down/index.html"])
  }

  /// The part of the page between the contents and the text.
  private func above(_ page: String) -> Substring? {
    guard let start = page.firstRange(of: "<aside class=\"callout callout-important\" role=\"note\" aria-labelledby"),
      let end = page[start.lowerBound...].firstRange(of: "</aside>")
    else { return nil }
    return page[start.lowerBound..<end.upperBound]
  }

  @Test("the first code of the second chapter stands above the text, with its question and the way to its answer")
  func plain() async throws {
    let page = try await page("Before.\n\nAsk [DNS](dns.md):\n\n```shell\nss -ltn\n```\n\n```text\nState\n```\n")
    let box = try #require(above(page))
    #expect(
      box.contains("<a href=\"#confirm\">Confirm</a>")
        && box.contains("<p>Ask <a href=\"../dns/index.html\">DNS</a>:</p>"))
    #expect(box.contains("ss</span> -ltn") || box.contains("ss -ltn"))
    #expect(!box.contains("State") && !box.contains("Before.") && !box.contains("mend") && !box.contains("a line"))
    let introduction = try #require(page.firstRange(of: "<p>Introduction.</p>"))
    #expect(box.startIndex < introduction.lowerBound)
  }

  @Test("of a group of tabs the first, named")
  func tabs() async throws {
    let page = try await page(
      "Ask the proxy:\n\n```shell tab=\"A & B\"\nfirst\n```\n\n```shell tab=\"Other\"\nsecond\n```\n")
    let box = try #require(above(page))
    #expect(box.contains("<figcaption>A &amp; B</figcaption>") && box.contains("first") && !box.contains("second"))
    #expect(box.contains("<p>Ask the proxy:</p>") && !box.contains("<input"))
  }

  @Test("of code in a file, its name")
  func file() async throws {
    let box = try #require(above(try await page("```nginx title=\"app.conf\"\nlisten 80;\n```\n")))
    #expect(box.contains("<figcaption>app.conf</figcaption>") && box.contains("80") && !box.contains("<p>"))
  }

  @Test("a long question stays in its chapter, and so does one with a footnote")
  func long() async throws {
    let words = String(repeating: "word ", count: 60)
    let long = try #require(above(try await page("\(words):\n\n```shell\nfirst\n```\n")))
    #expect(!long.contains("word"))
    let note = try #require(above(try await page("Ask:[^1]\n\n```shell\nfirst\n```\n\n[^1]: A note.\n")))
    #expect(!note.contains("Ask"))
  }

  @Test("nothing without a command, and nothing on a page about no cause")
  func none() async throws {
    #expect(above(try await page("Look.\n")) == nil)
    let front = "title: Down\ncodes: [502]\nsources: [https://nginx.org/a]\n"
    #expect(above(try await page("```shell\nfirst\n```\n", front: front)) == nil)
  }
}
