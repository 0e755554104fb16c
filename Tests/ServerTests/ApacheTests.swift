import Foundation
import TestSupport
import Testing

extension RealServers {
  /// Debian's Apache with the generated example, and with the generated `.htaccess` files.
  @Suite("Apache", .serialized, .enabled(if: Command.find("apache2") != nil, "apache2 is not installed"))
  struct ApacheTests {
    static let expectations: [(Behaviour, Matrix.Expectation)] = [
      (.refused, .page(503)), (.hanging, .page(502)), (.closed, .page(502)), (.reset, .page(502)),
      (.halfHeader, .page(502)), (.bigHeader, .page(502)),
      // Apache takes bytes that are no HTTP for an answer in HTTP/0.9; no configuration helps.
      (.garbage, .relayed), (.own401, .own(401)), (.own404, .own(404)), (.own500, .page(500)), (.own502, .page(502)),
      (.own503, .page(503)), (.own504, .page(504)), (.healthy, .own(200)),
    ]

    @Test("keeps the status and sends the page byte for byte, whatever the upstream does", .safetyNet)
    func host() async throws {
      try await Self.host(modules: []).perform(
        Self.expectations, pages: { PageExpectation(site: $0) }
      ) { site, ports in
        try await Surroundings.expect(ports: ports, pages: PageExpectation(site: site), refused: 503)
      }
    }

    @Test("fills in what pages show of the request, and nothing that a visitor wrote", .safetyNet)
    func live() async throws {
      try await Self.host(modules: ["include", "unique_id"]).performLive(status: 503)
    }

    private static func host(modules: [String]) throws -> Rehearsal {
      Rehearsal(
        server: "Apache", program: try #require(Command.find("apache2")),
        files: { stage in
          [
            "interlude.conf": try Substitution.read(
              "apache/interlude.conf", of: stage.site, ["/var/www/error-pages": stage.site.errorPages.path]),
            "example.conf": try Substitution.read(
              "apache/example.conf", of: stage.site,
              [
                "/etc/apache2/interlude": stage.folder.path, "<VirtualHost *:80>": "<VirtualHost *:\(stage.port)>",
                "127.0.0.1:8080": "127.0.0.1:\(stage.upstream)", "timeout=30": "timeout=1 retry=0",
              ]),
            "apache.conf": main(stage, proxy: true, modules: modules) + "Include \(stage.folder.path)/example.conf\n",
          ]
        },
        check: { ["-t", "-f", $0.folder.path + "/apache.conf"] },
        start: { ["-DFOREGROUND", "-f", $0.folder.path + "/apache.conf"] })
    }

    @Test(".htaccess alone: a page that is missing is answered by ours", .safetyNet)
    func htaccess() async throws {
      // Other methods never get as far as looking for a file.
      try await Self.byOverride().perform(
        [(.own404, .page(404))], methods: ["GET", "POST", "HEAD"], pages: { PageExpectation(site: $0) }
      ) { _, ports in
        for path in ["/error-pages/404", "/error-pages/en/404.html", "/error-pages/en/502.html"] {
          let answer = try await Exchange.make("GET", path, port: ports.working)
          #expect(answer.status == 404, "\(path) answers \(answer.status)")
        }
      }
    }

    @Test(".htaccess alone, where it may switch includes on: fills in what pages show", .safetyNet)
    func htaccessLive() async throws {
      try await Self.byOverride(isLive: true).performLive(status: 404)
    }

    private static func byOverride(isLive: Bool = false) throws -> Rehearsal {
      Rehearsal(
        server: "Apache (.htaccess)", program: try #require(Command.find("apache2")),
        files: { stage in
          let top = try Substitution.read(
            "apache/htaccess/site.htaccess", of: stage.site, ["#ErrorDocument 404": "ErrorDocument 404"])
          try FileManager.default.copyItem(
            at: stage.site.errorPages, to: try Self.folder("www", in: stage.folder).appending(path: "error-pages"))
          return [
            "www/.htaccess": top,
            "www/error-pages/.htaccess": try Substitution.read(
              "apache/htaccess/\(isLive ? "error-pages-live" : "error-pages").htaccess", of: stage.site, [:]),
            "apache.conf": Self.main(stage, proxy: false, modules: isLive ? ["include", "unique_id"] : []) + """
              DocumentRoot \(stage.folder.path)/www
              <Directory \(stage.folder.path)/www>
                AllowOverride \(isLive ? "FileInfo Limit Options=IncludesNOEXEC,FollowSymLinks" : "FileInfo")
                Options FollowSymLinks
                Require all granted
              </Directory>

              """,
          ]
        },
        check: { ["-t", "-f", $0.folder.path + "/apache.conf"] },
        start: { ["-DFOREGROUND", "-f", $0.folder.path + "/apache.conf"] })
    }

    private static func folder(_ name: String, in folder: URL) throws -> URL {
      let url = folder.appending(path: name)
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      return url
    }

    /// A server with what Debian's has by default, and the modules that the comments name.
    private static func main(_ stage: Rehearsal.Stage, proxy: Bool, modules more: [String] = []) -> String {
      let folder = stage.folder.path
      let modules =
        ["mpm_event", "authz_core", "alias", "mime", "setenvif", "headers", "rewrite"]
        + (proxy ? ["proxy", "proxy_http"] : []) + more
      let loads = modules.map { "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so" }
      let user = getuid() == 0 ? "User www-data\nGroup www-data\n" : ""
      return """
        ServerRoot \(folder)
        ServerName localhost
        DefaultRuntimeDir \(folder)
        PidFile \(folder)/pid
        ErrorLog \(folder)/error.log
        Listen 127.0.0.1:\(stage.port)
        \(loads.joined(separator: "\n"))
        TypesConfig /dev/null
        \(user)
        """
    }
  }
}
