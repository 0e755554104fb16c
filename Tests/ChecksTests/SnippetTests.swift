import Diagnostics
import Foundation
import ProxyConfig
import TestSupport
import Testing

@testable import Checks

/// The configuration that a build writes for nginx.
@Suite("The generated configuration")
struct SnippetTests {
  static let folder = PackageFolder.root.appending(path: "Tests/ProxySnippetsTests/Expected/nginx")

  @Test("nothing in it is to be found fault with")
  func clean() throws {
    var view = MemoryFiles()
    for name in ["interlude-http.conf", "interlude.conf"] {
      view.add("/etc/nginx/interlude/\(name)", Array(try Data(contentsOf: Self.folder.appending(path: name))))
    }
    let example = try String(contentsOf: Self.folder.appending(path: "example.conf"), encoding: .utf8)
    view.add("/etc/nginx/nginx.conf", Array("events {}\nhttp {\n\(example)\n}\n".utf8))
    let project = NginxProject("/etc/nginx/nginx.conf", .init(files: view))
    // The small site behind this file has no page for 504, and that is the one thing to say of it.
    let found = Checker.check(project).sorted.filter { $0.severity > .info && $0.id != "missing-codes" }
    let said = found.map { "\($0.id) at \($0.place.source.name): \($0.place.text): \($0.message)" }
    #expect(said == [], "\(project.story)")
    #expect(project.routes.count == 2)
    let pages = project.readingCalls.map(\.ending)
    #expect(!pages.isEmpty)
  }
}
