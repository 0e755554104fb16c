import Content
import Foundation
import HelpSite
import TestSupport
import Testing

@Suite("External links")
struct ExternalLinkTests {
  @Test("docs/links.md lists every external link of the content with the day its page was reviewed")
  func fresh() async throws {
    let root = PackageFolder.root.appending(path: "content")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter {
      ["md", "yaml", "svg", "png"].contains(($0 as NSString).pathExtension)
    }
    let files = try paths.map { path in
      ContentFolder.File(path: path, contents: .bytes(Array(try Data(contentsOf: root.appending(path: path)))))
    }
    let (site, _) = await SiteLoader(ContentFolder(name: "content", files: files)).load()
    let links = ExternalLinks(try #require(site))
    #expect(links.entries.count > 300)
    #expect(links.entries.allSatisfy { $0.reviewed != nil })
    Golden.expect(links.markdown, equals: PackageFolder.root.appending(path: "docs/links.md"))
  }

  @Test("a link in the text and a source count once, and the latest review is the day")
  func fixture() async throws {
    var fixture = FixtureSite()
    fixture.files["articles/causes/other.md"] =
      "---\ntitle: Other\ndescription: x\nreviewed: 2026-05-06\nsources: [https://nginx.org/a]\n---\nSee [a](https://nginx.org/a) and [mail](mailto:a@example.com), not [b](https://www.example.com/b).\n"
    let entries = ExternalLinks(try await fixture.load()).entries
    let first = try #require(entries.first { $0.url == "https://nginx.org/a" })
    #expect(first.reviewed?.description == "2026-05-06")
    #expect(Set(first.pages) == ["articles/causes/down/", "articles/causes/other/"])
    // Nor what is set aside for samples.
    #expect(!entries.contains { $0.url.hasPrefix("mailto:") || $0.url.contains("example") })
  }
}
