import Diagnostics
import Markdown
import Testing

@Suite("What a text tells besides its HTML")
struct TextTests {
  @Test(
    "Heading ids follow GitHub's rule",
    arguments: [
      ("What 502 means", "what-502-means"), ("A `b_c` & D!", "a-b_c--d"), ("Größe (neu)", "größe-neu"),
      ("nginx: \"upstream\" — timed out", "nginx-upstream--timed-out"), ("!!!", "section"), ("日本語 テスト", "日本語-テスト"),
      ("a [link](b) *c*", "a-link-c"), ("Tab-bed - x", "tab-bed---x"),
    ])
  func headingID(heading: String, id: String) {
    #expect(parse("## \(heading)\n").text.headings.map(\.id) == [id])
  }

  @Test("Headings that occur again get a number")
  func repeatedHeadings() {
    let text = parse("# A\n# A\n# A-1\n# A\n").text
    #expect(text.headings.map(\.id) == ["a", "a-1", "a-1-1", "a-2"])
  }

  @Test("A heading is found in the HTML and cut out with its section")
  func sections() {
    let source =
      "Intro.\n\n## One\n\nfirst `c`\n\n### Deep\n\n```\ncode\n```\n\n## Two & [l](u)\n\nlast[^1]\n\n[^1]: note\n"
    let text = parse(source).text
    #expect(text.headings.map(\.level) == [2, 3, 2])
    #expect(text.html.string(text.introductionRange) == "<p>Intro.</p>\n")
    #expect(
      text.html.string(text.htmlRange(ofHeading: 0))
        == "<h2 id=\"one\">One</h2>\n<p>first <code>c</code></p>\n<h3 id=\"deep\">Deep</h3>\n"
        + "<pre tabindex=\"0\"><code>code\n</code></pre>\n")
    #expect(text.html.string(text.htmlRange(ofHeading: 2, includingHeading: false)).hasPrefix("<p>last<sup"))
    #expect(!text.html.string(text.htmlRange(ofHeading: 2)).contains("doc-endnotes"))
    #expect(text.headings[2].inlineHTML == "Two &amp; l")
    #expect(text.headings[2].text == "Two & l")
    #expect(text.sections.map(\.text) == ["Intro.", "first c", "", "last\nnote"])
    #expect(text.sections.map(\.code) == ["", "", "code", ""])
    #expect(text.sections.map(\.heading) == [nil, 0, 1, 2])
  }

  @Test("Links are listed with the exact place of their destination")
  func links() {
    let source = Source(
      name: "x.md",
      text: """
        ---
        title: x
        ---
        A [x.md](x.md "T") and `multi
        line` ![alt *t*](i.png).
        Then [ref] and <https://a.b> and [again](x.md#f).

        [ref]: <dest.md> "t"

        """)
    var report = Report()
    let body = 17..<source.bytes.count
    let text = MarkdownText.parse(source, body: body, into: &report)
    #expect(text.links.map(\.kind) == [.link, .image, .link, .autolink, .link])
    #expect(text.links.map(\.destination) == ["x.md", "i.png", "dest.md", "https://a.b", "x.md#f"])
    #expect(text.links.map(\.place.text) == ["x.md", "i.png", "dest.md", "https://a.b", "x.md#f"])
    #expect(text.links.map(\.text) == ["x.md", "alt t", "ref", "https://a.b", "again"])
    #expect(text.links[0].title == "T")
    let lines = LineIndex(source)
    #expect(text.links.map { lines.position(at: $0.place.range.lowerBound).line } == [4, 5, 8, 6, 6])
    #expect(lines.position(at: text.links[0].place.range.lowerBound).column == 10)
  }

  @Test("Slots take the URLs they are given, escaped, and keep the others")
  func slots() {
    let text = parse("[a](a.md) ![b](b.png) <https://c.d>").text
    let filled = text.html.string { $0 == 0 ? "/a/?x=\"1\"&y" : nil }
    #expect(filled.contains("<a href=\"/a/?x=%221%22&amp;y\">a</a> <img src=\"b.png\""))
    #expect(text.html.string().contains("<a href=\"a.md\">"))
    var part: [UInt8] = []
    let slot = text.html.slots[1]
    text.html.append(slot.offset..<slot.offset + 1, to: &part) { _ in "X" }
    #expect(String(decoding: part, as: UTF8.self) == "X\"")
  }

  @Test("Words come from the options")
  func strings() {
    var options = MarkdownOptions()
    options.strings.note = "Hinweis <1>"
    options.headingAnchors = true
    options.idPrefix = "p-"
    let output = html("> [!NOTE]\n> x[^1]\n\n## H\n\n[^1]: y\n", options)
    #expect(output.contains("aria-label=\"Hinweis &lt;1&gt;\""))
    #expect(output.contains("<h2 id=\"p-h\">H <a class=\"anchor\" href=\"#p-h\" aria-label=\"Link to “H”\">#</a></h2>"))
    #expect(output.contains("id=\"p-fn:1\""))
  }

  @Test(
    "Dangerous links become empty and are reported",
    arguments: [
      "javascript:x", "JavaScript:x", "vbscript:x", "file:///etc", "data:text/html,x", "data:image/svg+xml,x",
    ])
  func unsafeLinks(url: String) {
    for text in ["[a](\(url))", "![a](\(url))", "[a]\n\n[a]: \(url)", "<\(url)>"] {
      let (parsed, report) = parse(text)
      #expect(report.sorted.map(\.id) == ["unsafe-link"], "\(text)")
      #expect(parsed.html.string().contains("=\"\""), "\(text)")
      #expect(parsed.links.isEmpty)
    }
  }

  @Test("Pictures in data URLs are allowed", arguments: ["png", "gif", "jpeg", "webp"])
  func dataImages(type: String) {
    let (text, report) = parse("![a](data:image/\(type);base64,AA)")
    #expect(report.isEmpty)
    #expect(text.links.count == 1)
  }
}
