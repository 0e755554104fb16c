import Markdown
import TestSupport
import Testing

/// Hundreds of small texts made from the pieces that matter, judged by cmark-gfm. The pieces leave out what
/// docs/markdown.md lists as different.
@Suite("Generated GFM", .enabled(if: Judge.gfm != nil, Judge.missing))
struct GeneratedGFMTests {
  @Test("Tables", arguments: 1...150)
  func table(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    try compare(Self.table(&random))
  }

  @Test("Strikethrough", arguments: 1...100)
  func strikethrough(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let pieces = ["~", "~~", "~~~", "a", "b", " ", "`x`", "\\~", "\n", ".", "[l](u)", "é", "(", "\"", "\u{A0}"]
    try compare(random.text(of: pieces, count: 2...12))
  }

  @Test("Bare links", arguments: 1...100)
  func bareLink(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let address = random.pick([
      "http://a.b", "https://www.c-d.org", "www.x.org", "me@x.org", "ftp://f.g", "http://localhost", "www.a_b.org",
      "www.a_b.c.org", "https://x.y:80", "a.b+c@d-e.org", "m@x", "http://", "xhttp://a.b", "HTTPS://A.b",
    ])
    let before = random.pick(["", "see ", "(", "*", "**", "_", "x", "\"", "-", "~", ".", "/"])
    let path = random.pick(["", "/", "/p_q_r", "/*a*", "/__init__.py", "/a(b)", "/(a", "/?q=1&r=2", "/é", "/a~b", "#f"])
    let after = random.pick(["", ".", ")", "),", "?!", "&hl;", ";", " x", "\n*y*", "<", "*", "**", "_", "'", "\"."])
    try compare(before + address + path + after + "\n")
  }

  @Test("Task lists", arguments: 1...60)
  func taskList(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var text = ""
    for _ in 0..<random.number(1...4) {
      text += random.pick(["- ", "* ", "1. ", "+ "]) + random.pick(["[ ] ", "[x] ", "[X] ", "[] ", "[y] ", "\\[ ] "])
      text += random.pick(["a", "*b*", "c\n  d", "e [l](u)"]) + random.pick(["\n", "\n\n", "\n  - [ ] f\n"])
    }
    try compare(text)
  }

  private func compare(_ text: String) throws {
    let expected = try #require(Judge.gfm).render(text).withAlignmentClasses
    #expect(html(text, .gfm) == expected, "\(text.debugDescription)")
  }

  /// A table, or nearly one, alone or in a quote or a list.
  private static func table(_ random: inout SeededRandom) -> String {
    func row(_ count: Int, _ random: inout SeededRandom) -> String {
      let cells = (0..<count).map { _ in
        random.pick([
          "a", "b c", "", "`x\\|y`", "*e*", "\\|", "`p", "**s**", "[r]", "~~d~~", "#", " ", "x #", "http://a.b", "\\",
          "1. z", "- q", "[l](u \"t\")", "![i](u)", "<b>", "&amp;", "\\*",
        ])
      }
      return random.pick(["|", "| "]) + cells.joined(separator: " | ") + random.pick([" |", "|", ""])
    }
    let columns = random.number(1...3)
    let mismatch = random.pick([0, 0, 0, 0, 0, 1, -1])
    var lines = [row(columns, &random)]
    let delimiters = (0..<max(1, columns + mismatch)).map { _ in random.pick(["---", ":--", "--:", ":-:", "-"]) }
    lines.append("|" + delimiters.joined(separator: "|") + random.pick(["|", ""]))
    for _ in 0..<random.number(0...3) { lines.append(row(random.number(1...4), &random)) }
    let container = random.pick(["", "", "", "> ", "- "])
    if container != "- " {
      if random.number(0...3) == 0 { lines.insert(random.pick(["text", "a | b"]), at: 0) }
      if random.number(0...2) == 0 {
        lines.append(random.pick(["tail", "---", "> q", "# h", "1. x", "2. x", "- l", "    code", "", "-", "```"]))
      }
    }
    let indented = lines.enumerated().map { ($0.offset == 0 || container != "- " ? container : "  ") + $0.element }
    return indented.joined(separator: "\n") + "\n\n[r]: /url\n"
  }
}

extension SeededRandom {
  mutating func text(of pieces: [String], count: ClosedRange<Int>) -> String {
    (0..<number(count)).map { _ in pick(pieces) }.joined() + "\n"
  }
}
