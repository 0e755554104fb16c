import Content
import Explain
import Testing

@Suite("Lines that are passed over")
struct SkimTests {
  private static let healthy =
    #"2026/11/22 07:42:22 [info] 7#7: *2 client closed keepalive connection, client: 10.0.0.7, server: x"#

  @Test("a known line is found wherever it lies in a block", arguments: [0, 1, 2, 5])
  func anywhere(_ healthy: Int) {
    let lines = Array(repeating: Self.healthy, count: healthy).joined(separator: "\n")
    for shift in 0..<130 {
      let log = String(repeating: "x", count: shift) + "\n" + lines + "\n" + DamagedInputTests.line + "\n"
      let (found, explainer) = explain(Array(log.utf8))
      #expect(found.map(\.line) == [max(healthy, 1) + 2])
      #expect(explainer.lines == max(healthy, 1) + 2)
    }
  }

  /// What Kubernetes puts before a line, which then is looked at wholly.
  private static let wrapping = "2026-11-22T07:41:00.123456789Z stderr F "

  @Test("are those that nothing would be found in: texts, commas and visitors at every distance from the start")
  func same() {
    var lines: [String] = []
    for (number, signature) in Catalogue.own.signatures.enumerated() {
      for (turn, text) in signature.texts.enumerated() {
        let words = text.pieces.joined(separator: "7")
        let front = "2026/11/22 07:41:00 [error] 7#7: *1 " + String(repeating: "lorem, ", count: (number + turn) % 41)
        let visitor = ", client: 10.0.0.1, server: a, request: \"GET /\(words) HTTP/1.1\""
        lines += [
          front + words + visitor, front + String(repeating: "i", count: number % 19) + words + visitor,
          front + "nothing" + visitor, front + words, front + "x, client" + words + ", client:" + words,
        ]
      }
    }
    let skimmed = explain(Array((lines.joined(separator: "\n") + "\n").utf8)).found
    let whole = explain(Array((lines.map { Self.wrapping + $0 }.joined(separator: "\n") + "\n").utf8)).found
    #expect(skimmed.count > 300)
    #expect(skimmed.count == whole.count)
    for (one, other) in zip(skimmed, whole) where one != other {
      Issue.record("\(lines[one.line - 1]): \(one), \(other)")
    }
  }

  @Test("a message that comes again tells its own line's upstream and path")
  func again() {
    let message = "connect() to unix:/run/php.sock failed (2: No such file or directory) while connecting to upstream"
    let log = (1...3).map { number in
      "2026/11/22 07:41:00 [crit] 7#7: *\(number * 999) \(message), client: 10.0.0.1, server: a, "
        + "request: \"GET /\(number)?q HTTP/1.1\"" + (number == 3 ? "" : ", upstream: \"http://10.0.0.\(number):80/\"")
    }
    let found = explain(log.joined(separator: "\n"))
    #expect(found.map(\.path) == ["/1", "/2", "/3"])
    #expect(found.map(\.upstream) == ["10.0.0.1:80", "10.0.0.2:80", "unix:/run/php.sock"])
    #expect(Set(found.map(\.signature)).count == 1)
  }

  @Test("the frequent are counted although the rare are many")
  func tally() {
    var summary = Summary(Catalogue.own)
    var explainer = Explainer(Catalogue.own, year: 2026)
    var log = Array(
      (0..<30_000).map { number in
        let path = number % 3 == 0 ? "often" : number % 7 == 0 ? "less" : "\(number)"
        return DamagedInputTests.line.replacing("/cart HTTP", with: "/\(path) HTTP")
      }.joined(separator: "\n").utf8)[...]
    while explainer.step(
      { buffer in
        let count = min(buffer.count, log.count)
        buffer.copyBytes(from: log.prefix(count))
        log = log.dropFirst(count)
        return count
      }, each: { summary.add($0) })
    {}
    let text = SummaryText(base: nil, color: false).render(summary, of: explainer)
    #expect(text.contains("path   /often × 10000, /less × 2857, "))
  }
}
