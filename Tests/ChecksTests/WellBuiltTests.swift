import Diagnostics
import Foundation
import ProxyConfig
import TestSupport
import Testing

@testable import Checks

/// Configurations as good maintainers write them, after well-known public ones. Nothing in them is to be found fault
/// with.
@Suite("Well-built configurations")
struct WellBuiltTests {
  static let files: [String] = {
    let folder = PackageFolder.root.appending(path: "Tests/ChecksTests/WellBuilt").path
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".conf") }
      .sorted()
  }()

  @Test("no error and no warning", arguments: files)
  func clean(_ name: String) {
    let path = PackageFolder.root.appending(path: "Tests/ChecksTests/WellBuilt/\(name)").path
    let project = NginxProject(path, .init(files: DiskFiles()))
    let found = Checker.check(project).sorted.filter { $0.severity > .info }
    #expect(found.map { "\($0.id): \($0.place.text): \($0.message)" } == [])
  }

  @Test("there are at least twenty, and nearly all of them pass requests on")
  func size() {
    #expect(Self.files.count >= 20)
    let routed = Self.files.filter { name in
      let path = PackageFolder.root.appending(path: "Tests/ChecksTests/WellBuilt/\(name)").path
      return !NginxProject(path, .init(files: DiskFiles())).routes.isEmpty
    }
    #expect(routed.count >= 17, "\(Set(Self.files).subtracting(routed).sorted())")
  }
}
