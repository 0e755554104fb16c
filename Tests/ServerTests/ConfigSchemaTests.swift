import Foundation
import TestSupport
import Testing

extension RealServers {
  /// Configuration for systems that cannot be run here, held against their schemas and grammars.
  @Suite("Clouds and clusters", .enabled(if: TestTools.python != nil, "there is no .venv"))
  struct ConfigSchemaTests {
    @Test(
      "Kubernetes, CloudFormation, Terraform and XML files are valid, and the files they name are in the pack",
      .safetyNet)
    func schemas() async throws {
      let site = try await RealServers.build.value
      let script = PackageFolder.root.appending(path: "Tests/ServerTests/check_config.py")
      let result = try await Command.run(
        try #require(TestTools.python), ["-B", script.path, site.errorPages.path])
      #expect(result.status == 0, "\(result.text)\(result.errors)")
    }
  }
}
