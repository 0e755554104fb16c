public import Checks
import Diagnostics
import ProxyConfig

/// What only Apache httpd can get wrong.
protocol ApacheRule: OwnRule where Project == ApacheProject {}

extension ApacheProject {
  /// httpd's own rules, the gravest first.
  public static let rules: [any Rule.Type] = [
    DocumentPathAsText.self, AliasWithoutSlash.self, RewriteTakesPage.self, OverrideWithoutPage.self,
    ExclusionAfterPass.self, HtaccessPagesIgnored.self, SilentUpstreamIs502.self, HeaderOnSuccessOnly.self,
  ]

  /// The settings of every server and of all sections in it.
  var allSettings: [Settings] { model.servers.flatMap(\.allSettings) }
}
