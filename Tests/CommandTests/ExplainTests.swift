import Foundation
import TestSupport
import Testing

@Suite("interlude explain and interlude export")
struct ExplainTests {
  static let refused =
    #"2026/11/22 07:41:00 [error] 7788#7788: *1 connect() failed (111: Connection refused) while connecting to upstream, client: 127.0.0.1, server: lab, request: "GET /cart HTTP/1.1", upstream: "http://127.0.0.1:21000/cart", host: "127.0.0.1""#
  static let healthy = #"10.0.0.7 - - [22/Nov/2026:07:42:23 +0000] "GET / HTTP/1.1" 200 612 "-" "Mozilla/5.0""#

  /// Runs `explain` on a log of these lines.
  private func explain(_ text: String, _ options: String...) async throws -> Command {
    try await TemporaryFolder.with("explain") { folder in
      let log = folder.appending(path: "error.log")
      try Data(text.utf8).write(to: log)
      return try await Command.run(Interlude.binary, ["explain", log.path] + options)
    }
  }

  @Test("a known line is told with its cause, its status and the article, and the status is 1")
  func text() async throws {
    let result = try await explain("\(Self.healthy)\n\(Self.refused)\n", "--base-url", "https://help.example.org")
    #expect(result.status == 1)
    #expect(result.text.hasPrefix("2: 2026/11/22 07:41:00 [error]"))
    #expect(result.text.contains("→ 502 · "))
    #expect(result.text.contains("upstream-not-listening · nginx"))
    #expect(result.text.contains("https://help.example.org/articles/causes/upstream-not-listening/"))
    #expect(result.errors.isEmpty)
  }

  @Test("JSON is one object a line with the documented members")
  func json() async throws {
    let result = try await explain("\(Self.refused)\r\n\(Self.healthy)\n\(Self.refused)", "--format", "json")
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 2)
    for (line, number) in zip(lines, [1, 3]) {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(
        Set(object.keys) == ["line", "component", "cause", "status", "article", "confidence", "text"], "\(object.keys)")
      #expect(object["line"] as? Int == number)
      #expect(object["status"] as? Int == 502)
      #expect(object["text"] as? String == Self.refused)
    }
  }

  @Test("the summary counts by cause and names upstreams and paths")
  func summary() async throws {
    let result = try await explain(String(repeating: Self.refused + "\n", count: 5), "--summary")
    #expect(result.status == 1)
    for part in ["upstream-not-listening", "5", "/cart", "articles/causes/upstream-not-listening/"] {
      #expect(result.text.contains(part), "\(part) is not in \(result.text)")
    }
  }

  @Test("a healthy log gives nothing and status 0", arguments: [[], ["--format", "json"]])
  func quiet(_ options: [String]) async throws {
    let result = try await TemporaryFolder.with("explain") { folder in
      let log = folder.appending(path: "access.log")
      try Data((Self.healthy + "\n").utf8).write(to: log)
      return try await Command.run(Interlude.binary, ["explain", log.path] + options)
    }
    #expect(result.status == 0)
    #expect(result.output.isEmpty)
  }

  @Test("several logs, junk among them, are read to their ends")
  func several() async throws {
    try await TemporaryFolder.with("explain") { folder in
      let junk = folder.appending(path: "junk")
      let log = folder.appending(path: "error.log")
      try Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }).write(to: junk)
      try Data((Self.refused + "\n").utf8).write(to: log)
      let result = try await Command.run(Interlude.binary, ["explain", junk.path, log.path, "--format", "json"])
      #expect(result.status == 1)
      #expect(result.text.split(separator: "\n").count == 1)
    }
  }

  @Test(
    "wrong usage ends with status 2 and says what to do",
    arguments: [
      (["explain", "/nonexistent.log"], "/nonexistent.log"),
      (["explain", "/"], "/"),
      (["explain", "--follow"], "--follow takes one file"),
      (["explain", "--follow", "--summary", "x"], "--follow has no end"),
      (["explain", "--summary", "--format", "json"], "--summary is text"),
      (["explain", "x", "--source", "/nonexistent"], "/nonexistent"),
      (["export", "prmtail"], "did you mean promtail?"),
      (["export"], "<pipeline>"),
    ])
  func usage(_ arguments: [String], _ message: String) async throws {
    let result = try await Command.run(Interlude.binary, arguments)
    #expect(result.status == 2)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test("export writes rules with the article's address")
  func export() async throws {
    let result = try await Interlude.run("export", "vector", "--base-url", "https://help.example.org")
    #expect(result.status == 0)
    #expect(result.text.contains("https://help.example.org/articles/causes/upstream-not-listening/"))
  }
}
