import Diagnostics
import Testing

/// What has one cause is told once.
@Suite("Causes")
struct DigestTests {
  private static let tool = ToolDescription(name: "Interlude", version: "0", address: "https://help.example")

  private static let source = Source(name: "a.conf", text: String(repeating: "proxy_pass x;\n", count: 300))

  private static func finding(_ id: String, _ line: Int, _ message: String, _ severity: Severity = .warning)
    -> Diagnostic
  {
    Diagnostic(id, severity, message, at: source.place((line - 1) * 14..<(line - 1) * 14 + 12))
  }

  private static func shape(_ diagnostics: [Diagnostic]) -> [[String]] {
    Digest(Report(diagnostics)).entries.map { entry in ([entry.first] + entry.others).map(\.message) }
  }

  @Test("the same message of the same rule is one cause, the gravest first")
  func same() {
    let found = [
      Self.finding("b", 1, "two"), Self.finding("b", 2, "two"), Self.finding("a", 3, "one"),
      Self.finding("a", 4, "grave", .error), Self.finding("b", 5, "two"), Self.finding("c", 6, "two"),
    ]
    #expect(Self.shape(found) == [["grave"], ["two", "two", "two"], ["one"], ["two"]])
  }

  @Test("messages that differ in what they name are told one by one while they are few")
  func few() {
    let three = (1...3).map { Self.finding("a", $0, "the page for 50\($0) does not exist: /srv/50\($0).html") }
    #expect(Self.shape(three + [Self.finding("a", 9, three[0].message)]).map(\.count) == [2, 1, 1])
    let four = three + [Self.finding("a", 4, "the page for 504 does not exist: /x")]
    #expect(Self.shape(four).map(\.count) == [4])
    let other = four + [Self.finding("a", 5, "something else of this rule")]
    #expect(Self.shape(other).map(\.count) == [4, 1])
  }

  @Test("of many, one of each message comes before any comes again")
  func unlike() {
    let found = (1...20).map { Self.finding("a", $0, "no page in \"location /\($0 % 5)\"") }
    let messages = Self.shape(found)[0]
    #expect(messages.count == 20)
    #expect(Set(messages.prefix(5)).count == 5)
  }

  @Test("the text shows three of the others, or all, and what they say when it is something else")
  func text() {
    let found = (1...9).map { Self.finding("a", $0, "nothing") }
    let short = Digest(Report(found)).text(tool: Self.tool)
    #expect(
      short.contains("  = and 8 more places (--all lists them):\n    a.conf:2:1\n    a.conf:3:1\n    a.conf:4:1\n\n"))
    let long = Digest(Report(found)).text(listingAll: true, tool: Self.tool)
    #expect(long.contains("  = and 8 more places:\n") && long.contains("    a.conf:9:1\n"))
    let two = Digest(Report([found[0], found[1]])).text(tool: Self.tool)
    #expect(two.contains("  = and 1 more place:\n    a.conf:2:1\n"))
    let unlike = Digest(Report((1...5).map { Self.finding("a", $0, "no page for 50\($0)") })).text(tool: Self.tool)
    #expect(unlike.contains("    a.conf:2:1: no page for 502\n"))
  }

  @Test("GitHub gets everything, and one of each cause first")
  func github() {
    let found = (1...9).map { Self.finding("a", $0, "first") } + [Self.finding("b", 10, "second")]
    let tool = ToolDescription(name: "interlude", version: "0", address: "https://interlude.example/")
    let lines = Report(found).rendered(.github, tool: tool).split(separator: "\n")
    #expect(lines.count == 10)
    #expect(lines[1].contains("title=b"))
  }
}
