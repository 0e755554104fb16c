import Diagnostics
public import ProxyConfig

/// The files of the machine that runs Caddy, as far as they are here; see ``AssumedFiles``.
public struct CaddyAssumedFiles: FileView {
  private let files: AssumedFiles

  init(_ options: Machine, _ config: CaddyConfig) {
    let found = CaddyFoundHandler.all(in: config).map(\.handler)
    files = AssumedFiles(
      options, main: config.tree.main.name, folders: Self.folders(found, config, options.prefix), names: [],
      patterns: Self.pagePatterns(config))
  }

  public func read(_ path: String) throws(FileTrouble) -> [UInt8] { try files.read(path) }
  public func names(in directory: String) throws(FileTrouble) -> [String] { try files.names(in: directory) }

  /// Files whose time nobody knows are older than whatever a visitor has in the cache.
  public func status(of path: String) throws(FileTrouble) -> FileStatus {
    var status = try files.status(of: path)
    if status.modified == nil { status.modified = 1_600_000_000_000_000_000 }
    return status
  }

  public func assumedNames(in folder: String) -> [AssumedName] { files.assumedNames(in: folder) }

  /// Whether a path lies in a folder that is not on this machine.
  func isElsewhere(_ path: String) -> Bool { files.isElsewhere(path) }

  /// Every folder that files are served from, up to the first placeholder.
  private static func folders(_ handlers: [CaddyHandler], _ config: CaddyConfig, _ prefix: String) -> Set<String> {
    var roots: [ByteText] = []
    for handler in handlers {
      switch handler.kind {
      case .vars(let variables):
        for variable in variables where variable.name == "root" {
          if case .text(let text) = variable.value { roots.append(text) }
        }
      case .fileServer(let server): roots.append(server.root)
      default: break
      }
    }
    var folders: Set<String> = []
    for root in roots where !root.isEmpty {
      var path = root.string
      if let brace = path.firstIndex(of: "{") { path = PathText.parent(String(path[..<brace]) + "x") }
      if !path.isEmpty, path != "/" { folders.insert(PathText.normal(PathText.join(prefix, path))) }
    }
    return folders
  }

  /// The names of the pages that error routes lead to; placeholders stand for anything.
  private static func pagePatterns(_ config: CaddyConfig) -> [ByteText] {
    var patterns: Set<ByteText> = []
    func add(_ text: ByteText) {
      let path = text.cut("?")?.before ?? text
      let name = path.lastOffset(of: "/").map { path.from($0 + 1) } ?? path
      var pattern = ByteText()
      var rest = name
      while let open = rest.offset(of: "{"), let close = rest.offset(of: "}", from: open) {
        pattern += rest.upTo(open) + "*"
        rest = rest.from(close + 1)
      }
      pattern += rest
      // A pattern for everything would prove nothing.
      if pattern.contains("."), pattern != "*" { patterns.insert(pattern) }
    }
    func visit(_ routes: [CaddyRoute], _ isForErrors: Bool, depth: Int) {
      guard depth < 120 else { return }
      for route in routes {
        for set in route.matcherSets where isForErrors {
          for case .file(let matcher) in set.matchers { (matcher.tryFiles ?? []).forEach(add) }
        }
        for handler in route.handlers {
          switch handler.kind {
          case .subroute(let routes, let errors):
            visit(routes, isForErrors, depth: depth + 1)
            visit(errors ?? [], true, depth: depth + 1)
          case .reverseProxy(let proxy): for one in proxy.responseHandlers { visit(one.routes, true, depth: depth + 1) }
          case .intercept(let all): for one in all { visit(one.routes, true, depth: depth + 1) }
          case .rewrite(let rewrite) where isForErrors: add(rewrite.uri)
          default: break
          }
        }
      }
    }
    for server in config.servers {
      visit(server.routes, false, depth: 0)
      visit(server.errorRoutes ?? [], true, depth: 0)
    }
    return patterns.sorted()
  }
}
