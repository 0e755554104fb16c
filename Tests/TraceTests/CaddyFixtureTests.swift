import Foundation
import ProxyConfig
import Testing
import Trace

/// Every folder in `fixtures/caddy` is a configuration with a trouble, the requests that show it, the answer to each and its
/// whole story for both releases.
@Suite struct CaddyFixtureTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
    "fixtures/caddy")

  static let names: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { !$0.hasPrefix(".") }.sorted()

  @Test(arguments: names)
  func tellsTheStory(_ name: String) throws {
    let directory = Self.folder.appendingPathComponent(name)
    let files = UndatedFiles(DiskFiles(mappings: [.init(from: "/fixture", to: directory.path)]))
    let main = files.exists("/fixture/caddy.json") ? "/fixture/caddy.json" : "/fixture/Caddyfile"
    var telling = FixtureTelling()
    for line in try FixtureRequest.read(directory) {
      telling.add(
        line,
        CaddyRelease.allCases.map { release in
          let config = CaddyReader.read(main, files: files, release: release)
          let tracer = CaddyTracer(config, files: files, workingDirectory: "/fixture")
          return (release.rawValue, tracer.trace(line.request, failures: line.failures))
        })
    }
    telling.expect(in: directory)
  }
}
