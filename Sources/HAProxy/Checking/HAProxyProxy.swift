public import Checks
public import ProxyConfig
import Trace

/// HAProxy 2.6 and later.
public struct HAProxyProxy: Proxy {
  public init() {}

  public let kind = ProxyKind.haproxy
  public let rules = HAProxyProject.rules
  public let takesFurtherFiles = true

  public func likeness(of path: String, _ head: ConfigHead) -> Int {
    let section =
      #/\s*(global|defaults|frontend|backend|listen|http-errors|userlist|peers|resolvers|mailers|cache|program|ring)(\s[^;{]*)?$/#
    let line =
      #/\s+(bind|mode|server|option|timeout|maxconn|log|use_backend|default_backend|balance|stats|daemon|user|chroot|errorfile|acl|http-request|tcp-request|nbthread|lua-load|default-server|hash-type)\b[^;]*$/#
    if let first = head.lines.first, first.prefixMatch(of: section) != nil,
      head.lines.dropFirst().contains(where: { $0.prefixMatch(of: line) != nil })
    {
      return certain
    }
    return PathText.name(path).lowercased().contains("haproxy") ? certain / 2 + 1 : 0
  }

  public func load(_ path: String, _ machine: Machine) -> any LoadedProxy { HAProxyProject(path, machine) }

  public func tracer(_ path: String, _ machine: Machine, isPlainVisitor: Bool) -> TracedConfig {
    let model = HAProxyModel(path, machine)
    return TracedConfig(tree: model.tree, tracer: HAProxyTracer(model))
  }
}

extension HAProxyModel {
  init(_ path: String, _ machine: Machine) {
    self.init(
      HAProxyReader.read(
        [path] + machine.furtherFiles, files: machine.files, environment: machine.environment), files: machine.files,
      believes: { name in ([path] + machine.furtherFiles).contains { machine.believes(name, main: $0) } })
  }
}
