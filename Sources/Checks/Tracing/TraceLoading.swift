import Diagnostics
public import ProxyConfig
public import Trace

/// A configuration that was read for a single trace.
///
/// As for a check, files that it includes and that are not on this machine are read as empty. What stands in folders that
/// are not on this machine is a matter of the visitor: a plain one finds the pages, as for a check; for others it is
/// unknown.
public struct TracedConfig: Sendable {
  public let tree: ConfigTree
  public let tracer: any Tracer
  /// Includes that were read as empty and could change the picture.
  public let holes: [IncludeHole]

  public init(_ path: String, kind: ProxyKind, options: Project.Options, isPlainVisitor: Bool) {
    switch kind {
    case .nginx:
      let model = NginxReader.model(path, files: StandInIncludes(options, main: path))
      let files = AssumedFiles(options, model)
      let seen: any FileView = isPlainVisitor ? files : UnseenFiles(files)
      tree = model.tree
      tracer = NginxTracer(model, files: seen, prefix: options.prefix)
    case .caddy:
      let config = CaddyReader.read(
        path, files: options.files, release: options.release, environment: options.environment, surroundings: .elsewhere
      )
      let files: any FileView = isPlainVisitor ? CaddyAssumedFiles(options, config) : options.files
      tree = config.judgedTree
      tracer = CaddyTracer(config, files: files, workingDirectory: options.prefix)
    }
    holes = StandInIncludes.holes(in: tree, options).filter { !$0.isHarmless }
  }
}

/// The files of the proxy's machine as they are here; of folders that are not here nothing is assumed.
struct UnseenFiles: FileView {
  private let assumed: AssumedFiles

  init(_ assumed: AssumedFiles) { self.assumed = assumed }

  func read(_ path: String) throws(FileTrouble) -> [UInt8] { try assumed.read(path) }
  func names(in directory: String) throws(FileTrouble) -> [String] { try assumed.names(in: directory) }
  func status(of path: String) throws(FileTrouble) -> FileStatus { try assumed.seenStatus(of: path) }
  func isUnseen(_ path: String) -> Bool { !path.hasSuffix("/") && assumed.isElsewhere(path) }
}
