import Foundation
import TestSupport
import Testing

extension RealServers {
  /// The page service on Debian's nginx, and a current Traefik that asks it.
  @Suite("Page service", .serialized, .enabled(if: Command.find("nginx") != nil, "nginx is not installed"))
  struct PageServiceTests {
    static let expectations: [(Behaviour, Matrix.Expectation)] = [
      (.refused, .page(502)), (.hanging, .page(504)), (.closed, .page(502)), (.reset, .page(502)),
      (.halfHeader, .page(500)), (.garbage, .page(500)), (.own401, .own(401)), (.own404, .own(404)),
      (.own500, .page(500)), (.own502, .page(502)), (.own503, .page(503)), (.own504, .page(504)), (.healthy, .own(200)),
    ]

    @Test("answers every code it is asked for with that status and page, by path and by header")
    func contract() async throws {
      try await withPageService { site, port in
        let pages = PageExpectation(site: site, saysMethod: false)
        let codes = (400..<600).filter { !pages.body($0, language: "en", format: "html").isEmpty }
        for code in codes where ![401, 407, 408, 444, 494, 495, 496, 497, 499].contains(code) {
          for (target, header) in [("/\(code)", [:]), ("/any/path", ["X-Code": "\(code)"])] {
            for method in ["GET", "POST", "HEAD"] {
              let variant = Variant.all[(code + method.count) % Variant.all.count]
              let answer = try await Exchange.make(
                method, target, port: port, headers: variant.headers.merging(header) { $1 })
              let problems = pages.problems(of: answer, status: code, method: method, variant: variant)
              #expect(problems.isEmpty, "\(method) \(target) \(variant.name)")
            }
          }
        }
        for (target, headers, status) in [
          ("/healthz", [:], 200), ("/", [:], 404), ("/x", ["X-Code": "200"], 404), ("/401", [:], 401),
          ("/x", ["X-Code": "503, 200"], 404), ("/en/503.html", [:], 404), ("/__interlude/503", [:], 404),
        ] as [(String, [String: String], Int)] {
          let answer = try await Exchange.make("GET", target, port: port, headers: headers)
          #expect(answer.status == status, "\(target) \(headers)")
        }
      }
    }

    @Test(
      "Traefik keeps the status and sends the page byte for byte, whatever the upstream does",
      .safetyNet, .enabled(if: TestTools.program("traefik") != nil, "there is no Traefik in .venv"))
    func traefik() async throws {
      try await withPageService { _, pages in
        try await rehearsal(pages).perform(
          Self.expectations, pages: { PageExpectation(site: $0, saysMethod: false) }
        ) { site, ports in
          await DirectRequests.expectNoPage(port: ports.working)
          try await Negotiation.expectAgreement(
            port: ports.working, pages: PageExpectation(site: site, saysMethod: false))
          try await APIRequests.expectOwnBodies(ports: ports, refused: nil)
        }
      }
    }

    @Test(
      "Traefik with a page service that fills in what pages show, and nothing that a visitor wrote",
      .safetyNet, .enabled(if: TestTools.program("traefik") != nil, "there is no Traefik in .venv"))
    func live() async throws {
      try await withPageService(of: RealServers.liveBuild.value) { _, pages in
        try await rehearsal(pages).performLive(status: 502)
      }
    }

    private func rehearsal(_ pages: UInt16) throws -> Rehearsal {
      Rehearsal(
        server: "Traefik", program: try #require(TestTools.program("traefik")),
        files: { stage in
          [
            "dynamic.yaml": try Substitution.read(
              "traefik/dynamic.yaml", of: stage.site,
              [
                "pages:8080": "127.0.0.1:\(pages)", "app:8080": "127.0.0.1:\(stage.upstream)",
                "responseHeaderTimeout: 30s": "responseHeaderTimeout: 500ms",
              ])
          ]
        },
        start: { stage in
          [
            "--providers.file.filename=\(stage.folder.path)/dynamic.yaml", "--log.level=ERROR",
            "--entryPoints.web.address=127.0.0.1:\(stage.port)", "--global.checkNewVersion=false",
            "--global.sendAnonymousUsage=false",
          ]
        }, isRouted: { $0.status != 404 })
    }

    func withPageService(
      of site: BuiltSite? = nil, _ body: (BuiltSite, UInt16) async throws -> Void
    ) async throws {
      let nginx = try #require(Command.find("nginx"))
      let finished = try await RealServers.build.value
      let site = site ?? finished
      try await TemporaryFolder.with("page-service") { folder in
        let port = try Socket.freePort()
        let pages = site.errorPages.path
        let file = try Substitution.read(
          "page-service/default.conf", of: site,
          [
            "/var/www/error-pages": pages, "/etc/nginx/interlude/": pages + "/config/nginx/",
            "listen 8080": "listen 127.0.0.1:\(port)",
          ])
        let isLive = site.errorPages != finished.errorPages
        let server =
          isLive ? try Substitution.apply(["/var/log/nginx": folder.path], to: file, of: "default.conf") : file
        let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
          "  \($0)_temp_path \(folder.path)/\($0);"
        }
        let main = """
          daemon off;
          master_process off;
          pid \(folder.path)/nginx.pid;
          error_log \(folder.path)/error.log;
          events { worker_connections 512; }
          http {
          \(paths.joined(separator: "\n"))
          \(server)
          }

          """
        try Data(main.utf8).write(to: folder.appending(path: "nginx.conf"))
        let arguments = ["-p", folder.path, "-c", folder.path + "/nginx.conf"]
        let check = try await Command.run(nginx, ["-t", "-q"] + arguments)
        #expect(check.status == 0 && check.errors.isEmpty, "nginx -t: \(check.errors)")
        try await ServerProcess.with(nginx, arguments, port: port, in: folder) { try await body(site, port) }
      }
    }
  }
}
