import Diagnostics
import Markdown
import TestSupport
import Testing

/// Whatever the bytes, there is a result, in bounded time, and no address without a place.
@Suite("Robustness")
struct RobustnessTests {
  static let sample = """
    Intro[^1] with *emphasis*, `code`, <https://a.b>, www.x.org/a_b, me@x.org \\~ é ~~gone~~.

    ## A [link](x.md "t") & `code`

    | a | b \\| c |
    |:--|:-:|
    | `x \\| y` | [r] | z
    ---
    > [!NOTE]
    > text
    > - [ ] task

    1. one
       ```nginx tab="n"
       listen 80; # c
       ```
       ```bash tab="b"
       echo "$x" | cat
       ```

    [^1]: Note

        second <b>raw</b> ![](i.png) [u](javascript:x)

    [r]: /dest "title"

    """

  /// What may stand for other bytes during the parse: U+FDD0 to U+FDD2, U+2E00, U+2E01.
  static let standIns = [0xFDD0, 0xFDD1, 0xFDD2, 0x2E00, 0x2E01].map { (scalar: UInt32) in
    String(Character(Unicode.Scalar(scalar) ?? "?"))
  }

  @Test("A text cut off at any byte")
  func truncation() {
    let bytes = Array(Self.sample.utf8)
    for length in 0...bytes.count { check(Array(bytes[..<length])) }
  }

  @Test("A text with bytes flipped", arguments: 1...200)
  func flips(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var bytes = Array(Self.sample.utf8)
    for _ in 0..<random.number(1...12) {
      bytes[random.number(0...(bytes.count - 1))] = UInt8(random.number(0...255))
    }
    check(bytes)
  }

  @Test("Pieces in any order", arguments: 1...200)
  func pieces(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let pieces = [
      "[^1]", "[^1]: ", "> ", "- ", "\n", "\n\n", "    ", "| a |\n|---|\n", "~~", "```x tab=\"y\"\n", "```\n",
      "[!NOTE]\n",
      "https://a.b/_c_", "\\~", "\\[", "<b>", "[x](y)", "![", "](z)", "# ", "===\n", "---\n", "\r", "\r\n", "\t", "é",
      "*",
      Self.standIns[0], "\\\u{2E00}", "[r]: /u\n", "&amp;", "1. ", "[ ] ",
    ]
    check(Array(random.text(of: pieces, count: 5...60).utf8))
  }

  private func check(_ bytes: [UInt8]) {
    let (text, report) = parse(bytes)
    for slot in text.html.slots { #expect(slot.offset <= text.html.bytes.count && slot.link < text.links.count) }
    for heading in text.headings { #expect(heading.htmlOffset < heading.htmlEnd) }
    for problem in report.sorted { #expect(problem.place.range.upperBound <= bytes.count) }
    #expect(text.sections.count == text.headings.count + 1)
    // Nothing of the stand-ins used on the way may reach the page, unless the author wrote them.
    let output = text.html.string()
    let input = String(decoding: bytes, as: UTF8.self)
    for standIn in Self.standIns where !input.contains(standIn) {
      #expect(!output.contains(standIn))
    }
  }

  @Test(
    "Nesting beyond reason is refused or rendered, but never a crash",
    arguments: [">", "> ", "- ", "1. ", "*", "[", "**a ", "![", "~~", "[^", "- > "])
  func nesting(mark: String) {
    var options = MarkdownOptions()
    options.maximumBytes = 1_000_000
    let clock = ContinuousClock()
    let time = clock.measure {
      _ = parse(String(repeating: mark, count: 100_000) + "a" + String(repeating: "\n", count: 1_000), options)
    }
    #expect(time < .seconds(60))
  }

  @Test("A megabyte is parsed in bounded time if the options allow it")
  func megabyte() {
    var options = MarkdownOptions()
    options.maximumBytes = 2_000_000
    let part = "## Heading\n\nSome *text* with `code` and a [link](x.md).\n\n| a | b |\n|---|---|\n| c | d |\n\n"
    let text = String(repeating: part, count: 1_000_000 / part.utf8.count)
    var result = MarkdownText.empty
    let time = ContinuousClock().measure { result = parse(text, options).text }
    #expect(time < .seconds(60))
    #expect(result.headings.last?.id == "heading-\(result.headings.count - 1)")
  }

  @Test("Deep nesting and heaps of brackets are refused with a reason")
  func refusals() {
    #expect(ids(of: String(repeating: "- ", count: 200) + "a") == ["nesting-too-deep"])
    #expect(ids(of: String(repeating: "![[]()", count: 20_000)) == ["too-many-brackets"])
    #expect(ids(of: String(repeating: "- ", count: 200) + "\n") == [])
    #expect(ids(of: String(repeating: ".", count: 200) + "\n" + String(repeating: "*", count: 200)) == [])
    #expect(ids(of: String(repeating: "text ", count: 60_000)) == ["text-too-long"])
  }

  @Test("Quotes in quotes, as deep as allowed, are rendered")
  func deepQuotes() {
    let text = (1...30).map { String(repeating: ">", count: $0) + " a\n>\n" }.joined()
    #expect(html(text).contains("<blockquote>"))
  }

  private func ids(of text: String) -> [String] {
    parse(text).report.sorted.map(\.id)
  }

  @Test("Bytes that are not UTF-8 and NULs are reported where they stand")
  func illFormed() {
    let (text, report) = parse(Array("a ".utf8) + [0xFF] + Array(" b ".utf8) + [0xE2, 0x82] + [0x20, 0x00])
    #expect(report.sorted.map(\.id) == ["invalid-utf8", "invalid-utf8", "invalid-utf8"])
    #expect(report.sorted.map(\.place.range) == [2..<3, 6..<8, 9..<10])
    #expect(text.html.string() == "<p>a \u{FFFD} b \u{FFFD} \u{FFFD}</p>\n")
  }

  @Test("Many tasks may parse at once")
  func concurrency() async {
    let expected = html(Self.sample)
    await withTaskGroup(of: String.self) { group in
      for _ in 0..<32 { group.addTask { html(Self.sample) } }
      for await result in group { #expect(result == expected) }
    }
  }
}
