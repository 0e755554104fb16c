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
