import Foundation
import TestSupport
import Testing

/// In a site with more articles than a sidebar lists, an edited text's page is made from an excerpt of the site.
@Suite("Edits of texts in a site of many articles")
struct LargeSiteTests {
  @Test("the same bytes and the same problems as a cold build")
  func texts() async throws {
    try await SmallSite.with { site in
      try site.translate()
      try Self.fill(site)
      try #require(try await site.build().status == 0)
      for (number, edit) in Self.edits.enumerated() {
        for (name, text) in edit {
          let path = "content/articles/\(name).md"
          let old = try String(contentsOf: site.path(path), encoding: .utf8)
          try site.write(old + "\n\nParagraph \(number) with a wibble\(number).\(text)\n", to: path)
        }
        let quick = try await site.build("--timings")
        let cold = try await site.build("--clean", "--output", "cold/public")
        try #require(
          quick.status == 0 && cold.status == 0 && quick.errors == cold.errors, "\(quick.errors)")
        #expect(quick.text.contains("changed pages"), "\(edit): \(quick.text)")
        try #require(
          FolderState(site.output).differences(from: FolderState(site.path("cold/public"))) == [],
          "\(edit)")
      }
    }
  }

  /// Names of articles, and what is written at their end.
  private static let edits: [[(String, String)]] = [
    // First, middle and last of a topic without a page of its own, and beyond the fortieth, where the sidebar begins anew.
    [("plain/a-0", "")], [("plain/a-59", ""), ("plain/a-44", " See [it](../topic-1/a-3.md#one).")],
    // Translated; linked to by a text that stands in for a translation; linking to a translated heading.
    [("topic-1/a-3", "")], [("topic-1/a-3.de", "")],
    [("topic-2/a-1", " See [it](../topic-1/a-3.md#one).")],
    // Deep down, at the root, and a topic's own page.
    [("topic-3/deep/a-2", ""), ("loose-1", "")], [("topic-2/index", "")],
    [("topic-2/a-1", ""), ("topic-2/a-2", ""), ("plain/a-44", "")],
  ]

  /// Some 250 articles: in topics with and without a page of their own, with tags, a cause, links and a translation.
  private static func fill(_ site: SmallSite) throws {
    func write(_ name: String, front: String = "", body: String = "") throws {
      try site.write(
        "---\ntitle: Article \(name)\n\(front)---\n\n## One\n\nText of \(name).\(body)\n\n## Two\n\nMore.\n",
        to: "content/articles/\(name).md")
    }
    for topic in ["plain", "topic-1", "topic-2", "topic-3/deep"] {
      for number in 0..<60 {
        let related = number > 3 ? "related: [a-\(number - 3).md]\n" : ""
        let tags = number.isMultiple(of: 7) ? "tags: [odd, seven]\n" : ""
        try write("\(topic)/a-\(number)", front: related + tags + "weight: \(number % 5)\n")
      }
    }
    for topic in ["topic-1", "topic-2", "topic-3"] {
      try write("\(topic)/index", front: "weight: \(topic.count)\n")
    }
    for number in 0..<3 { try write("loose-\(number)", body: " See [it](topic-1/a-3.md).") }
    try site.write(
      "---\ntitle: Artikel\n---\n\n## Eins\n\nText.\n", to: "content/articles/topic-1/a-3.de.md")
    try site.write("---\ntitle: Thema\n---\n\nText.\n", to: "content/articles/topic-2/index.de.md")
  }
}
