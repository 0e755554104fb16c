import Foundation
import TestSupport
import Testing

extension RealServers {
  /// HAProxy with the pages in a map, and with whole responses from files that have to fit its buffer.
  @Suite("HAProxy", .serialized, .enabled(if: Command.find("haproxy") != nil, "haproxy is not installed"))
  struct HAProxyTests {
    static let expectations: [(Behaviour, Matrix.Expectation)] = [
      (.refused, .page(503)), (.hanging, .page(504)), (.closed, .page(502)), (.reset, .page(502)),
      (.halfHeader, .page(502)), (.bigHeader, .page(502)), (.garbage, .page(502)), (.own401, .own(401)),
      (.own404, .own(404)), (.own500, .page(500)), (.own502, .page(502)), (.own503, .page(503)), (.own504, .page(504)),
      (.healthy, .own(200)),
    ]

    @Test("the maps: sends the page in the visitor's language and format", .safetyNet)
    func maps() async throws {
      try await maps(["accept.map", "formats.map", "languages.map", "pages.map"]).perform(
        Self.expectations, pages: { PageExpectation(site: $0, shape: .oneLine) }
      ) { site, ports in
        try await Surroundings.expect(
          ports: ports, pages: PageExpectation(site: site, shape: .oneLine), refused: 503)
      }
    }

    @Test("fills in what pages show of the request, and nothing that a visitor wrote", .safetyNet)
    func live() async throws {
      try await maps(["accept.map", "formats.map", "languages.map", "pages.map", "rows.map"]).performLive(status: 503)
    }

    private func maps(_ names: [String]) throws -> Rehearsal {
      try rehearsal("HAProxy (maps)") { stage in
        var files: [String: String] = [:]
        for name in names { files[name] = try Substitution.read("haproxy/\(name)", of: stage.site, [:]) }
        files["1.cfg"] = try Substitution.read(
          "haproxy/interlude.cfg", of: stage.site,
          ["/etc/haproxy/interlude": stage.folder.path, "timeout server 30s": "timeout server 500ms"])
        files["2.cfg"] = try Substitution.read(
          "haproxy/example.cfg", of: stage.site,
          ["bind :80": "bind 127.0.0.1:\(stage.port)", "127.0.0.1:8080": "127.0.0.1:\(stage.upstream)"])
        return files
      }
    }

    @Test("the response files: accepts each and sends its body byte for byte", .safetyNet)
    func responseFiles() async throws {
      try await rehearsal("HAProxy (files)") { stage in
        let pages = stage.site.errorPages.path
        return [
          "1.cfg": try Substitution.read("haproxy/errorfiles.cfg", of: stage.site, ["/var/www/error-pages": pages]),
          "2.cfg": Self.plain(stage),
        ]
      }.perform(Self.expectations, pages: { PageExpectation(site: $0, negotiates: false) })
    }

    /// What the comments of errorfiles.cfg tell to write.
    private static func plain(_ stage: Rehearsal.Stage) -> String {
      let returns = [500, 502, 503, 504].map {
        "  http-response return status \($0) errorfiles interlude-en if { status \($0) }"
      }
      return """
        defaults
          mode http
          timeout connect 500ms
          timeout server 500ms
          timeout client 5s
          errorfiles interlude-en
        frontend web
          bind 127.0.0.1:\(stage.port)
          default_backend application
        backend application
        \(returns.joined(separator: "\n"))
          server one 127.0.0.1:\(stage.upstream)

        """
    }

    private func rehearsal(
      _ name: String, files: @escaping @Sendable (Rehearsal.Stage) throws -> [String: String]
    ) throws -> Rehearsal {
      let arguments: @Sendable (Rehearsal.Stage) -> [String] = {
        ["-f", $0.folder.path + "/1.cfg", "-f", $0.folder.path + "/2.cfg"]
      }
      return Rehearsal(
        server: name, program: try #require(Command.find("haproxy")), files: files,
        check: { ["-c"] + arguments($0) }, start: arguments)
    }
  }
}
