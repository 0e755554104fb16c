import Foundation
import TestSupport
import Testing

@testable import Checks

/// The documents made from the rules' own texts.
@Suite("Catalogue")
struct CatalogueTests {
  @Test("CHECKS.md says what the rules say")
  func fresh() {
    Golden.expect(RuleCatalogue.markdown, equals: PackageFolder.root.appending(path: "CHECKS.md"))
  }

  @Test("the list has one line a rule")
  func list() {
    #expect(RuleCatalogue.list.split(separator: "\n").count == RuleList.all.count)
  }
}
