import Foundation
import TestSupport
import Testing

extension RealServers {
  /// The module for APISIX and Kong on Debian's nginx with its Lua module. The calls are taken from the files for either
  /// gateway and are made as that gateway makes them: APISIX loads a text that returns a function, Kong one that is called.
  @Suite("Lua", .serialized, .enabled(if: NginxMain.hasLua, "nginx has no Lua module"))
  struct LuaTests {
    @Test(
      "keeps the status and sends the page byte for byte, whatever the upstream does", .safetyNet,
      arguments: [("APISIX", "apisix.yaml", "()()"), ("Kong", "kong.yaml", "()")])
    func matrix(_ gateway: String, _ file: String, _ call: String) async throws {
      let rehearsal = Rehearsal(
        server: "\(gateway)’s calls", program: try #require(Command.find("nginx")),
        files: { stage in
          let text = try Substitution.read("lua/\(file)", of: stage.site, [:])
          let filters = try ["header", "body"].map { filter in
            let code = try #require(text.firstMatch(of: try Regex("\n +- (.*[.]\(filter)_filter[(][)].*)")))
            return "\(filter)_filter_by_lua_block { loadstring([[\(code[1].substring ?? "")]])\(call) }"
          }
          let server = """
            server {
              listen 127.0.0.1:\(stage.port);
              location / {
                proxy_pass http://127.0.0.1:\(stage.upstream);
                proxy_read_timeout 500ms;
                \(filters.joined(separator: "\n"))
              }
            }
            """
          return [
            "interlude.lua": try Substitution.read(
              "lua/interlude.lua", of: stage.site, ["/var/www/error-pages": stage.site.errorPages.path]),
            "nginx.conf": NginxMain.text(
              stage.folder, top: NginxMain.lua.map { "load_module \($0);" },
              http: ["lua_package_path \"\(stage.folder.path)/?.lua;;\";", server]),
          ]
        }, check: { NginxMain.check($0.folder) }, start: { NginxMain.start($0.folder) })
      try await rehearsal.perform(
        NginxTests.expectations, methods: gateway == "Kong" ? ["GET", "HEAD", "POST"] : Matrix.methods,
        pages: { PageExpectation(site: $0, namesCharset: true) }
      ) { site, ports in
        await DirectRequests.expectNoPage(port: ports.working)
        try await Negotiation.expectAgreement(port: ports.working, pages: PageExpectation(site: site))
        try await APIRequests.expectOwnBodies(ports: ports, refused: nil)
      }
    }
  }
}
