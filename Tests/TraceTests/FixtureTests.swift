import Foundation
import ProxyConfig
import Testing
import Trace

/// Every folder in `fixtures` is a configuration with a trouble, the requests that show it and the whole story of each.
///
/// `INTERLUDE_REWRITE_GOLDENS=1` writes the stories anew and fails the run, so that the change is read.
@Suite struct FixtureTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
    "fixtures/nginx")

  static let names: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { !$0.hasPrefix(".") }.sorted()

  @Test(arguments: names)
  func tellsTheStory(_ name: String) throws {
    let directory = Self.folder.appendingPathComponent(name)
    let files = DiskFiles(mappings: [.init(from: "/fixture", to: directory.path)])
    let tree = NginxReader.read("/fixture/nginx.conf", files: files)
    let tracer = NginxTracer(NginxModel(tree), files: files, prefix: "/fixture")
    var told = ""
    for line in try FixtureRequest.read(directory) {
      told +=
        "=== \(line.text)\n"
        + tracer.trace(line.request, failures: line.failures).text(for: line.request, isColored: false) + "\n"
    }
    let golden = directory.appendingPathComponent("expected.txt")
    let expected = (try? String(contentsOf: golden, encoding: .utf8)) ?? ""
    if told != expected, ProcessInfo.processInfo.environment["INTERLUDE_REWRITE_GOLDENS"] == "1" {
      try told.write(to: golden, atomically: true, encoding: .utf8)
      Issue.record("\(name)/expected.txt was rewritten; read the difference")
      return
    }
    #expect(told == expected)
  }
}

/// One line of a fixture's `requests.txt`: `FAILURE[,FAILURE]… METHOD URL [Name:value]… [body=N]`; a space in a value is
/// written `%20`.
struct FixtureRequest {
  let text: String
  let request: TraceRequest
  let failures: Failures

  struct Malformed: Error { let line: String }

  static func read(_ directory: URL) throws -> [FixtureRequest] {
    let text = try String(contentsOf: directory.appendingPathComponent("requests.txt"), encoding: .utf8)
    return try text.split(separator: "\n").map { line in
      let words = line.split(separator: " ").map(String.init)
      var failures = Failures()
      guard words.count >= 3, words[0].split(separator: ",").map({ failures.add(String($0)) }).allSatisfy(\.self),
        var request = TraceRequest("\(words[1]) \(words[2])")
      else { throw Malformed(line: String(line)) }
      for word in words.dropFirst(3) {
        if word.hasPrefix("body=") {
          request.bodyLength = Int(word.dropFirst(5)) ?? 0
        } else {
          let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
          request.headers.append(.init(String(parts[0]), String(parts.last ?? "").replacing("%20", with: " ")))
        }
      }
      return FixtureRequest(text: String(line), request: request, failures: failures)
    }
  }
}
