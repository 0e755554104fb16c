/// The releases of Caddy whose behaviour is known: Debian 12's 2.6.2 and the 2.11 series.
///
/// Where they differ, both the grammar and the answers follow the release asked for.
public enum CaddyRelease: String, Sendable, Hashable, CaseIterable {
  case release26 = "2.6"
  case release211 = "2.11"

  /// Reads what a person writes: `2.6`, `2.6.2`, `v2.11.7`.
  public init?(_ text: some StringProtocol) {
    let parts = text.drop { $0 == "v" }.split(separator: ".")
    guard parts.count >= 2, parts[0] == "2", let minor = Int(parts[1]) else { return nil }
    self = minor < 8 ? .release26 : .release211
  }

  /// Since 2.8 `handle_errors` takes status codes, heredocs and `intercept` exist.
  public var isModern: Bool { self == .release211 }
}
