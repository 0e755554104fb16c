import Foundation
import TestSupport
import Testing

extension RealServers {
  /// Debian's Varnish with the generated example, which includes the generated subroutines.
  @Suite("Varnish", .serialized, .enabled(if: Command.find("varnishd") != nil, "varnishd is not installed"))
  struct VarnishTests {
    static let expectations: [(Behaviour, Matrix.Expectation)] = [
      (.refused, .page(503)), (.hanging, .page(503)), (.closed, .page(503)), (.reset, .page(503)),
      (.halfHeader, .page(503)), (.bigHeader, .page(503)), (.garbage, .page(503)), (.own401, .own(401)),
      (.own500, .page(500)), (.own502, .page(502)), (.own503, .page(503)), (.own504, .page(504)),
    ]

    @Test("keeps the status and sends the page byte for byte, whatever the upstream does", .safetyNet)
    func matrix() async throws {
      try await rehearsal().perform(Self.expectations, pages: { PageExpectation(site: $0) }) { site, ports in
        try await Surroundings.expect(ports: ports, pages: PageExpectation(site: site), refused: 503)
      }
    }

    @Test("fills in what pages show of the request, and nothing that a visitor wrote", .safetyNet)
    func live() async throws {
      try await rehearsal().performLive(status: 503)
    }

    private func rehearsal() throws -> Rehearsal {
      Rehearsal(
        server: "Varnish", program: try #require(Command.find("varnishd")),
        files: { stage in
          [
            "interlude.vcl": try Substitution.read(
              "varnish/interlude.vcl", of: stage.site, ["/var/www/error-pages": stage.site.errorPages.path]),
            "default.vcl": try Substitution.read(
              "varnish/example.vcl", of: stage.site,
              [
                "/etc/varnish/interlude": stage.folder.path, "\"8080\"": "\"\(stage.upstream)\"",
                ".first_byte_timeout = 30s": ".first_byte_timeout = 500ms",
              ]),
          ]
        },
        check: { ["-C", "-n", $0.folder.path + "/check", "-f", $0.folder.path + "/default.vcl"] },
        start: {
          [
            "-F", "-j", "none", "-n", $0.folder.path + "/work", "-a", "127.0.0.1:\($0.port)", "-s", "malloc,32m",
            "-f", $0.folder.path + "/default.vcl",
          ]
        })
    }
  }
}
