import Foundation
import TestSupport
import Testing

extension RealServers {
  /// What runs in a cluster as nginx, without the cluster: the server between route and application, and the lines that
  /// NGINX Gateway Fabric puts into its servers, in front of the page service.
  @Suite("Gateway API", .serialized, .enabled(if: Command.find("nginx") != nil, "nginx is not installed"))
  struct GatewayTests {
    @Test("the nginx between route and application sends the pages, whatever the application does", .safetyNet)
    func front() async throws {
      let rehearsal = Rehearsal(
        server: "nginx behind a gateway", program: try #require(Command.find("nginx")),
        files: { stage in
          let pages = ("/var/www/error-pages", stage.site.errorPages.path)
          return [
            "interlude.conf": try Substitution.read("nginx/interlude.conf", of: stage.site, [pages.0: pages.1]),
            "interlude-http.conf": try Substitution.read("nginx/interlude-http.conf", of: stage.site, [:]),
            "nginx.conf": NginxMain.text(
              stage.folder,
              http: [
                try Substitution.read(
                  "gateway-api/front.conf", of: stage.site,
                  [
                    "/etc/nginx/interlude/": stage.folder.path + "/", "listen 8080": "listen 127.0.0.1:\(stage.port)",
                    "http://app:8080": "http://127.0.0.1:\(stage.upstream)",
                    "proxy_read_timeout 30s": "proxy_read_timeout 500ms",
                  ])
              ]),
          ]
        }, check: { NginxMain.check($0.folder) }, start: { NginxMain.start($0.folder) })
      try await rehearsal.perform(NginxTests.expectations, pages: { PageExpectation(site: $0) }) { site, ports in
        try await Surroundings.expect(ports: ports, pages: PageExpectation(site: site), refused: 502)
      }
    }

    @Test("the lines for NGINX Gateway Fabric fetch the pages from the service", .safetyNet)
    func fabric() async throws {
      try await PageServiceTests().withPageService { _, pages in
        let rehearsal = Rehearsal(
          server: "NGINX Gateway Fabric’s lines", program: try #require(Command.find("nginx")),
          files: { stage in
            let policy = try Substitution.read(
              "kubernetes/nginx-gateway-fabric.yaml", of: stage.site,
              ["interlude-pages.interlude.svc.cluster.local": "127.0.0.1:\(pages)"])
            let lines = try #require(policy.components(separatedBy: "value: |\n").last)
            let server = """
              server {
                listen 127.0.0.1:\(stage.port);
                \(lines)
                location / { proxy_http_version 1.1; proxy_pass http://127.0.0.1:\(stage.upstream); proxy_read_timeout 500ms; }
              }
              """
            return ["nginx.conf": NginxMain.text(stage.folder, http: [server])]
          }, check: { NginxMain.check($0.folder) }, start: { NginxMain.start($0.folder) })
        try await rehearsal.perform(
          NginxTests.expectations, pages: { PageExpectation(site: $0, saysMethod: false) }
        ) { site, ports in
          await DirectRequests.expectNoPage(port: ports.working)
          try await Negotiation.expectAgreement(
            port: ports.working, pages: PageExpectation(site: site, saysMethod: false))
        }
      }
    }
  }
}
