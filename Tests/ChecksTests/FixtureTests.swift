import Diagnostics
import Foundation
import Proxies
import ProxyConfig
import TestSupport
import Testing

@testable import Checks

/// Whole machines, each a folder named after its trouble, with what `check` says of them.
@Suite("Whole configurations")
struct FixtureTests {
  @Test(
    "what is found stays the same",
    arguments: ["ChecksTests", "HAProxyTests", "ApacheTests"].flatMap { PackageFolder.fixtures($0) })
  func findings(_ fixture: Fixture) {
    let environment = EnvironmentFile((try? Array(Data(contentsOf: fixture.url.appending(path: "environment")))) ?? [])
    let files = DiskFiles(root: fixture.url.path)
    let main =
      [
        "/etc/caddy/Caddyfile", "/etc/nginx/nginx.conf", "/etc/haproxy/haproxy.cfg", "/etc/apache2/apache2.conf",
      ].first(where: files.exists) ?? ""
    guard case .proxy(let proxy) = ProxyList.guess(path: main, bytes: (try? files.read(main)) ?? []) else {
      Issue.record("nothing says which proxy this is for")
      return
    }
    let machine = Machine(
      files: files, prefix: proxy.usualPrefix, isWholeMachine: true, environment: environment.variables)
    let project = proxy.load(main, machine)
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
      text + "\n" + project.matrix.text + project.coverage.text + "\n",
      equals: fixture.url.appending(path: "expected.txt"))
  }
}
