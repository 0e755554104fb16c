import Foundation
import TestSupport
import Testing

extension RealServers {
  /// Debian's lighttpd with the generated example, which includes the generated script for mod_magnet.
  @Suite("lighttpd", .serialized, .enabled(if: Command.find("lighttpd") != nil, "lighttpd is not installed"))
  struct LighttpdTests {
    static let expectations: [(Behaviour, Matrix.Expectation)] = [
      (.refused, .page(503)), (.hanging, .page(504)), (.closed, .page(500)), (.reset, .page(500)),
      (.halfHeader, .page(500)), (.garbage, .page(502)), (.own401, .own(401)), (.own404, .own(404)),
      (.own500, .page(500)), (.own502, .page(502)), (.own503, .page(503)), (.own504, .page(504)), (.healthy, .own(200)),
    ]

    @Test("keeps the status and sends the page byte for byte, whatever the upstream does", .safetyNet)
    func script() async throws {
      try await Self.rehearsal().perform(Self.expectations, pages: { PageExpectation(site: $0) }) { site, ports in
        await DirectRequests.expectNoPage(port: ports.working)
        try await Negotiation.expectAgreement(port: ports.working, pages: PageExpectation(site: site))
        try await APIRequests.expectOwnBodies(ports: ports, refused: nil)
      }
    }

    @Test("fills in what pages show of the request, and nothing that a visitor wrote", .safetyNet)
    func live() async throws {
      try await Self.rehearsal().performLive(status: 503)
    }

    private static func rehearsal() throws -> Rehearsal {
      Rehearsal(
        server: "lighttpd", program: try #require(Command.find("lighttpd")),
        files: { stage in
          [
            "interlude.conf": try Substitution.read(
              "lighttpd/interlude.conf", of: stage.site, ["/etc/lighttpd/interlude": stage.folder.path]),
            "interlude.lua": try Substitution.read(
              "lighttpd/interlude.lua", of: stage.site, ["/var/www/error-pages": stage.site.errorPages.path]),
            "lighttpd.conf": try Substitution.read(
              "lighttpd/example.conf", of: stage.site,
              [
                "/etc/lighttpd/interlude": stage.folder.path, "/var/www/html": stage.folder.path,
                "server.port = 80\n": "server.port = \(stage.port)\nserver.bind = \"127.0.0.1\"\n",
                "\"port\" => 8080": "\"port\" => \(stage.upstream)", "\"read-timeout\" => 30": "\"read-timeout\" => 1",
              ]),
          ]
        },
        check: { ["-tt", "-f", $0.folder.path + "/lighttpd.conf"] },
        start: { ["-D", "-f", $0.folder.path + "/lighttpd.conf"] })
    }

    @Test("the plain form keeps the status and sends HTML in one language", .safetyNet)
    func plain() async throws {
      let rehearsal = Rehearsal(
        server: "lighttpd (plain)", program: try #require(Command.find("lighttpd")),
        files: { stage in
          [
            "plain.conf": try Substitution.read(
              "lighttpd/plain.conf", of: stage.site, ["/var/www/error-pages": stage.site.errorPages.path]),
            "lighttpd.conf": try Substitution.read(
              "lighttpd/example.conf", of: stage.site,
              [
                "/etc/lighttpd/interlude/interlude.conf": stage.folder.path + "/plain.conf",
                "/var/www/html": stage.folder.path,
                "server.port = 80\n": "server.port = \(stage.port)\nserver.bind = \"127.0.0.1\"\n"
                  + "mimetype.assign = ( \".html\" => \"text/html; charset=utf-8\" )\n",
                "\"port\" => 8080": "\"port\" => \(stage.upstream)", "\"read-timeout\" => 30": "\"read-timeout\" => 1",
              ]),
          ]
        },
        check: { ["-tt", "-f", $0.folder.path + "/lighttpd.conf"] },
        start: { ["-D", "-f", $0.folder.path + "/lighttpd.conf"] })
      // lighttpd takes every error for its own here, so those of single requests are not asked for.
      let expectations = Self.expectations.filter { ![.own401, .own404].contains($0.0) }
      try await rehearsal.perform(
        expectations, pages: { PageExpectation(site: $0, negotiates: false, setsHeaders: false) })
    }
  }
}
