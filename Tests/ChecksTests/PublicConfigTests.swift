import Diagnostics
import Foundation
import ProxyConfig
import TestSupport
import Testing

@testable import Checks

/// Configurations that other people publish, and those of the project's own pack: nothing in them is worth a warning.
@Suite("Public configurations")
struct PublicConfigTests {
  private static let folders = ["Tests/ProxyConfigTests/PublicConfigs", "public/error-pages/config/nginx"]

  static let files: [String] = folders.flatMap { folder -> [String] in
    let all = FileManager.default.enumerator(atPath: PackageFolder.root.appending(path: folder).path)
    let names = (all?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".conf") || $0.hasSuffix("/default") }
    return names.sorted().map { "\(folder)/\($0)" }
  }

  @Test("no error and no warning", arguments: files)
  func clean(_ file: String) {
    let debian = PackageFolder.root.appending(path: "Tests/ProxyConfigTests/PublicConfigs/debian").path
    let view = DiskFiles(mappings: [.init(from: "/etc/nginx", to: debian)])
    let project = NginxProject(PackageFolder.root.appending(path: file).path, .init(files: view))
    let found = Checker.check(project).sorted.filter { $0.severity > .info }
    #expect(found.map { "\($0.id): \($0.place.text): \($0.message)" } == [])
  }

  @Test("a Caddyfile, too") func caddyfile() {
    let path = PackageFolder.root.appending(path: "Tests/ProxyConfigTests/PublicConfigs/caddy/Caddyfile").path
    let project = CaddyProject(path, .init(files: DiskFiles()))
    let found = Checker.check(project).sorted.filter { $0.severity > .info }
    #expect(found.map { "\($0.id): \($0.place.text): \($0.message)" } == [])
  }

  @Test("there are some") func size() {
    #expect(Self.files.count >= 9)
  }
}
