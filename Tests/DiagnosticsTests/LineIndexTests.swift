import Diagnostics
import Testing

@Suite("Line and column as editors count")
struct LineIndexTests {
  /// Offsets: a 0, CR 1, LF 2, b 3, CR 4, c 5, LF 6, é 7 and 8, z 9.
  @Test(
    "LF, CRLF and a lone CR each end a line",
    arguments: [
      (0, 1, 1), (1, 1, 2), (3, 2, 1), (5, 3, 1), (7, 4, 1), (9, 4, 2), (99, 4, 3),
    ])
  func position(_ offset: Int, _ line: Int, _ column: Int) {
    let index = LineIndex(Source(name: "x", text: "a\r\nb\rc\n\u{E9}z"))
    #expect(index.position(at: offset) == LineIndex.Position(line: line, column: column))
  }

  @Test("an index that stops early knows the lines before as the whole one does")
  func early() {
    let source = Source(name: "x", text: "a\r\nbc\n\nd\re\nf")
    let whole = LineIndex(source)
    for end in 0...source.bytes.count {
      let early = LineIndex(source, upTo: end)
      for offset in 0..<end { #expect(early.position(at: offset) == whole.position(at: offset)) }
      for line in 1..<early.lineCount { #expect(early.range(ofLine: line) == whole.range(ofLine: line)) }
    }
  }

  @Test("an empty text has one line")
  func empty() {
    #expect(LineIndex(Source(name: "x", text: "")).lineCount == 1)
  }
}
