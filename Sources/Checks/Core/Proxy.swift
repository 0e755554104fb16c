public import ProxyConfig
public import Trace

/// A kind of proxy whose configuration can be read, checked and traced.
///
/// A new proxy is a folder of its own and a line in the list of proxies.
public protocol Proxy: Sendable {
  var kind: ProxyKind { get }
  /// Where relative paths start when nothing else is said.
  var usualPrefix: String { get }
  /// The releases that differ in what they read, the newest last; empty when one model is right for all.
  var releases: [String] { get }
  /// How much speaks for a file being this proxy's; 0 when nothing does, ``certain`` when the name says it.
  func likeness(of path: String, _ head: ConfigHead) -> Int
  /// Whether several files make one configuration, one after the other.
  var takesFurtherFiles: Bool { get }
  /// Whether a release as a person writes it is one of them.
  func knows(_ release: String) -> Bool
  /// The rules that are about this proxy alone and stand beside it.
  var rules: [any Rule.Type] { get }
  /// Reads a configuration and follows every failure through it.
  func load(_ path: String, _ machine: Machine) -> any LoadedProxy
  /// Reads a configuration for single traces.
  ///
  /// Files that it includes and that are not on this machine are read as empty. What stands in folders that are not on this
  /// machine is a matter of the visitor: a plain one finds the pages, as for a check; for others it is unknown.
  func tracer(_ path: String, _ machine: Machine, isPlainVisitor: Bool) -> TracedConfig
}

extension Proxy {
  public var usualPrefix: String { "" }
  public var releases: [String] { [] }
  public var takesFurtherFiles: Bool { false }
  public var rules: [any Rule.Type] { [] }
  public func knows(_ release: String) -> Bool { releases.contains(release) }
  public var certain: Int { 1000 }
}

/// A configuration that was read for single traces.
public struct TracedConfig: Sendable {
  public let tree: ConfigTree
  public let tracer: any Tracer
  /// Includes that were read as empty and could change the picture.
  public let holes: [IncludeHole]

  public init(tree: ConfigTree, tracer: any Tracer, holes: [IncludeHole] = []) {
    (self.tree, self.tracer, self.holes) = (tree, tracer, holes)
  }
}
