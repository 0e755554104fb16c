import Foundation
import ProxyConfig
import TestSupport
import Testing

/// Configurations of what is not modelled are called by their name; what nginx or Caddy reads never is.
@Suite("Configurations of other programs")
struct UnsupportedConfigTests {
  static let names: [String: String] = [
    "envoy.yaml": "an Envoy bootstrap", "envoy.json": "an Envoy bootstrap",
    "traefik.yml": "a configuration of Traefik",
    "traefik-dynamic.yml": "a configuration of Traefik", "traefik.toml": "a configuration of Traefik",
    "alias-only-lighttpd.conf": "a configuration of lighttpd", "traefik-1.toml": "a configuration of Traefik",
    "default.vcl": "VCL of Varnish", "old.vcl": "VCL of Varnish", "lighttpd.conf": "a configuration of lighttpd",
    "nginx-ingress.yaml": "a Kubernetes manifest (Ingress)", "gateway.json": "a Kubernetes manifest (Gateway)",
    "compose.yaml": "a Compose file", "web.config": "a web.config of IIS",
  ]

  private static func guess(_ file: Fixture) throws -> String? {
    UnsupportedConfig.guess(ConfigHead(Array(try Data(contentsOf: file.url))))?.name
  }

  @Test("each is told by name", arguments: PackageFolder.fixtures("ProxyConfigTests", "OtherConfigs/told"))
  func told(_ file: Fixture) throws {
    #expect(try Self.guess(file) == Self.names[file.name])
    #expect(Self.names[file.name] != nil)
  }

  @Test(
    "what only looks like one is none",
    arguments: PackageFolder.fixtures("ProxyConfigTests", "OtherConfigs/look-alikes"))
  func lookAlike(_ file: Fixture) throws {
    #expect(try Self.guess(file) == nil)
  }

  @Test("no public configuration of nginx or Caddy is one")
  func publicConfigs() throws {
    let folders = ["ProxyConfigTests/PublicConfigs", "TraceTests/fixtures", "ChecksTests/Fixtures"]
    var count = 0
    for folder in folders {
      for (path, bytes) in Fixture(name: folder, url: PackageFolder.root.appending(path: "Tests/\(folder)")).files()
      where !path.hasSuffix(".txt") && !path.hasSuffix(".html") && !path.hasSuffix(".md") && !path.hasSuffix(".jsonl") {
        count += 1
        #expect(UnsupportedConfig.guess(ConfigHead(bytes)) == nil, "\(path)")
      }
    }
    #expect(count > 100)
  }
}
