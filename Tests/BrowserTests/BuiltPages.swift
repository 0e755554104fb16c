import TestSupport
import Testing

/// The built pages, as a browser and the checkers of the web see them.
@Suite(
  "Built pages", .serialized,
  .enabled(if: Interlude.isOn("INTERLUDE_BROWSER"), "set INTERLUDE_BROWSER=1 after scripts/install-test-tools.sh"))
struct BuiltPages {
  /// The starter's pages, built once.
  static let build = Task { try await BuiltSite.starter(named: "browser") }
}
