import Diagnostics
import ProxyConfig
import Testing

@testable import Checks

/// Files of a configuration that are not on the machine at hand.
@Suite("Missing includes")
struct MissingIncludeTests {
  static func ids(_ text: String, path: String = "site.conf") -> [String] {
    var view = MemoryFiles()
    view.add(path, Array(text.utf8))
    let project = NginxProject(path, .init(files: view))
    return Checker.check(project).sorted.map(\.id)
  }

  @Test("those of another folder are taken to be empty, and a note says so")
  func elsewhere() {
    #expect(Self.ids("server { include snippets/tls.conf; location / { root /srv/www; } }") == ["missing-include"])
    #expect(
      Self.ids("server { include /etc/letsencrypt/x.conf; location / { root /srv/www; } }") == ["missing-include"])
    #expect(Self.ids("events {} http { include mime.types; server { location / { root /srv/www; } } }") == [])
  }

  @Test("one that should lie beside the main file is an error, and so is the main file itself")
  func beside() {
    #expect(Self.ids("server { include other.conf; }", path: "/proxy/site.conf") == ["unreadable-include"])
    let project = NginxProject("/nowhere.conf", .init(files: MemoryFiles()))
    #expect(Checker.check(project).hasErrors)
  }
}
