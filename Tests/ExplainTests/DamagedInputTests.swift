import Explain
import Testing

@Suite("Damaged logs are survived")
struct DamagedInputTests {
  static let line =
    #"2026/11/22 07:42:23 [error] 7#7: *1 connect() failed (111: Connection refused) while connecting to upstream, client: 10.0.0.7, server: x, request: "GET /cart HTTP/1.1", upstream: "http://10.0.0.5:8080/cart", host: "x""#

  @Test("however the pieces are cut, the findings are the same", arguments: [1, 2, 3, 7, 64, 1000])
  func pieces(_ chunk: Int) {
    let log = Array((0..<20).map { _ in "noise\n" + Self.line }.joined(separator: "\n").utf8)
    let (found, explainer) = explain(log, chunk: chunk)
    #expect(found.map(\.line) == (1...20).map { $0 * 2 })
    #expect(explainer.lines == 40)
    #expect(explainer.bytes == log.count)
  }

  @Test("CRLF, a missing last line break and empty lines")
  func lineBreaks() {
    let log = "\r\n\r\n" + Self.line + "\r\n\n" + Self.line
    let (found, explainer) = explain(Array(log.utf8))
    #expect(found.map(\.line) == [3, 5])
    #expect(explainer.lines == 5)
  }

  @Test("NUL bytes, binary junk and invalid UTF-8 around a known line")
  func junk() {
    var generator = SystemRandomNumberGenerator()
    var log: [UInt8] = [0, 0, 0, 0xFF, 0xFE, 0x0A]
    for _ in 0..<200_000 { log.append(UInt8.random(in: 0...255, using: &generator)) }
    log.append(0x0A)
    log += Self.line.utf8
    log += [0x0A, 0xC3, 0x28, 0x00]
    let (found, _) = explain(log)
    #expect(found.map(\.cause) == ["upstream-not-listening"])
  }

  @Test("a known text far behind in a line that is longer than the buffer", arguments: [0, 10_000, 40_000, 100_000])
  func longLine(_ length: Int) {
    let log =
      String(repeating: "x", count: length) + " Out of memory: Killed process 4242 (php)"
      + String(repeating: "y", count: 70_000) + "\n" + Self.line
    let (found, explainer) = explain(Array(log.utf8), capacity: 16_384)
    #expect(found.map(\.cause) == ["oom-killed-worker", "upstream-not-listening"])
    #expect(found.map(\.line) == [1, 2])
    #expect(explainer.lines == 2)
  }

  @Test("clocks that are wrong neither stop nor flatten the timeline")
  func clocks() {
    var summary = Summary(Catalogue.own)
    var explainer = Explainer(Catalogue.own, year: 2026)
    var log = Array(
      (["1970/01/01 00:00:00", "9999/99/99 99:99:99", "2039/12/31 23:59:59"]
        + (10..<60).map { "2026/11/22 07:42:\($0)" })
        .map { $0 + Self.line.dropFirst(19) }.joined(separator: "\n").utf8)
    while explainer.step(
      { buffer in
        let count = min(buffer.count, log.count)
        buffer.copyBytes(from: log[..<count])
        log.removeFirst(count)
        return count
      }, each: { summary.add($0) })
    {}
    let text = SummaryText(base: nil, color: false).render(summary, of: explainer)
    #expect(text.contains("53 lines, 53 of them known trouble, 1 cause"))
    #expect(text.contains("1970-01-01 00:00:00"))
    #expect(text.contains("read   articles/"))
  }

  @Test("what a terminal would obey is shown, not sent")
  func escapes() {
    let line = Self.line.replacing("/cart", with: "/\u{1B}[31mred\u{202E}")
    var (text, json): ([UInt8], [UInt8]) = ([], [])
    var explainer = Explainer(Catalogue.own, year: 2026)
    var log = Array(line.utf8)
    while explainer.step(
      { buffer in
        let count = log.count
        buffer.copyBytes(from: log)
        log = []
        return count
      },
      each: { finding in
        FindingText(Catalogue.own, base: nil, color: false).write(finding, to: &text)
        FindingJSON(Catalogue.own, base: nil).write(finding, to: &json)
      })
    {}
    for output in [text, json] {
      #expect(!output.contains(0x1B))
      #expect(!String(decoding: output, as: UTF8.self).unicodeScalars.contains("\u{202E}"))
    }
    #expect(String(decoding: json, as: UTF8.self).contains(#"\u001b[31mred\u202e"#))
    #expect(
      String(decoding: json, as: UTF8.self).hasPrefix(
        #"{"line":1,"component":"nginx","cause":"upstream-not-listening","status":502,"article":"articles/"#))
  }
}
