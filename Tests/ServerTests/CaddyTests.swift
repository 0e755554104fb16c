import Foundation
import TestSupport
import Testing

extension RealServers {
  /// Debian's Caddy and a current one, each with the generated example, which imports the generated snippets.
  @Suite("Caddy", .serialized)
  struct CaddyTests {
    static let expectations: [(Behaviour, Matrix.Expectation)] = [
      (.refused, .page(502)), (.hanging, .page(504)), (.closed, .page(502)), (.reset, .page(502)),
      (.halfHeader, .page(502)), (.garbage, .page(502)), (.own401, .own(401)), (.own404, .own(404)),
      (.own500, .page(500)), (.own502, .page(502)), (.own503, .page(503)), (.own504, .page(504)), (.healthy, .own(200)),
    ]

    @Test(
      "Debian's: keeps the status and sends the page byte for byte, whatever the upstream does",
      .safetyNet, .enabled(if: Command.find("caddy") != nil, "caddy is not installed"))
    func debian() async throws {
      try await matrix(of: try #require(Command.find("caddy")), "Caddy (Debian's)")
    }

    @Test(
      "a current one: keeps the status and sends the page byte for byte, whatever the upstream does",
      .safetyNet, .enabled(if: TestTools.program("caddy") != nil, "there is no caddy in .venv"))
    func current() async throws {
      try await matrix(of: try #require(TestTools.program("caddy")), "Caddy (current)")
    }

    @Test(
      "both: fills in what pages show of the request, and nothing that a visitor wrote", .safetyNet,
      arguments: [Command.find("caddy"), TestTools.program("caddy")].compactMap { $0 })
    func live(_ caddy: URL) async throws {
      try await withCaddy(caddy, try await RealServers.liveBuild.value) { _, ports in
        try await LivePages(server: "Caddy", port: ports.refusing, status: 502).expectRows()
        await DirectRequests.expectNoPage(port: ports.working)
      }
    }

    private func matrix(of caddy: URL, _ name: String) async throws {
      try await withCaddy(caddy, try await RealServers.build.value) { site, ports in
        let matrix = Matrix(ports: ports, pages: PageExpectation(site: site), expectations: Self.expectations)
        ResultTable(server: name, cells: await matrix.run()).report()
        await DirectRequests.expectNoPage(port: ports.working)
        try await Negotiation.expectAgreement(port: ports.working, pages: PageExpectation(site: site))
        try await APIRequests.expectOwnBodies(
          ports: ports, refused: (502, try site.bytes("error-pages/en/502.json")))
      }
    }

    private func withCaddy(
      _ caddy: URL, _ site: BuiltSite, _ body: (BuiltSite, Ports) async throws -> Void
    ) async throws {
      try await TemporaryFolder.with("caddy") { folder in
        let upstream = try Upstream()
        let ports = Ports(working: try Socket.freePort(), refusing: try Socket.freePort())
        try lay(site, in: folder, upstream: upstream, ports: ports)
        let home = ["HOME": folder.path, "XDG_DATA_HOME": folder.path, "XDG_CONFIG_HOME": folder.path]
        let arguments = ["--config", folder.path + "/Caddyfile", "--adapter", "caddyfile"]
        let check = try await Command.run(caddy, ["validate"] + arguments, environment: home)
        #expect(check.status == 0, "caddy validate: \(check.errors)")
        try await ServerProcess.with(
          caddy, ["run"] + arguments, port: ports.working, in: folder, environment: home
        ) {
          try await body(site, ports)
        }
        withExtendedLifetime(upstream) {}
      }
    }

    /// The example twice, once in front of an application that misbehaves and once in front of none.
    private func lay(_ site: BuiltSite, in folder: URL, upstream: Upstream, ports: Ports) throws {
      let snippets = try Substitution.read(
        "caddy/interlude.caddy", of: site, ["/var/www/error-pages": site.errorPages.path])
      let line = "import \(folder.path)/interlude.caddy"
      let example = try Substitution.read(
        "caddy/example.Caddyfile", of: site,
        ["/etc/caddy/interlude": folder.path, "response_header_timeout 30s": "response_header_timeout 500ms"])
      let first = try Substitution.apply(
        [
          line: "", "www.example.com {": "http://localhost:\(ports.working) {",
          "127.0.0.1:8080": "127.0.0.1:\(upstream.port)",
        ], to: example, of: "example.Caddyfile")
      let second = try Substitution.apply(
        [
          line: "", "www.example.com {": "http://localhost:\(ports.refusing) {",
          "127.0.0.1:8080": "127.0.0.1:\(upstream.refusingPort)",
        ], to: example, of: "example.Caddyfile")
      let options = "{\n\tadmin off\n\tauto_https off\n\tdefault_bind 127.0.0.1\n}\n\n"
      try Data(snippets.utf8).write(to: folder.appending(path: "interlude.caddy"))
      try Data((options + line + "\n" + first + second).utf8).write(to: folder.appending(path: "Caddyfile"))
    }
  }
}
