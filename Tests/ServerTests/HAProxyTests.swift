import Foundation
import TestSupport
import Testing

extension RealServers {
  /// HAProxy serves whole responses from files that have to fit its buffer.
  @Suite("HAProxy", .serialized)
  struct HAProxyTests {
    static let expectations: [(Behaviour, Matrix.Expectation)] = [
      (.refused, .page(503)), (.hanging, .page(504)), (.closed, .page(502)), (.reset, .page(502)),
      (.halfHeader, .page(502)), (.bigHeader, .page(502)), (.garbage, .page(502)), (.own401, .own(401)),
      (.own500, .own(500)), (.own502, .own(502)), (.own503, .own(503)), (.healthy, .own(200)),
    ]

    @Test(
      "accepts every response file and sends its body byte for byte", .timeLimit(.minutes(2)),
      .enabled(if: Command.find("haproxy") != nil, "haproxy is not installed"))
    func matrix() async throws {
      let haproxy = try #require(Command.find("haproxy"))
      let site = try await RealServers.build.value
      try await TemporaryFolder.with("haproxy") { folder in
        let (upstream, port) = (try Upstream(), try Socket.freePort())
        let file = folder.appending(path: "haproxy.cfg")
        try Data(configuration(port: port, upstream: upstream, site: site).utf8).write(to: file)
        let check = try await Command.run(haproxy, ["-c", "-f", file.path])
        #expect(check.status == 0 && check.errors.isEmpty, "\(check.errors)\(check.text)")

        let cells = try await ServerProcess.with(haproxy, ["-f", file.path], port: port, in: folder) {
          await Matrix(
            ports: Ports(working: port, refusing: port), pages: PageExpectation(site: site, negotiates: false),
            expectations: Self.expectations
          ).run()
        }
        withExtendedLifetime(upstream) {}
        ResultTable(server: "HAProxy", cells: cells).report()
      }
    }

    private func configuration(port: UInt16, upstream: Upstream, site: BuiltSite) -> String {
      let codes = [400, 401, 403, 404, 405, 408, 410, 413, 429, 500, 501, 502, 503, 504]
      let files = codes.map { "  errorfile \($0) \(site.errorPages.path)/en/\($0).http" }.joined(separator: "\n")
      return """
        global
          maxconn 200
        defaults
          mode http
          timeout connect 500ms
          timeout server 500ms
          timeout client 5s
          retries 0
        \(files)
        frontend web
          bind 127.0.0.1:\(port)
          use_backend refusing if { path_beg /refused }
          default_backend application
        backend application
          server one 127.0.0.1:\(upstream.port)
        backend refusing
          server one 127.0.0.1:\(upstream.refusingPort)

        """
    }
  }
}
