import Foundation
import TestSupport
import Testing

extension RealServers {
  /// A current Envoy with the generated bootstrap file.
  @Suite(
    "Envoy", .serialized,
    .enabled(if: TestTools.packageFile("envoy/_bin/envoy") != nil, "there is no Envoy in .venv"))
  struct EnvoyTests {
    static let expectations: [(Behaviour, Matrix.Expectation)] = [
      (.refused, .page(503)), (.hanging, .page(504)), (.closed, .page(503)), (.reset, .page(503)),
      (.halfHeader, .page(502)), (.garbage, .page(502)), (.own401, .own(401)), (.own404, .own(404)),
      (.own500, .page(500)), (.own502, .page(502)), (.own503, .page(503)), (.own504, .page(504)), (.healthy, .own(200)),
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
        server: "Envoy", program: try #require(TestTools.packageFile("envoy/_bin/envoy")),
        files: { stage in
          [
            "envoy.yaml": try Substitution.read(
              "envoy/envoy.yaml", of: stage.site,
              [
                "/var/www/error-pages": stage.site.errorPages.path,
                "address: 0.0.0.0, port_value: 80}": "address: 127.0.0.1, port_value: \(stage.port)}",
                "port_value: 8080": "port_value: \(stage.upstream)", "timeout: 30s": "timeout: 0.5s",
              ])
          ]
        },
        check: { ["--mode", "validate", "-c", $0.folder.path + "/envoy.yaml"] },
        start: { ["--disable-hot-restart", "--concurrency", "1", "-c", $0.folder.path + "/envoy.yaml"] })
    }
  }
}
