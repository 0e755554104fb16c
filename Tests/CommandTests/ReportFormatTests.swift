import Foundation
import TestSupport
import Testing

/// What machines read is well-formed, whatever stands in the author's files.
@Suite("Report formats")
struct ReportFormatTests {
  @Test("JSON has every problem with file, line and column, and nothing else goes to standard output")
  func json() async throws {
    let result = try await build(format: "json")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    let diagnostics = try #require(object["diagnostics"] as? [[String: Any]])
    #expect(
      diagnostics.compactMap { $0["rule"] as? String }.sorted() == [
        "control-character", "dead-link", "invalid-utf8", "unknown-key",
      ])
    for diagnostic in diagnostics {
      #expect(diagnostic["severity"] as? String == "error")
      #expect((diagnostic["file"] as? String)?.hasPrefix("content/articles/") == true)
      #expect((diagnostic["line"] as? Int ?? 0) > 0 && (diagnostic["column"] as? Int ?? 0) > 0)
      #expect(diagnostic["message"] is String)
    }
    #expect(object["summary"] is [String: Any])
  }

  @Test("SARIF names its version, the tool, its rules, and where each result is")
  func sarif() async throws {
    let result = try await build(format: "sarif")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    #expect(object["version"] as? String == "2.1.0")
    let run = try #require((object["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = Set((driver["rules"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String })
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == 4)
    for result in results {
      #expect(rules.contains(result["ruleId"] as? String ?? ""))
      #expect((result["message"] as? [String: Any])?["text"] is String)
      let location = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
      #expect(location?["artifactLocation"] is [String: Any])
      #expect(location?["region"] is [String: Any])
    }
  }

  @Test("each GitHub annotation is one line of the documented form")
  func github() async throws {
    let lines = try await build(format: "github").text.split(separator: "\n")
    #expect(lines.count == 4)
    for line in lines { #expect(line.wholeMatch(of: /::error file=[^,]+,line=\d+,[^:]*::.+/) != nil, "\(line)") }
  }

  @Test("a clean build's JSON and SARIF are well-formed, too", arguments: ["json", "sarif"])
  func clean(_ format: String) async throws {
    try await SmallSite.with { site in
      let result = try await site.build("--format", format)
      #expect(result.status == 0)
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(result.output)) }
      #expect(result.errors.isEmpty)
    }
  }

  @Test("control characters of an author's file do not reach the terminal")
  func escapes() async throws {
    try await SmallSite.with { site in
      try site.addArticle("b", body: "[x](\u{1B}]0;title\u{7}gone.md)")
      let result = try await site.build("--color", "never")
      #expect(result.status == 1)
      #expect(!result.errors.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F })
    }
  }

  private func build(format: String) async throws -> Command {
    try await SmallSite.with { site in
      try site.addArticle("b", body: "[x](gone.md)")
      try site.write(
        Data("---\ntitle: x\n---\n\n\"%\r\n::\n\u{1B}[31m".utf8) + [0xFF], to: "content/articles/causes/c.md")
      try site.write("---\ntitle: x\nwieght: 3\n---\n", to: "content/articles/causes/d, e::f.md")
      let result = try await site.build("--format", format)
      #expect(result.status == 1)
      #expect(result.errors.isEmpty, "\(result.errors)")
      return result
    }
  }
}
