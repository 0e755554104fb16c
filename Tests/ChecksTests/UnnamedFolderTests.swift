import Diagnostics
import Proxies
import ProxyConfig
import Testing

@testable import Checks

/// A site's own file often leaves the folder of its pages to the main one.
@Suite("Folders that are named in another file")
struct UnnamedFolderTests {
  private static let site = """
    <VirtualHost *:80>
    ErrorDocument 500 /errors/500.html
    ErrorDocument 502 /errors/502.html
    ErrorDocument 503 /errors/503.html
    ProxyPass /errors/ !
    ProxyPass / http://127.0.0.1:8080/
    </VirtualHost>
    """

  private static func severities(_ more: [String: String]) -> Set<Severity> {
    let path = "/etc/apache2/sites-available/shop.conf"
    let machine = Machine(files: MemoryFiles([path: site].merging(more) { $1 }), prefix: "/etc/apache2")
    let project = ProxyList.proxy(named: "apache")?.load(path, machine)
    let found = project.map { Checker.check($0).sorted.filter { $0.id == "missing-file" } } ?? []
    return Set(found.map(\.severity))
  }

  @Test("whether the pages exist cannot be told without a DocumentRoot, unless httpd's usual folder is there")
  func unnamed() {
    #expect(Self.severities([:]) == [.info])
    #expect(Self.severities(["/etc/apache2/htdocs/index.html": "home"]) == [.error])
  }
}
