import TestSupport
import Testing

/// Real proxies with the generated configuration: the judges of what a visitor gets.
@Suite(
  "Real servers", .serialized,
  .enabled(if: Interlude.isOn("INTERLUDE_SERVERS"), "set INTERLUDE_SERVERS=1 after scripts/install-test-tools.sh"))
struct RealServers {
  /// The starter's pages, built once for all servers.
  static let build = Task { try await BuiltSite.starter(named: "servers") }

  /// The same with pages that the servers fill in.
  static let liveBuild = Task {
    try await BuiltSite.starter(named: "live-servers", settings: "errorPages: {liveValues: true}\n")
  }
}
