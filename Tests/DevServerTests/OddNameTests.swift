import Foundation
import TestSupport
import Testing

/// Articles and pictures of any name that can become an address are linked, built and served.
@Suite struct OddNameTests {
  static let names = [
    "a b", " a", "a ", "a\"b", "a'b", "a%b", "a%20b", "100%", "a#b", "a?b", "a&b", "a&amp;b", "a<b>", "a;b", "$(a)`b`",
    "a:b",
    "a*b|c", "-rf", "~", "CON", "Case", "ü", "日本", "😀", "(a)[b]{c}{{d}}", "a..b", "assets", "search", "404",
    "_headers", "a+b,c@d=e", String(repeating: "x", count: 251),
  ]

  @Test func areServed() async throws {
    func lay(_ files: Files) throws {
      let folder = files.folder.appending(path: "content/articles/causes")
      var links: [String] = []
      for (number, name) in Self.names.enumerated() {
        let article = "---\ntitle: T\(number)\n---\n## S\n\narticle \(number)!\n"
        try Data(article.utf8).write(to: folder.appending(component: "\(name).md"))
        try Data("picture \(number)!".utf8).write(to: folder.appending(component: "\(name).png"))
        let address = name.utf8.map { String(format: "%%%02X", $0) }.joined()
        links.append("[article \(number)](<\(address).md>) ![picture \(number)](<\(address).png>)")
      }
      let all = "---\ntitle: All\n---\n## S\n\n\(links.joined(separator: "\n\n"))\n"
      try Data(all.utf8).write(to: folder.appending(path: "all.md"))
    }
    try await RunningServer.with(before: lay) { server in
      let base = try #require(URL(string: "http://x/articles/causes/all/index.html"))
      let page = try await server.get(base.path).text
      let articles = page.matches(of: #/<a href="([^"]*)"[^>]*>article (\d+)</#).map {
        (String($0.1), "article \($0.2)!")
      }
      let pictures = page.matches(of: #/<img src="([^"]*)" alt="picture (\d+)"/#).map {
        (String($0.1), "picture \($0.2)!")
      }
      #expect(articles.count == Self.names.count && pictures.count == Self.names.count)
      for (address, marker) in articles + pictures {
        let url = try #require(
          URL(string: address.replacing("&amp;", with: "&").replacing("&#x27;", with: "%27"), relativeTo: base),
          "\(address)")
        let answer = try await server.get(url.absoluteURL.path(percentEncoded: true))
        #expect(answer.status == 200 && answer.text.contains(marker), "\(address): \(answer.status)")
      }
    }
  }
}
