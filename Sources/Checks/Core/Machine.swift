public import ProxyConfig

/// What is known of the proxy's machine besides the configuration.
public struct Machine: Sendable {
  /// The disk, or whatever stands in its place.
  public var files: any FileView
  /// Where relative paths start.
  public var prefix: String
  /// The built error pages, when they are known.
  public var pages: BuiltPages?
  /// `files` shows the proxy's whole machine: what is not there does not exist.
  public var isWholeMachine: Bool
  /// Folders of the proxy's machine that are certainly shown by `files`.
  public var knownFolders: [String]
  /// The proxy's release, one of those it is modelled in; nil for the newest.
  public var release: String?
  /// The variables of the proxy's process, as far as they are known.
  public var environment: [String: String]

  public init(
    files: any FileView, prefix: String = "/usr/share/nginx", pages: BuiltPages? = nil, isWholeMachine: Bool = false,
    knownFolders: [String] = [], release: String? = nil, environment: [String: String] = [:]
  ) {
    self.files = files
    self.prefix = prefix
    self.pages = pages
    self.isWholeMachine = isWholeMachine
    self.knownFolders = knownFolders
    self.release = release
    self.environment = environment
  }
}
