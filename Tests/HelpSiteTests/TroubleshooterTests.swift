import Testing

@testable import HelpSite

@Suite("The troubleshooter")
struct TroubleshooterTests {
  /// Three causes of a 502, one of them of a 504 as well.
  private func fixture() -> FixtureSite {
    var fixture = FixtureSite()
    for (name, codes, pattern, line) in [
      ("refused", "[502, 504]", "[constant, change]", "connect() failed <111>"),
      ("slow", "[502]", "[slow]", "timed out"),
      ("crash", "[502]", "[sporadic]", "prematurely closed"),
    ] {
      fixture.files["articles/causes/\(name).md"] = """
        ---
        title: The \(name) cause
        description: What \(name) is.
        codes: \(codes)
        cause: \(name)
        pattern: \(pattern)
        signatures: [{text: "\(line)", component: nginx}, {text: "\(line) too", component: their-own}]
        related: [dns.md]
        sources: [https://www.example.com/]
        ---
        ## Symptom

        ## Confirm

        ## Fix

        ## Prevent

        """
    }
    return fixture
  }

  @Test("the first question offers the codes that have more than one cause, and a way on for those who have none")
  func codes() async throws {
    let files = try await fixture().build()
    let page = try #require(files["troubleshooter/index.html"])
    #expect(page.contains("href=\"502/index.html\"") && page.contains("href=\"any/index.html\""))
    #expect(!page.contains("href=\"504/index.html\"") && files["troubleshooter/504/index.html"] == nil)
    #expect(!page.contains("href=\"404/index.html\""))
  }

  @Test("each line of a log leads to its cause, program by program, known ones first")
  func lines() async throws {
    let files = try await fixture().build()
    let page = try #require(files["troubleshooter/502/index.html"])
    let nginx = try #require(page.firstRange(of: "<summary>nginx <span class=\"count\">4</span>"))
    let other = try #require(page.firstRange(of: "<summary>their-own <span class=\"count\">3</span>"))
    #expect(nginx.upperBound < other.lowerBound)
    #expect(
      page.contains(
        "<a href=\"../../articles/causes/refused/index.html\"><code dir=\"ltr\">connect() failed &lt;111&gt;</code>"))
  }

  @Test("its Markdown twins ask the same, with links to twins, and llms.txt leads to them")
  func twins() async throws {
    let files = try await fixture().build()
    let pages = files.keys.filter { $0.hasPrefix("troubleshooter/") && $0.hasSuffix(".html") }
    #expect(pages.count == 3)
    for path in pages {
      let twin = try #require(files[path.replacing(".html", with: ".md")])
      let folder = path.split(separator: "/").dropLast()
      for match in twin.matches(of: /\]\(((?:\.\.\/)*)([^)]*)\)/) {
        let up = match.output.1.split(separator: "/").count
        let target = (folder.dropLast(up) + [match.output.2]).joined(separator: "/")
        #expect(files[target] != nil, "\(path) leads to \(target)")
      }
    }
    let twin = try #require(files["troubleshooter/502/index.md"])
    #expect(twin.contains("### nginx\n\n- `"))
    #expect(
      twin.contains("- `connect() failed <111>`: [The refused cause](../../articles/causes/refused/index.md)\n"))
    #expect(try #require(files["troubleshooter/502/index.html"]).contains("href=\"index.md\""))
    #expect(try #require(files["llms.txt"]).contains("troubleshooter/index.md)"))
  }

  @Test("without a log, the way failures come leads to the causes")
  func patterns() async throws {
    let files = try await fixture().build()
    let page = try #require(files["troubleshooter/any/index.html"])
    #expect(Markup(text: page).ids.isSuperset(of: ["how.constant", "how.change", "how.slow", "how.sporadic"]))
    #expect(!Markup(text: page).ids.contains("how.load"))
  }

  @Test("lines of articles about no single cause are listed, too; so is what a hosting panel is enough for")
  func others() async throws {
    var fixture = fixture()
    fixture.files["articles/start/blog.md"] = """
      ---
      title: The blog program
      tags: [wordpress]
      codes: [502]
      signatures: [{text: "critical error", component: wordpress}]
      ---
      Text.

      """
    let files = try await fixture.build()
    for path in ["troubleshooter/502/index.html", "troubleshooter/any/index.html"] {
      let page = try #require(files[path])
      #expect(page.contains("<summary>WordPress <span class=\"count\">1</span>"), "\(path)")
      #expect(page.contains("<summary>I only have a hosting panel</summary>"), "\(path)")
      #expect(page.contains("<a href=\"#page.how\">I cannot see any logs</a>"), "\(path)")
    }
    #expect(try #require(files["troubleshooter/502/index.md"]).contains("critical error"))
  }

  @Test("home, the code's page and the page for missing pages lead there; nothing does where no cause is known")
  func ways() async throws {
    var fixture = fixture()
    fixture.baseURL = "https://example.com/help/"
    let files = try await fixture.build()
    #expect(files["index.html"]?.contains("href=\"troubleshooter/index.html\"") == true)
    #expect(files["codes/502/index.html"]?.contains("href=\"../../troubleshooter/502/index.html\"") == true)
    #expect(files["404.html"]?.contains("href=\"/help/troubleshooter/index.html\"") == true)
    #expect(files["sitemap.xml"]?.contains("https://example.com/help/troubleshooter/502/") == true)
    #expect(Crawl(files: files).deadLinks(rootPath: "/help/") == [])
    let without = try await FixtureSite().build()
    #expect(!without.keys.contains { $0.hasPrefix("troubleshooter/") })
    #expect(!without.values.contains { $0.contains("troubleshooter/") })
  }
}
