import Diagnostics
import Foundation
import ProxyConfig
import TestSupport
import Testing

@testable import Checks

/// Whole machines, each a folder named after its trouble, with what `check` says of them.
@Suite("Whole configurations")
struct FixtureTests {
  @Test("what is found stays the same", arguments: PackageFolder.fixtures("ChecksTests"))
  func findings(_ fixture: Fixture) {
    let environment = EnvironmentFile((try? Array(Data(contentsOf: fixture.url.appending(path: "environment")))) ?? [])
    let options = Project.Options(
      files: DiskFiles(root: fixture.url.path), isWholeMachine: true, environment: environment.variables)
    let project: any CheckedConfig =
      options.files.exists("/etc/caddy/Caddyfile")
      ? CaddyProject.read("/etc/caddy/Caddyfile", options: options)
      : Project.nginx("/etc/nginx/nginx.conf", options: options)
    var text = ""
    for diagnostic in Checker.check(project).sorted where diagnostic.severity > .info {
      let line = LineIndex(diagnostic.place.source).position(at: diagnostic.place.range.lowerBound).line
      text +=
        "\(diagnostic.place.source.name):\(line): \(diagnostic.severity.rawValue): \(diagnostic.id): \(diagnostic.message)\n"
      for related in diagnostic.related {
        let line = LineIndex(related.place.source).position(at: related.place.range.lowerBound).line
        text += "    \(related.place.source.name):\(line): \(related.message)\n"
      }
    }
    Golden.expect(
      text + "\n" + Self.matrix(of: project) + project.coverage.text + "\n",
      equals: fixture.url.appending(path: "expected.txt"))
  }

  private static func matrix(of config: any CheckedConfig) -> String {
    switch config {
    case let project as Project: Matrix(project).text
    case let project as CaddyProject: Matrix(project).text
    default: ""
    }
  }
}
