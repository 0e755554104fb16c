import Foundation
import ProxyConfig
import Testing
import Trace

/// Every folder in `fixtures/nginx` is a configuration with a trouble, the requests that show it, the answer to each and its
/// whole story.
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
    var telling = FixtureTelling()
    for line in try FixtureRequest.read(directory) {
      telling.add(line, [("", tracer.trace(line.request, failures: line.failures))])
    }
    telling.expect(in: directory)
  }
}
