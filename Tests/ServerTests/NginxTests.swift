import Foundation
import TestSupport
import Testing

extension RealServers {
  /// Debian's nginx with the generated example, which includes the generated files.
  @Suite("nginx", .serialized, .enabled(if: Command.find("nginx") != nil, "nginx is not installed"))
  struct NginxTests {
    static let expectations: [(Behaviour, Matrix.Expectation)] = [
      (.refused, .page(502)), (.hanging, .page(504)), (.closed, .page(502)), (.reset, .page(502)),
      (.halfHeader, .page(502)), (.bigHeader, .page(502)),
      // nginx takes bytes that are no HTTP for an answer in HTTP/0.9; no configuration helps.
      (.garbage, .relayed), (.own401, .own(401)), (.own404, .own(404)), (.own500, .page(500)), (.own502, .page(502)),
      (.own503, .page(503)), (.own504, .page(504)), (.healthy, .own(200)),
    ]

    @Test("keeps the status and sends the page byte for byte, whatever the upstream does", .safetyNet)
    func matrix() async throws {
      try await withNginx(try await RealServers.build.value) { site, ports in
        let matrix = Matrix(ports: ports, pages: PageExpectation(site: site), expectations: Self.expectations)
        ResultTable(server: "nginx", cells: await matrix.run()).report()
        await DirectRequests.expectNoPage(port: ports.working)
        try await Negotiation.expectAgreement(port: ports.working, pages: PageExpectation(site: site))
        try await APIRequests.expectOwnBodies(
          ports: ports, refused: (502, try site.bytes("error-pages/en/502.json")))
      }
    }

    @Test("fills in what pages show of the request, and nothing that a visitor wrote", .safetyNet)
    func live() async throws {
      try await withNginx(try await RealServers.liveBuild.value) { _, ports in
        try await LivePages(server: "nginx", port: ports.refusing, status: 502).expectRows()
        await DirectRequests.expectNoPage(port: ports.working)
      }
    }

    private func withNginx(
      _ site: BuiltSite, _ body: (BuiltSite, Ports) async throws -> Void
    ) async throws {
      let nginx = try #require(Command.find("nginx"))
      try await TemporaryFolder.with("nginx") { folder in
        let upstream = try Upstream()
        let ports = Ports(working: try Socket.freePort(), refusing: try Socket.freePort())
        try lay(site, in: folder, upstream: upstream, ports: ports)
        let arguments = ["-p", folder.path, "-c", folder.path + "/nginx.conf"]
        let check = try await Command.run(nginx, ["-t", "-q"] + arguments)
        #expect(check.status == 0 && check.errors.isEmpty, "nginx -t: \(check.errors)")
        try await ServerProcess.with(nginx, arguments, port: ports.working, in: folder) { try await body(site, ports) }
        withExtendedLifetime(upstream) {}
      }
    }

    /// The example twice, once in front of an application that misbehaves and once in front of none.
    private func lay(_ site: BuiltSite, in folder: URL, upstream: Upstream, ports: Ports) throws {
      let pages = ("/var/www/error-pages", site.errorPages.path)
      let server = try Substitution.read("nginx/interlude.conf", of: site, [pages.0: pages.1])
      let maps = try Substitution.read("nginx/interlude-http.conf", of: site, [:])
      let example = try Substitution.read(
        "nginx/example.conf", of: site,
        ["/etc/nginx/interlude": folder.path, "proxy_read_timeout 30s": "proxy_read_timeout 500ms"])
      let first = try Substitution.apply(
        ["listen 80;": "listen 127.0.0.1:\(ports.working);", "127.0.0.1:8080": "127.0.0.1:\(upstream.port)"],
        to: example, of: "example.conf")
      let second = try Substitution.apply(
        [
          "include \(folder.path)/interlude-http.conf;": "", "listen 80;": "listen 127.0.0.1:\(ports.refusing);",
          "127.0.0.1:8080": "127.0.0.1:\(upstream.refusingPort)",
        ], to: example, of: "example.conf")
      for (name, text) in [
        ("interlude.conf", server), ("interlude-http.conf", maps), ("first.conf", first), ("second.conf", second),
        ("nginx.conf", main(folder)),
      ] {
        try Data(text.utf8).write(to: folder.appending(path: name))
      }
    }

    private func main(_ folder: URL) -> String {
      let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
        "  \($0)_temp_path \(folder.path)/\($0);"
      }
      return """
        daemon off;
        master_process off;
        pid \(folder.path)/nginx.pid;
        error_log \(folder.path)/error.log;
        events { worker_connections 512; }
        http {
          access_log off;
        \(paths.joined(separator: "\n"))
          include \(folder.path)/first.conf;
          include \(folder.path)/second.conf;
        }

        """
    }
  }
}
