import Foundation
import TestSupport
import Testing

extension RealServers {
  /// What the article on self-hosted platforms says to write, in servers built as these platforms build theirs.
  @Suite("Platforms", .serialized, .enabled(if: Command.find("nginx") != nil, "nginx is not installed"))
  struct PlatformTests {
    /// A platform on nginx: its server for one application on a port.
    struct Platform: Sendable, CustomTestStringConvertible {
      let name: String
      /// The folder of pages as the platform's nginx sees it.
      var pages = "/var/www/error-pages"
      let server: @Sendable (_ lines: String, _ application: UInt16) -> String
      var testDescription: String { name }
    }

    static let platforms = [
      Platform(name: "Nginx Proxy Manager") { lines, application in
        """
        set $forward_scheme http; set $server "127.0.0.1"; set $port \(application);
        location / {
          add_header X-Served-By $host;
          proxy_set_header Host $host; proxy_set_header X-Forwarded-Scheme $scheme;
          proxy_pass $forward_scheme://$server:$port$request_uri;
        }
        \(lines)
        """
      },
      // Its own error_page stands before what is included, and counts.
      Platform(name: "Dokku") { lines, application in
        """
        location / {
          gzip on; gzip_vary on;
          proxy_pass http://127.0.0.1:\(application);
          proxy_http_version 1.1; proxy_set_header Host $http_host; proxy_set_header X-Request-Start $msec;
        }
        error_page 400 401 402 403 405 /400-error.html;
        location /400-error.html { root /nowhere; internal; }
        error_page 404 /404-error.html;
        location /404-error.html { root /nowhere; internal; }
        error_page 500 501 503 504 505 506 507 508 509 510 511 /500-error.html;
        location /500-error.html { root /nowhere; internal; }
        error_page 502 /502-error.html;
        location /502-error.html { root /nowhere; internal; }
        \(lines)
        """
      },
      Platform(name: "CapRover", pages: "/nginx-shared/error-pages") { lines, application in
        """
        client_max_body_size 500m;
        set $upstream http://127.0.0.1:\(application);
        location / { proxy_pass $upstream; proxy_set_header Host $host; proxy_set_header X-Real-IP $remote_addr; }
        \(lines)
        """
      },
    ]

    /// The blocks of code below a heading of the article that are written in a language.
    static func blocks(_ heading: String, _ language: String) throws -> [String] {
      let file = PackageFolder.root.appending(path: "content/articles/servers/self-hosted-platforms.md")
      let text = try String(contentsOf: file, encoding: .utf8)
      let start = try #require(text.firstRange(of: "\n## \(heading)\n"), "\(heading)").upperBound
      let part = text[start...].components(separatedBy: "\n## ")[0]
      return part.components(separatedBy: "```\(language)\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    }

    /// The lines that a platform's server is given.
    static func lines(_ platform: Platform) throws -> String {
      if platform.name != "Nginx Proxy Manager" { return try #require(try blocks(platform.name, "nginx").last) }
      let commands = try blocks(platform.name, "shell").joined()
      let line = try #require(commands.firstMatch(of: /echo '([^']*)' > data\/nginx\/custom\/server_proxy.conf/))
      return String(line.1)
    }

    @Test("on nginx keep the status and send the page byte for byte", .safetyNet, arguments: platforms)
    func nginx(_ platform: Platform) async throws {
      let lines = try Self.lines(platform)
      let rehearsal = Rehearsal(
        server: platform.name, program: try #require(Command.find("nginx")),
        files: { stage in
          let included = platform.pages + "/config/nginx/interlude.conf"
          let own = try Substitution.apply(
            [included: stage.folder.path + "/interlude.conf"], to: lines, of: "the article")
          let server = platform.server(own, stage.upstream)
          let maps = stage.site.errorPages.path + "/config/nginx/interlude-http.conf"
          return [
            "interlude.conf": try Substitution.read(
              "nginx/interlude.conf", of: stage.site, ["/var/www/error-pages": stage.site.errorPages.path]),
            "nginx.conf": NginxMain.text(
              stage.folder,
              http: [
                "include \(maps); proxy_read_timeout 500ms;",
                "server { listen 127.0.0.1:\(stage.port); \(server) }",
              ]),
          ]
        }, check: { NginxMain.check($0.folder) }, start: { NginxMain.start($0.folder) })
      try await rehearsal.perform(
        // Dokku has pages of its own for the application's 401 and 404.
        NginxTests.expectations.filter { platform.name != "Dokku" || ![.own401, .own404].contains($0.0) },
        methods: ["GET", "HEAD", "POST"], pages: { PageExpectation(site: $0) })
    }

    @Test("Coolify’s Traefik takes the middleware for its entry points", .safetyNet)
    func coolify() async throws {
      let blocks = try Self.blocks("Coolify", "yaml")
      let options = blocks[1].matches(of: /'--entrypoints[.]http[.](.*)'/).map { String($0.1) }
      #expect(options == ["http.middlewares=interlude@file"])
      try await PageServiceTests().withPageService { _, pages in
        let rehearsal = Rehearsal(
          server: "Coolify’s Traefik", program: try #require(TestTools.program("traefik")),
          files: { stage in
            [
              "dynamic/interlude.yaml": try Substitution.apply(
                ["http://interlude-pages:8080": "http://127.0.0.1:\(pages)"], to: blocks[0], of: "the article"),
              "dynamic/app.yaml": """
              http:
                routers: {app: {rule: "PathPrefix(`/`)", service: app}}
                services:
                  app: {loadBalancer: {serversTransport: quick, servers: [{url: "http://127.0.0.1:\(stage.upstream)"}]}}
                serversTransports: {quick: {forwardingTimeouts: {responseHeaderTimeout: 500ms}}}
              """,
            ]
          },
          start: { stage in
            [
              "--providers.file.directory=\(stage.folder.path)/dynamic", "--log.level=ERROR",
              "--entrypoints.http.address=127.0.0.1:\(stage.port)", "--global.checkNewVersion=false",
              "--global.sendAnonymousUsage=false",
            ] + options.map { "--entrypoints.http." + $0 }
          }, isRouted: { $0.status != 404 })
        try await rehearsal.perform(
          PageServiceTests.expectations, methods: ["GET", "HEAD", "POST"],
          pages: { PageExpectation(site: $0, saysMethod: false) })
      }
    }
  }
}
