import Foundation
import TestSupport
import Testing

extension RealServers {
  /// The help site on real servers, each with the configuration that was generated for it.
  @Suite("Hosting the help site", .serialized)
  struct SiteHostingTests {
    @Test(
      "nginx sends the headers, the page for missing pages, and old addresses on", .safetyNet,
      .enabled(if: Command.find("nginx") != nil, "nginx is not installed"))
    func nginx() async throws {
      try await hosted(by: try #require(Command.find("nginx"))) { site, folder, port in
        try Data(
          """
          daemon off;
          pid \(folder.path)/pid;
          error_log \(folder.path)/error.log;
          events {}
          http {
            access_log off;
            types { text/html html; text/css css; text/javascript js; image/png png; }
            server {
              listen 127.0.0.1:\(port);
              root \(site.site.path);
              include \(site.folder.path)/site-config/nginx.conf;
            }
          }
          """.utf8
        ).write(to: folder.appending(path: "nginx.conf"))
        return ["-p", folder.path, "-c", folder.path + "/nginx.conf"]
      }
    }

    @Test(
      "Apache sends the headers, the page for missing pages, and old addresses on", .safetyNet,
      .enabled(if: Command.find("apache2") != nil, "apache2 is not installed"))
    func apache() async throws {
      try await hosted(by: try #require(Command.find("apache2"))) { site, folder, port in
        let modules = ["mpm_event", "authz_core", "alias", "mime", "dir", "headers"]
        try Data(
          """
          ServerRoot \(folder.path)
          ServerName localhost
          DefaultRuntimeDir \(folder.path)
          PidFile \(folder.path)/pid
          ErrorLog \(folder.path)/error.log
          Listen 127.0.0.1:\(port)
          \(modules.map { "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so" }.joined(separator: "\n"))
          TypesConfig /dev/null
          AddType text/html .html
          \(getuid() == 0 ? "User www-data\nGroup www-data" : "")
          <Directory \(site.site.path)>
            Require all granted
          </Directory>
          <VirtualHost *:\(port)>
            DocumentRoot \(site.site.path)
            Include \(site.folder.path)/site-config/apache.conf
          </VirtualHost>
          """.utf8
        ).write(to: folder.appending(path: "apache.conf"))
        return ["-DFOREGROUND", "-f", folder.path + "/apache.conf"]
      }
    }

    @Test(
      "Caddy sends the headers, the page for missing pages, and old addresses on", .safetyNet,
      .enabled(if: Command.find("caddy") != nil, "caddy is not installed"))
    func caddy() async throws {
      try await hosted(by: try #require(Command.find("caddy"))) { site, folder, port in
        try Data(
          """
          {
          	admin off
          	auto_https off
          	default_bind 127.0.0.1
          }

          import \(site.folder.path)/site-config/site.caddy

          http://localhost:\(port) {
          	root * \(site.site.path)
          	import interlude_site
          	file_server
          }

          """.utf8
        ).write(to: folder.appending(path: "Caddyfile"))
        return ["run", "--config", folder.path + "/Caddyfile", "--adapter", "caddyfile"]
      }
    }

    /// - Parameter lay: writes the server's configuration into a folder and returns the arguments that start it.
    private func hosted(
      by program: URL, lay: (BuiltSite, URL, UInt16) throws -> [String]
    ) async throws {
      let site = try await RealServers.build.value
      try await TemporaryFolder.with("site-host") { folder in
        let port = try Socket.freePort()
        let arguments = try lay(site, folder, port)
        let home = ["HOME": folder.path, "XDG_DATA_HOME": folder.path, "XDG_CONFIG_HOME": folder.path]
        try await ServerProcess.with(program, arguments, port: port, in: folder, environment: home) {
          try await expectSite(site, port)
        }
      }
    }

    private func expectSite(_ site: BuiltSite, _ port: UInt16) async throws {
      let wanted = try headers(of: site)
      for (address, status, file) in [
        ("/", 200, "index.html"), ("/codes/502/", 200, "codes/502/index.html"), ("/no/such/page", 404, "404.html"),
      ] {
        let answer = try await Exchange.make("GET", address, port: port)
        let body = try site.bytes("site/\(file)")
        #expect(answer.status == status && answer.body == body, "\(address)")
        for (name, value) in wanted { #expect(answer.values(name) == [value], "\(address): \(name)") }
      }
      let moves = try moves(of: site)
      #expect(moves.count > 5)
      for move in moves {
        for old in [move.old, move.old.hasSuffix("/") ? String(move.old.dropLast()) : move.old] {
          let answer = try await Exchange.make("GET", old, port: port)
          // A server may name itself in front of the path (RFC 9110, section 10.2.2).
          let location = answer.value("location")?.replacing("http://localhost:\(port)", with: "")
          #expect(answer.status == 301 && location == move.new, "\(old): \(answer.status) \(location ?? "")")
        }
      }
    }

    /// What `_headers` promises for every address.
    private func headers(of site: BuiltSite) throws -> [(name: String, value: String)] {
      let text = String(decoding: try site.bytes("site/_headers"), as: UTF8.self)
      let fields = text.split(separator: "\n").filter { $0.hasPrefix("  ") }.compactMap { line -> (String, String)? in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        return (
          line[..<colon].trimmingCharacters(in: .whitespaces).lowercased(),
          line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        )
      }
      try #require(fields.count == 3)
      return fields
    }

    private func moves(of site: BuiltSite) throws -> [(old: String, new: String)] {
      String(decoding: try site.bytes("site/_redirects"), as: UTF8.self).split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ")
        return words.count == 3 && words[2] == "301" ? (String(words[0]), String(words[1])) : nil
      }
    }
  }
}
