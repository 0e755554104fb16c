public import Diagnostics
public import ProxyConfig
import Trace

/// nginx, and what is built on it: OpenResty, Tengine, Angie.
public struct NginxProxy: Proxy {
  public init() {}

  public let kind = ProxyKind.nginx
  public let usualPrefix = "/usr/share/nginx"

  public func likeness(of path: String, _ head: ConfigHead) -> Int {
    let name = PathText.name(path).lowercased()
    if name.contains("nginx") { return certain / 2 + 1 }
    guard !name.hasSuffix(".json") else { return 0 }
    return head.count(["proxy_pass ", "error_page ", "server {", "listen ", "location ", "http {"])
  }

  public func load(_ path: String, _ machine: Machine) -> any LoadedProxy {
    FoldedProject.nginx(path, machine)
  }

  public func tracer(_ path: String, _ machine: Machine, isPlainVisitor: Bool) -> TracedConfig {
    let model = NginxReader.model(path, files: EmptyIncludes(machine, main: path))
    let files = AssumedFiles(machine, model)
    let seen: any FileView = isPlainVisitor ? files : UnseenFiles(files)
    return TracedConfig(
      tree: model.tree, tracer: NginxTracer(model, files: seen, prefix: machine.prefix),
      holes: EmptyIncludes.holes(in: model.tree, machine).filter { !$0.isHarmless })
  }
}

extension NginxProject: LoadedProxy {
  public var unreachedPlaces: [Place] { unreached.compactMap { model.scope($0.scope).directive?.head } }
  public var name: String { "nginx" }
  public var barePage: String { "nginx's own page" }
  public var machineFiles: any FileView { files }
  public var ledErrors: [PageCall] { readingCalls }
  public func isElsewhere(_ path: String) -> Bool { files.isElsewhere(path) }

  public var pageLines: [Place] {
    var seen: Set<Spot> = []
    return errorPageEntries.compactMap { found in
      let directive = found.entry.directive
      return seen.insert(Spot(directive)).inserted ? directive.head : nil
    }
  }
}

/// The files of the proxy's machine as they are here; of folders that are not here nothing is assumed.
struct UnseenFiles: FileView {
  private let assumed: AssumedFiles

  init(_ assumed: AssumedFiles) { self.assumed = assumed }

  func read(_ path: String) throws(FileTrouble) -> [UInt8] { try assumed.read(path) }
  func names(in directory: String) throws(FileTrouble) -> [String] { try assumed.names(in: directory) }
  func status(of path: String) throws(FileTrouble) -> FileStatus { try assumed.seenStatus(of: path) }
  func mayBeElsewhere(_ path: String) -> Bool { assumed.mayBeElsewhere(path) }
  func isUnseen(_ path: String) -> Bool { !path.hasSuffix("/") && assumed.isElsewhere(path) }
}
