public import Diagnostics
public import ProxyConfig
import Trace

/// Caddy 2: a Caddyfile, or its JSON.
public struct CaddyProxy: Proxy {
  public init() {}

  public let kind = ProxyKind.caddy
  public let releases = CaddyRelease.allCases.map(\.rawValue)

  public func likeness(of path: String, _ head: ConfigHead) -> Int {
    let name = PathText.name(path).lowercased()
    if name.hasPrefix("caddyfile") || [".caddyfile", ".caddy", "caddy.json"].contains(where: name.hasSuffix) {
      return certain
    }
    // JSON is Caddy's when it has apps; other things that begin with a brace have global options first.
    if head.beginsWithBrace || name.hasSuffix(".json"), head.contains("\"apps\"") { return certain / 2 }
    if name.hasSuffix(".json") { return 0 }
    return head.count(["reverse_proxy", "handle_errors", "file_server", "\"apps\"", "respond "])
  }

  public func knows(_ release: String) -> Bool { CaddyRelease(release) != nil }

  public func load(_ path: String, _ machine: Machine) -> any LoadedProxy { CaddyProject(path, machine) }

  public func tracer(_ path: String, _ machine: Machine, isPlainVisitor: Bool) -> TracedConfig {
    let config = CaddyReader.read(
      path, files: machine.files, release: machine.caddyRelease, environment: machine.environment,
      surroundings: .unknownMachine)
    let files: any FileView = isPlainVisitor ? CaddyAssumedFiles(machine, config) : machine.files
    return TracedConfig(
      tree: config.judgedTree, tracer: CaddyTracer(config, files: files, workingDirectory: machine.prefix))
  }
}

extension Machine {
  var caddyRelease: CaddyRelease { release.flatMap { CaddyRelease($0) } ?? .release211 }
}

extension CaddyProject: LoadedProxy {
  public var unreachedPlaces: [Place] { unreached.map(\.place) }
  public var name: String { "Caddy" }
  public var barePage: String { "an empty window" }
  public var machineFiles: any FileView { files }
  public func hasPages(at route: CaddySiteRoute, _ visits: [CaddyVisit]) -> Bool { route.hasErrorRoutes }
  public func isElsewhere(_ path: String) -> Bool { files.isElsewhere(path) }
}
