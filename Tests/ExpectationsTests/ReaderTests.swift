import Diagnostics
import Expectations
import Testing

/// Whoever writes expectations by hand is told every mistake at once, each at its place.
@Suite("Files of expectations")
struct ReaderTests {
  private static let mistaken = """
    config: nginx.conf
    prox: nginx
    release: "9.9"
    map: [nowhere]
    tests:
      - name: a
        request: https://shop.example/
        failure: refussed
        expect: {statu: 502}
      - name: b
        request: GET https://shop.example/
        client: home
        failure: refusd
        expect: {statuss: 502, within: soon}
      - name: b
        request: GET https://shop.example/
        failure: [refused, closed]
        expect: {page: /a.html, body: builtin}
      - name: c
        request: GET https://shop.example/
        expect: {}

    """

  @Test func mistakes() {
    var report = Report()
    _ = ExpectationReader.read(Source(name: "tests.yaml", text: Self.mistaken), into: &report)
    let found = report.sorted.map { problem in
      "\(LineIndex(problem.place.source).lineNumber(at: problem.place.range.lowerBound)) \(problem.id)"
    }
    #expect(
      found == [
        "2 unknown-key", "3 unknown-release", "4 bad-mapping", "7 bad-request", "8 unknown-failure",
        "9 unknown-key", "12 bad-client", "13 unknown-failure", "14 unknown-key", "14 bad-time", "15 duplicate-name",
        "17 second-failure", "18 contradiction", "21 nothing-expected",
      ])
    let helps = report.sorted.compactMap(\.help)
    #expect(helps.contains("did you mean `proxy`?") && helps.contains("did you mean `refused`?"), "\(helps)")
    #expect(
      helps.contains("did you mean `status`?") && helps.contains("write the method first: GET https://shop.example/"))
  }

  private static let head = "config: nginx.conf\ntests:\n  - name: t\n    request: GET http://shop.example/\n"

  @Test(
    "what is expected is held against what comes back",
    arguments: [
      (
        "failure: refused\n    expect: {status: 502, page: /srv/pages/50x.html, header: {Cache-Control: no-store}}", nil
      ),
      ("failure: 127.0.0.1:9000=timeout\n    expect: {status: 504, within: 20s, upstream: 127.0.0.1:9000}", nil),
      ("failure: timeout\n    expect: {within: 19s}", "too-slow"),
      ("failure: refused\n    expect: {status: 503}", "unexpected-status"),
      ("failure: refused\n    expect: {body: upstream}", "unexpected-body"),
      ("failure: refused\n    expect: {page: /srv/pages/5xx.html}", "unexpected-page"),
      ("failure: refused\n    expect: {header: {retry-after: \"5\"}}", "unexpected-header"),
      ("failure: refused\n    expect: {location: /elsewhere}", "unexpected-location"),
      ("failure: refused\n    expect: {upstream: none}", "unexpected-upstream"),
      ("failure: 127.0.0.1:900=refused\n    expect: {status: 200}", "unknown-upstream"),
    ] as [(String, String?)])
  func judged(_ rest: String, _ wanted: String?) throws {
    let (run, mistakes) = TestMachine.nginx.run(Self.head + "    " + rest + "\n")
    #expect(mistakes.sorted.map(\.message) == [])
    #expect(try #require(run).report.sorted.map(\.id) == (wanted.map { [$0] } ?? []))
  }

  @Test("an answer that cannot be known fails with the reason")
  func unknown() throws {
    var machine = TestMachine.nginx
    let isChanged = machine.replace(
      "server_name shop.example;", "server_name shop.example; set $turn $msec; if ($turn ~ 7$) { return 404; }")
    #expect(isChanged)
    let run = try #require(machine.run(Self.head + "    expect: {status: 200}\n").run)
    #expect(run.report.sorted.map(\.id) == ["cannot-be-known"])
    #expect(run.report.sorted.first?.notes.first?.hasPrefix("It depends on ") == true)
  }

  @Test("what no test exercises is told")
  func gaps() throws {
    let run = try #require(TestMachine.nginx.run(Self.head + "    failure: refused\n    expect: {status: 502}\n").run)
    let text = TestFormat.text.rendered([run], tool: .init(name: "t", version: "1", address: "a"))
    #expect(text.contains("1 of 2 places that ask an upstream, 1 of 14 failures there, 1 of 1 lines"), "\(text)")
    #expect(text.contains("location /api/: no test gets there"), "\(text)")
    #expect(text.contains("location /: timeout, closed, "), "\(text)")
  }

  @Test("every format counts the same and lets no text out of its place")
  func formats() throws {
    let text = Self.head.replacing("name: t", with: "name: 'a <b> & \"c\" # d'") + "    expect: {status: 418}\n"
    let run = try #require(TestMachine.nginx.run(text).run)
    let tool = ToolDescription(name: "t", version: "1", address: "a")
    let junit = TestFormat.junit.rendered([run], tool: tool)
    #expect(
      junit.contains("tests=\"1\" failures=\"1\"") && junit.contains("a &lt;b&gt; &amp; &quot;c&quot; # d"), "\(junit)")
    #expect(junit.contains("<failure type=\"unexpected-status\""))
    let tap = TestFormat.tap.rendered([run], tool: tool)
    #expect(tap.hasPrefix("TAP version 14\n1..1\nnot ok 1 - a <b> & \"c\" \\# d\n"), "\(tap)")
    #expect(TestFormat.github.rendered([run], tool: tool).hasPrefix("::error file=tests.yaml,line=5,"))
  }
}
