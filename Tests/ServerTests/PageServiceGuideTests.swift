import Foundation
import TestSupport
import Testing

extension RealServers {
  /// The guides of tarampampam/error-pages for Traefik, nginx and Caddy, with our page service in the place of theirs and
  /// nothing else changed: every failure of the application shows the page of its code, with its status.
  @Suite("Guides of the other image")
  struct PageServiceGuideTests {
    /// One guide: a proxy in front of an application and of the page service.
    struct Guide: Sendable, CustomTestStringConvertible {
      let name: String
      let program: URL?
      /// The configuration, for the ports of the proxy, the application, a dead one and the page service.
      let configuration: @Sendable (Ports) -> String
      let file: String
      let arguments: @Sendable (URL, Ports) -> [String]
      /// The ending that the guide's address names, whatever the visitor takes.
      var format: String?
      /// Whether the page service is asked with the visitor's own body, which a proxy may have sent to the application already.
      var sendsBodies = true
      var testDescription: String { name }
    }

    struct Ports: Sendable { let proxy, app, dead, pages: UInt16 }

    /// Those of the guide for nginx, without 408, for which nginx itself ends the connection.
    static let codes = [400, 401, 403, 404, 405, 409, 410, 429, 500, 502, 503, 504]

    static let guides = [
      traefik("/{status}", format: nil), traefik("/{status}.html", format: "html"),
      Guide(
        name: "nginx", program: Command.find("nginx"),
        configuration: { ports in
          """
          server {
            listen 127.0.0.1:\(ports.proxy);
            proxy_intercept_errors on;
            error_page 400 401 403 404 405 408 409 410 429 500 502 503 504 /_error-proxy;
            location = /_error-proxy {
              internal;
              proxy_set_header X-Code $status;
              proxy_pass http://127.0.0.1:\(ports.pages);
            }
            location / { proxy_pass http://127.0.0.1:\(ports.app); }
            location /dead { proxy_pass http://127.0.0.1:\(ports.dead); }
          }
          """
        }, file: "site.conf", arguments: { folder, _ in ["-p", folder.path, "-c", folder.path + "/nginx.conf"] }),
      Guide(
        name: "Caddy", program: TestTools.program("caddy") ?? Command.find("caddy"),
        configuration: { ports in
          """
          {
            admin off
            auto_https off
          }
          http://test.example.com:\(ports.proxy) {
            handle_errors {
              rewrite * /{err.status_code}
              reverse_proxy 127.0.0.1:\(ports.pages)
            }
            reverse_proxy /dead 127.0.0.1:\(ports.dead)
            reverse_proxy 127.0.0.1:\(ports.app) {
              @upstream_error status 4xx 5xx
              handle_response @upstream_error {
                rewrite * /{http.reverse_proxy.status_code}
                reverse_proxy 127.0.0.1:\(ports.pages)
              }
            }
          }
          """
        }, file: "Caddyfile",
        arguments: { folder, _ in ["run", "--config", folder.path + "/Caddyfile", "--adapter", "caddyfile"] },
        sendsBodies: false),
    ]

    private static func traefik(_ query: String, format: String?) -> Guide {
      Guide(
        name: "Traefik, \(query)", program: TestTools.program("traefik"),
        configuration: { ports in
          """
          http:
            routers:
              catch-all: {rule: "HostRegexp(`.+`)", priority: 10, service: error-pages, middlewares: [error-pages]}
              app: {rule: "Host(`test.example.com`)", service: app, middlewares: [error-pages]}
              dead: {rule: "Host(`test.example.com`) && Path(`/dead`)", service: dead, middlewares: [error-pages]}
            middlewares:
              error-pages: {errors: {status: ["400-599"], service: error-pages, query: "\(query)"}}
            services:
              app: {loadBalancer: {servers: [{url: "http://127.0.0.1:\(ports.app)"}]}}
              dead: {loadBalancer: {servers: [{url: "http://127.0.0.1:\(ports.dead)"}]}}
              error-pages: {loadBalancer: {servers: [{url: "http://127.0.0.1:\(ports.pages)"}]}}
          """
        }, file: "dynamic.yaml",
        arguments: { folder, ports in
          [
            "--providers.file.filename=\(folder.path)/dynamic.yaml", "--log.level=ERROR",
            "--entryPoints.web.address=127.0.0.1:\(ports.proxy)", "--global.checkNewVersion=false",
            "--global.sendAnonymousUsage=false",
          ]
        }, format: format)
    }

    @Test("run with only the image changed", arguments: guides)
    func runs(_ guide: Guide) async throws {
      let program = try #require(guide.program, "\(guide.name) is not installed")
      let pack = try await PagesImageTests.pack.value
      _ = try await PagesImageTests.with { pages, _ in
        try await TemporaryFolder.with("guide") { folder in
          let closed = try Socket.bound(listening: false)
          let ports = Ports(
            proxy: try Socket.freePort(), app: try Socket.freePort(), dead: closed.port, pages: pages)
          try Data(guide.configuration(ports).utf8).write(to: folder.appending(path: guide.file))
          try Self.write(["include \(folder.path)/site.conf;"], named: "nginx.conf", in: folder)
          let app = Self.codes.map { "location = /status/\($0) { return \($0) 'own words'; }" }
          try Self.write(
            ["server { listen 127.0.0.1:\(ports.app); location / { return 200 fine; } \(app.joined(separator: " ")) }"],
            named: "app.conf", in: folder)
          let nginx = try #require(Command.find("nginx"))
          try await ServerProcess.with(
            nginx, ["-p", folder.path, "-c", folder.path + "/app.conf"], port: ports.app, in: folder
          ) {
            try await ServerProcess.with(program, guide.arguments(folder, ports), port: ports.proxy, in: folder) {
              try await Self.ask(guide, ports, pack)
            }
          }
          withExtendedLifetime(closed) {}
        }
      }
    }

    private static func write(_ http: [String], named name: String, in folder: URL) throws {
      let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder.path)/\($0);" }
      let text = """
        daemon off; master_process off; pid \(folder.path)/\(name).pid; error_log stderr crit;
        events { worker_connections 256; }
        http { access_log off; \((paths + http).joined(separator: "\n")) }

        """
      try Data(text.utf8).write(to: folder.appending(path: name))
    }

    /// 65 requests and more: each code in each format and method, and an application that is gone.
    private static func ask(_ guide: Guide, _ ports: Ports, _ pack: URL) async throws {
      // Traefik opens its port before it has read its file.
      let host = ["Host": "test.example.com"]
      for _ in 0..<100 where try await Exchange.make("GET", "/", port: ports.proxy, headers: host).status != 200 {
        try await Task.sleep(for: .milliseconds(50))
      }
      let fine = try await Exchange.make("GET", "/", port: ports.proxy, headers: host)
      #expect(fine.status == 200 && String(decoding: fine.body, as: UTF8.self) == "fine")

      for (target, code) in codes.map({ ("/status/\($0)", $0) }) + [("/dead", 502)] {
        for (method, accept, language) in [
          ("GET", "text/html,application/xhtml+xml,*/*;q=0.8", "en"), ("GET", "application/json", "en"),
          ("POST", "text/html", "de"), ("HEAD", "text/html", "en"), ("GET", "*/*", "fr"),
        ] {
          let answer = try await Exchange.make(
            method, target, port: ports.proxy,
            headers: ["Host": "test.example.com", "Accept": accept, "Accept-Language": language],
            body: method == "POST" && guide.sendsBodies ? "a=b" : "")
          let format = guide.format ?? (accept.contains("html") ? "html" : accept.contains("json") ? "json" : "txt")
          let said = "\(guide.name): \(method) \(target) \(accept) \(language)"
          #expect(answer.status == code, "\(said)")
          let page = try Data(contentsOf: pack.appending(path: "\(language)/\(code).\(format)"))
          #expect(answer.body == (method == "HEAD" ? [] : Array(page)), "\(said)")
          let type = ["html": "text/html", "json": "application/problem+json", "txt": "text/plain"][format] ?? ""
          #expect(answer.value("content-type")?.hasPrefix(type) == true, "\(said)")
        }
      }

      if guide.name.hasPrefix("Traefik") {
        let stranger = try await Exchange.make(
          "GET", "/any/path", port: ports.proxy, headers: ["Host": "nobody.example.net", "Accept": "text/html"])
        #expect(stranger.status == 404)
        #expect(stranger.body == Array(try Data(contentsOf: pack.appending(path: "en/404.html"))))
      }
    }
  }
}
