import Foundation
import Proxies
import TestSupport
import Testing

@testable import Checks

/// The documents made from the rules' own texts.
@Suite("Catalogue")
struct CatalogueTests {
  @Test("CHECKS.md says what the rules say")
  func fresh() {
    Golden.expect(RuleCatalogue(ProxyList.rules).markdown, equals: PackageFolder.root.appending(path: "CHECKS.md"))
  }

  @Test("the help site has the rules' pages, and none of a rule that is gone")
  func articles() throws {
    let folder = PackageFolder.root.appending(path: "content")
    for (path, text) in RuleCatalogue(ProxyList.rules).articles {
      Golden.expect(text, equals: folder.appending(path: path))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "articles/checks").path)
    #expect(
      Set(names.map { "articles/checks/\($0)" }).subtracting(RuleCatalogue(ProxyList.rules).articles.map(\.path))
        .isEmpty,
      "delete what no rule writes any more")
  }

  @Test("the list has one line a rule")
  func list() {
    #expect(RuleCatalogue(ProxyList.rules).list.split(separator: "\n").count == ProxyList.rules.count)
  }
}
