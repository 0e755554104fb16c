public import ProxyConfig

/// A configuration that was read, ready to be traced.
public struct LoadedProxy: Sendable {
  public let tree: ConfigTree
  public let tracer: any Tracer

  /// Reads a configuration of a kind; nil for a kind whose tracer is not part of this build.
  ///
  /// - Parameters:
  ///   - includes: how included files are read, when not as all others.
  ///   - prefix: where relative paths start; nil for the proxy's usual place.
  ///   - release: which release of Caddy it is; other proxies do not mind.
  ///   - environment: the variables of the proxy's process, as far as they are known; nginx does not read any.
  public static func load(
    _ path: String, kind: ProxyKind, files: any FileView, includes: (any FileView)? = nil, prefix: String?,
    release: CaddyRelease = .release211, environment: [String: String] = [:]
  ) -> LoadedProxy? {
    switch kind {
    case .nginx:
      let tree = NginxReader.read(path, files: includes ?? files)
      let model = NginxModel(tree)
      return LoadedProxy(tree: tree, tracer: NginxTracer(model, files: files, prefix: prefix ?? "/usr/share/nginx"))
    case .caddy:
      let config = CaddyReader.read(
        path, files: files, release: release, environment: environment, surroundings: .elsewhere)
      return LoadedProxy(
        tree: config.judgedTree, tracer: CaddyTracer(config, files: files, workingDirectory: prefix ?? ""))
    }
  }
}
