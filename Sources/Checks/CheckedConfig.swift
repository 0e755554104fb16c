public import Diagnostics
public import ProxyConfig

/// One proxy's configuration, read and traced, as the rules are run over it.
public protocol CheckedConfig: Sendable {
  /// The configuration as it was read, with everything that keeps the proxy from reading it.
  var tree: ConfigTree { get }
  /// Whether a file is missing that could change the picture.
  var hasHoles: Bool { get }
  /// How many of the places that can fail are branded.
  var coverage: Coverage { get }

  /// Runs a rule's part for this kind of proxy.
  func apply(_ rule: any Rule, into report: inout Report)
}

extension Project: CheckedConfig {
  public func apply(_ rule: any Rule, into report: inout Report) { rule.check(self, into: &report) }
}

extension CaddyProject: CheckedConfig {
  /// An import that leads nowhere is an error of its own.
  public var hasHoles: Bool { false }

  public func apply(_ rule: any Rule, into report: inout Report) { rule.check(self, into: &report) }
}
