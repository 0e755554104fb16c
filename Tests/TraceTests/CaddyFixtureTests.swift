import Foundation
import ProxyConfig
import Testing
import Trace

/// Every folder in `fixtures/caddy` is a configuration with a trouble, the requests that show it, and the whole story of
/// each for both releases.
///
/// `INTERLUDE_REWRITE_GOLDENS=1` writes the stories anew and fails the run, so that the change is read.
@Suite struct CaddyFixtureTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
    "fixtures/caddy")

  static let names: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { !$0.hasPrefix(".") }.sorted()

  @Test(arguments: names)
  func tellsTheStory(_ name: String) throws {
    let directory = Self.folder.appendingPathComponent(name)
    let told = try Self.story(of: directory)
    let golden = directory.appendingPathComponent("expected.txt")
    let expected = (try? String(contentsOf: golden, encoding: .utf8)) ?? ""
    if told != expected, ProcessInfo.processInfo.environment["INTERLUDE_REWRITE_GOLDENS"] == "1" {
      try told.write(to: golden, atomically: true, encoding: .utf8)
      Issue.record("\(name)/expected.txt was rewritten; read the difference")
      return
    }
    #expect(told == expected)
  }

  private static func story(of directory: URL) throws -> String {
    let files = UndatedFiles(DiskFiles(mappings: [.init(from: "/fixture", to: directory.path)]))
    let main = files.exists("/fixture/caddy.json") ? "/fixture/caddy.json" : "/fixture/Caddyfile"
    var told = ""
    for line in try FixtureRequest.read(directory) {
      let stories = CaddyRelease.allCases.map { release in
        let config = CaddyReader.read(main, files: files, release: release)
        let tracer = CaddyTracer(config, files: files, workingDirectory: "/fixture")
        return tracer.trace(line.request, failures: line.failures).text(for: line.request, isColored: false)
      }
      if stories[0] == stories[1] {
        told += "=== \(line.text)\n\(stories[0])\n"
      } else {
        for (release, story) in zip(CaddyRelease.allCases, stories) {
          told += "=== \(release.rawValue): \(line.text)\n\(story)\n"
        }
      }
    }
    return told
  }
}
