import Foundation
import TestSupport
import Testing

extension RealServers {
  /// The Worker for Cloudflare on Node.js, which has the same interface for requests and answers. `worker.mjs` plays
  /// Cloudflare: its static assets, and what it says of an origin that does not answer.
  @Suite("Worker", .serialized, .enabled(if: Command.find("node") != nil, "Node.js is not installed"))
  struct WorkerTests {
    static let expectations: [(Behaviour, Matrix.Expectation)] = [
      (.refused, .page(521)), (.hanging, .page(524)), (.closed, .page(520)), (.reset, .page(520)),
      (.halfHeader, .page(520)), (.bigHeader, .page(520)), (.garbage, .page(520)), (.own401, .own(401)),
      (.own404, .own(404)), (.own500, .page(500)), (.own502, .page(502)), (.own503, .page(503)), (.own504, .page(504)),
      (.healthy, .own(200)),
    ]

    @Test("keeps the status and sends the page byte for byte, whatever the origin does", .safetyNet)
    func matrix() async throws {
      let harness = PackageFolder.root.appending(path: "Tests/ServerTests/worker.mjs").path
      let rehearsal = Rehearsal(
        server: "Cloudflare’s Worker", program: try #require(Command.find("node")),
        files: { stage in ["worker.mjs": try Substitution.read("cloudflare/worker.js", of: stage.site, [:])] },
        start: { stage in
          [
            harness, stage.folder.path + "/worker.mjs", stage.site.errorPages.path, "\(stage.port)",
            "\(stage.upstream)",
          ]
        })
      try await rehearsal.perform(Self.expectations, pages: { PageExpectation(site: $0) }) { site, ports in
        await DirectRequests.expectNoPage(port: ports.working)
        try await Negotiation.expectAgreement(port: ports.working, pages: PageExpectation(site: site))
        try await APIRequests.expectOwnBodies(ports: ports, refused: nil)
      }
    }
  }
}
